import { isJsonObject, type JsonValue } from '../../json/json.ts';
import { readStopWord } from '../../core/talk/read-stop-word.ts';
import type { ToolErrorKind } from '../../core/trial/tool-error.ts';
import { readReasoning } from '../../dialect/markup/read-reasoning.ts';
import type { DocumentCall, DocumentStep } from './document-events.ts';
import type { DocumentFields, DocumentNode, DocumentReader } from './document-reader.ts';
import { readDocumentCall } from './read-document-calls.ts';

/** A conversation in OpenAI chat form, as steps; one step for each message. */
export interface DocumentConversation {
  readonly steps: readonly DocumentStep[];
  /** What the system (or developer) said. */
  readonly knownText: string;
}

/** What is read of a message. */
const keys: readonly string[] = [
  'role',
  'content',
  'refusal',
  'tool_calls',
  'tool_call_id',
  'function_call',
  'name',
  'finish_reason',
];

/** Further keys of chat dumps, which no scorer reads and which never hold a call. */
const harmless: readonly string[] = [
  'annotations',
  'audio',
  'cache_control',
  'citations',
  'created',
  'created_at',
  'extra_content',
  'id',
  'images',
  'index',
  'logprobs',
  'metadata',
  'model',
  'object',
  'parsed',
  'prefix',
  'provider_specific_fields',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'reasoning_signature',
  'reasoning_text',
  'status',
  'stop_reason',
  'thinking',
  'thinking_blocks',
  'thought_signature',
  'thought_signatures',
  'timestamp',
  'token_ids',
  'usage',
  'weight',
];

/** Reads messages. System messages are not steps, but keep their place. */
export function readDocumentMessages(
  node: DocumentNode,
  reader: DocumentReader,
): DocumentConversation {
  const known: string[] = [];
  const calls: DocumentCall[] = [];
  const steps = reader.items(node).map((item): DocumentStep => {
    const fields = readFields(item, reader);
    if (fields === null) return nothing;
    const text = readContent(fields.get('content'), reader);
    const role = fields.get('role')?.value;
    if (role === 'system' || role === 'developer') {
      known.push(text ?? '');
      return nothing;
    }
    const step = readStep(item, { fields, text, calls, reader });
    if (step.type === 'reply') calls.push(...step.calls);
    return step;
  });
  return { steps, knownText: known.join('\n') };
}

interface SaidMessage {
  readonly fields: DocumentFields;
  readonly text: string | null;
  /** Calls of the messages before it. */
  readonly calls: readonly DocumentCall[];
  readonly reader: DocumentReader;
}

function readStep(node: DocumentNode, said: SaidMessage): DocumentStep {
  switch (said.fields.get('role')?.value) {
    case 'user':
      return { type: 'user', text: said.text ?? '' };
    case 'assistant':
      return readReply(said);
    case 'tool':
      return readResult(node, said);
    case 'function':
      return readOldResult(node, said);
    default:
      said.reader.refuse(
        node,
        'a message with the role system, developer, user, assistant or tool',
      );
      return nothing;
  }
}

/** Keeps the place of a message that is not a step, so that steps are counted as messages are. */
const nothing: DocumentStep = { type: 'none' };

/**
 * An unknown key that says something may hold a call of another protocol: leaving it out could make a call into no
 * call.
 */
function readFields(node: DocumentNode, reader: DocumentReader): DocumentFields | null {
  const fields = reader.fields(node, null);
  for (const [key, field] of fields ?? []) {
    if (keys.includes(key) || harmless.includes(key) || isEmpty(field.value)) continue;
    reader.refuse(field, `one of ${keys.join(', ')}, or a key that is known to hold no call`);
  }
  return fields;
}

function isEmpty(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return value === null || value === '';
  return Object.keys(value).length === 0;
}

function readReply({ fields, text, reader }: SaidMessage): DocumentStep {
  const list = fields.get('tool_calls');
  const calls =
    list === undefined || list.value === null
      ? []
      : reader.items(list).flatMap((item) => readDocumentCall(item, reader, 'logged'));
  const said = text ?? readContent(fields.get('refusal'), reader);
  const finish = fields.get('finish_reason')?.value;
  const how = {
    reasoning: readReasoning(
      Object.fromEntries([...fields].map(([key, { value }]) => [key, value])),
    ),
    finishReason: typeof finish === 'string' ? finish : null,
  };
  const old = fields.get('function_call');
  if (calls.length > 0 || old === undefined || isEmptyCall(old.value)) {
    return { type: 'reply', text: said, calls: calls.length > 0 ? calls : toTried(how), ...how };
  }
  const deviation = { code: 'legacy_function_call', text: 'The call came as function_call' };
  return {
    type: 'reply',
    text: said,
    calls: readDocumentCall(old, reader, 'logged'),
    ...how,
    deviations: [deviation],
  };
}

