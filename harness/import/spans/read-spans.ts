import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { ImportError } from '../import-error.ts';
import type { ImportFile } from '../imported-run.ts';
import { type ReadTraffic, toExchange, type TrafficEntry } from '../traffic/traffic-entry.ts';
import { listSpans, type Span } from './list-spans.ts';
import { readValue, toChatMessages } from './read-messages.ts';

/**
 * Reads spans of model calls, by the names of OpenTelemetry (`gen_ai.*`, as attributes or events), OpenInference (`llm.*`) and
 * Langfuse (observations of the type `GENERATION`). Each is taken for one request of chat completions and its answer.
 *
 * @throws ImportError when no span holds messages.
 */
export function readSpans(file: ImportFile): ReadTraffic {
  const spans = [...listSpans(file)].sort((one, other) => compare(one.start, other.start));
  const models = spans.filter(isModelSpan);
  const read = models.flatMap(toEntry);
  if (models.length === 0)
    throw new ImportError(file.name, 'expected spans of model calls, and there are none');
  if (read.length === 0) {
    throw new ImportError(
      file.name,
      `the ${models.length} spans of model calls hold no messages. Let the instrumentation capture message content`,
    );
  }
  return { read, unreadable: [] };
}

/** By length first, so that times in nanoseconds sort as numbers do. */
function compare(one: string, other: string): number {
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}

function isModelSpan({ attributes, fields }: Span): boolean {
  const operation = attributes.get('gen_ai.operation.name');
  if (operation !== undefined) return operation === 'chat' || operation === 'text_completion';
  return (
    attributes.get('openinference.span.kind') === 'LLM' ||
    attributes.get('langfuse.observation.type') === 'generation' ||
    attributes.has('gen_ai.request.model') ||
    fields['type'] === 'GENERATION'
  );
}

function toEntry(span: Span): readonly TrafficEntry[] {
  const { asked, said } = readTalk(span);
  const [message] = said;
  if (asked.length === 0 || message === undefined) return [];
  const model = pick(span, ['gen_ai.request.model', 'llm.model_name'], 'model');
  const tools = readTools(span, asked);
  const calls = message['tool_calls'];
  const { finish_reason: reason = Array.isArray(calls) ? 'tool_calls' : 'stop' } = message;
  const usage = {
    prompt_tokens: pick(
      span,
      ['gen_ai.usage.input_tokens', 'llm.token_count.prompt'],
      'promptTokens',
    ),
    completion_tokens: pick(
      span,
      ['gen_ai.usage.output_tokens', 'llm.token_count.completion'],
      'completionTokens',
    ),
  };
  const isCounted = typeof usage.prompt_tokens === 'number';
  return [
    {
      place: span.place,
      method: 'POST',
      url: '/v1/chat/completions',
      body: JSON.stringify({
        model: typeof model === 'string' ? model : 'model',
        messages: asked,
        ...(tools.length === 0 ? {} : { tools }),
      }),
      exchange: toExchange({
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          id: 'span',
          object: 'chat.completion',
          created: 0,
          model,
          choices: [
            { index: 0, message: { ...message, role: 'assistant' }, finish_reason: reason },
          ],
          ...(isCounted ? { usage: { ...usage, total_tokens: 0 } } : {}),
        }),
      }),
    },
  ];
}

interface Talk {
  readonly asked: readonly JsonObject[];
  readonly said: readonly JsonObject[];
}

function readTalk(span: Span): Talk {
  const { attributes } = span;
  const system = toSystem(attributes.get('gen_ai.system_instructions'));
  const whole: Talk = {
    asked: [
      ...system,
      ...toChatMessages(
        pick(
          span,
          ['gen_ai.input.messages', 'langfuse.observation.input', 'gen_ai.prompt'],
          'input',
        ),
      ),
    ],
    said: toChatMessages(
      pick(
        span,
        ['gen_ai.output.messages', 'langfuse.observation.output', 'gen_ai.completion'],
        'output',
      ),
    ),
  };
  if (whole.asked.length > system.length) return whole;
  const flat: Talk = {
    asked: gather(span, ['llm.input_messages', 'gen_ai.prompt']),
    said: gather(span, ['llm.output_messages', 'gen_ai.completion']),
  };
  return flat.asked.length > 0 ? flat : readEvents(span);
}

/** Instructions are texts or parts. */
function toSystem(value: JsonValue | undefined): readonly JsonObject[] {
  const read = readValue(value);
  if (read === undefined || read === null) return [];
  const parts: readonly JsonValue[] = Array.isArray(read) ? read : [read];
  const texts = parts.map((part) => (isJsonObject(part) ? part['content'] : part));
  return [{ role: 'system', content: texts.filter((text) => typeof text === 'string').join('\n') }];
}

/** Earlier conventions: an event for each message, and `gen_ai.choice` for the answer. */
function readEvents({ events }: Span): Talk {
  const asked: JsonObject[] = [];
  const said: JsonObject[] = [];
  for (const { name, attributes } of events) {
    const role = /^gen_ai\.(?<role>system|user|assistant|tool)\.message$/u.exec(name)?.groups?.[
      'role'
    ];
    if (role !== undefined) asked.push(...toChatMessages([{ role, ...readFields(attributes) }]));
    if (name !== 'gen_ai.choice') continue;
    const fields = readFields(attributes);
    const inner = readValue(fields['message']);
    said.push(...toChatMessages([isJsonObject(inner) ? inner : fields]));
  }
  return { asked, said };
}

function readFields(attributes: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      key,
      key === 'tool_calls' ? (readValue(value) ?? null) : (value ?? null),
    ]),
  );
}

/** `llm.input_messages.0.message.tool_calls.1.tool_call.function.name` and the like: names with places, as nested values. */
function gather({ attributes }: Span, prefixes: readonly string[]): readonly JsonObject[] {
  const root: { [key: string]: JsonValue | undefined } = {};
  for (const [name, value] of attributes) {
    const prefix = prefixes.find((one) => name.startsWith(`${one}.`));
    if (prefix !== undefined) plant(root, name.slice(prefix.length + 1).split('.'), value);
  }
  return toList(root).flatMap((item) => toChatMessages([unwrap(item)]));
}

function plant(
  root: { [key: string]: JsonValue | undefined },
  path: readonly string[],
  value: JsonValue,
): void {
  const [head = '', ...rest] = path;
  if (head === '__proto__') return;
  if (rest.length === 0) {
    root[head] = value;
    return;
  }
  const known = root[head];
  const inner: { [key: string]: JsonValue | undefined } = isJsonObject(known) ? { ...known } : {};
  plant(inner, rest, value);
  root[head] = inner;
}

/** By number, not by text: `10` comes after `9`. */
function toList(value: JsonValue | undefined): readonly JsonObject[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .sort(([one], [other]) => Number(one) - Number(other))
    .flatMap(([, item]) => (isJsonObject(item) ? [item] : []));
}

function unwrap(item: JsonObject): JsonObject {
  const message = isJsonObject(item['message']) ? item['message'] : item;
  const calls = toList(message['tool_calls']).map((call) =>
    isJsonObject(call['tool_call']) ? call['tool_call'] : call,
  );
  return calls.length === 0 ? message : { ...message, tool_calls: calls };
}

function readTools(span: Span, asked: readonly JsonObject[]): readonly JsonValue[] {
  const { attributes, fields } = span;
  const listed = readValue(attributes.get('gen_ai.tool.definitions'));
  const ofInput = readValue(fields['input']);
  const inInput = isJsonObject(ofInput) ? ofInput['tools'] : undefined;
  const own = [...attributes]
    .filter(([name]) => /^llm\.tools\.\d+\.tool\.json_schema$/u.test(name))
    .map(([, value]) => readValue(value) ?? null);
  const tools: readonly JsonValue[] = Array.isArray(listed)
    ? listed
    : Array.isArray(inInput)
      ? inInput
      : asked.length > 0
        ? own
        : [];
  return tools.filter(isJsonObject).map((tool) => {
    if (isJsonObject(tool['function'])) return { type: 'function', function: tool['function'] };
    const { type: _type, ...rest } = tool;
    return { type: 'function', function: rest };
  });
}

/** The first attribute that is there, else a field of the span itself. */
function pick(
  { attributes, fields }: Span,
  names: readonly string[],
  field: string,
): JsonValue | undefined {
  const name = names.find((one) => attributes.has(one));
  return name === undefined ? fields[field] : attributes.get(name);
}