/** A finish reason which says that a call could not be read counts as that call. */
function toTried({
  finishReason,
}: {
  readonly finishReason: string | null;
}): readonly DocumentCall[] {
  if (readStopWord(finishReason) !== 'malformed_call') return [];
  const unreadable = `the provider could not read the call ("${finishReason ?? ''}")`;
  return [{ id: null, name: '', argumentsText: null, unreadable }];
}

/** Some servers fill every field of a message; an entry without name and arguments does not count as a call. */
function isEmptyCall(value: JsonValue): boolean {
  if (isEmpty(value)) return true;
  return isJsonObject(value) && value['name'] === '' && !value['arguments'];
}

function readResult(node: DocumentNode, said: SaidMessage): DocumentStep {
  const { reader, calls } = said;
  const text = said.text ?? '';
  const field = said.fields.get('tool_call_id');
  if (field === undefined) {
    reader.refuse(node, 'a tool message with its tool_call_id');
    return nothing;
  }
  const id = reader.text(field);
  if (!calls.some((call) => call.id === id)) {
    reader.refuse(field, 'the id of a call that a message before it made');
  }
  return { type: 'result', id, tool: null, text, ...readFailure(text) };
}

/** The answer to a `function_call`, which has no id: it names its tool. */
function readOldResult(node: DocumentNode, said: SaidMessage): DocumentStep {
  const { reader, calls } = said;
  const text = said.text ?? '';
  const field = said.fields.get('name');
  if (field === undefined) {
    reader.refuse(node, 'a function message with the name of its function');
    return nothing;
  }
  const tool = reader.text(field);
  if (!calls.some((call) => call.name === tool)) {
    reader.refuse(field, 'the name of a function that a message before it called');
  }
  return { type: 'result', id: null, tool, text, ...readFailure(text) };
}

/** Parts that say something, and those that hold what no scorer reads. */
const textParts: readonly unknown[] = ['text', 'refusal'];
const silentParts: readonly unknown[] = ['image_url', 'input_audio', 'file'];

/** A part of another kind belongs to another protocol: leaving it out could make a call into no call. */
function readContent(node: DocumentNode | undefined, reader: DocumentReader): string | null {
  if (node === undefined || node.value === null) return null;
  if (!Array.isArray(node.value)) return reader.text(node);
  const texts = reader.items(node).flatMap((part) => {
    const { type, text, refusal } = isJsonObject(part.value) ? part.value : {};
    const isText = textParts.includes(type);
    if (!isText && !silentParts.includes(type)) reader.refuse(part, 'a part of type text');
    const said = text ?? refusal;
    return isText && typeof said === 'string' ? [said] : [];
  });
  return texts.join('\n');
}

/** Kinds of error that say that a call was kept from running. */
const refusals: readonly ToolErrorKind[] = [
  'invalid_json',
  'invalid_arguments',
  'unknown_tool',
  'denied',
  'confirm_required',
  'confirm_invalid',
  'tool_batch_rejected',
  'truncated',
  'budget',
];

/** How frameworks begin the text of an error: `Error: ...`, `ValueError: ...`, a Python traceback. */
const errorText = /^\s*(?:\w*(?:Error|Exception)(?::|\()|Traceback \(most recent call last\))/iu;

/**
 * A result that says itself that it is an error: `{ "error": ... }`, `{ "isError": true }`, or a text that begins as
 * errors do.
 */
function readFailure(text: string): { readonly failed: boolean; readonly refusal?: ToolErrorKind } {
  if (!text.trimStart().startsWith('{')) return { failed: errorText.test(text) };
  let value: JsonValue;
  try {
    // JSON.parse gives JSON values only.
    value = JSON.parse(text) as JsonValue;
  } catch {
    return { failed: false };
  }
  if (!isJsonObject(value)) return { failed: false };
  const { error = null, isError = null } = value;
  const failed = isError === true || (error !== null && error !== false && error !== '');
  const kind = isJsonObject(error) ? error['kind'] : null;
  const refusal = refusals.find((one) => one === kind);
  return refusal === undefined ? { failed } : { failed, refusal };
}
