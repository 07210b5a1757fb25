import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { type LosslessValue, toLossless, writeLosslessJson } from '../../json/lossless-json.ts';
import { dialects } from '../../dialect/registry.ts';

/**
 * A document whose conversation is in the form of Anthropic Messages or OpenAI Responses, as the text of one in the neutral
 * form of chat completions; `null` for any other document. Numbers keep their digits.
 */
export function toNeutralDocument(value: JsonValue, exact: LosslessValue): string | null {
  if (!isJsonObject(value)) return null;
  const { messages, input, system, instructions, tools } = value;
  const isItems = Array.isArray(input) && messages === undefined;
  if (!isItems && !(Array.isArray(messages) && messages.some(hasBlocks))) return null;
  const said = isItems ? { input, instructions } : { messages, system };
  const read = dialects[isItems ? 'responses' : 'messages'].readRequest({
    model: 'logged',
    ...said,
    ...(Array.isArray(tools) ? { tools } : {}),
  });
  if (!read.ok) return null;
  // Both are JSON: they were read from it.
  const talk = read.value.messages as unknown as readonly JsonObject[];
  const plain = talk.map(toPlainMessage);
  const fields = new Map(
    [...fieldsOf(exact)].filter(([name]) => !['input', 'system', 'instructions'].includes(name)),
  );
  if (Array.isArray(tools))
    fields.set('tools', toLossless(read.value.tools as unknown as JsonValue));
  fields.set('messages', toLossless(isItems ? plain : withExactInputs(plain, exact)));
  return writeLosslessJson({ type: 'object', fields });
}

const blockTypes: readonly unknown[] = [
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
];

function hasBlocks(message: unknown): boolean {
  if (!isJsonObject(message) || !Array.isArray(message['content'])) return false;
  return message['content'].some(
    (block: unknown) => isJsonObject(block) && blockTypes.includes(block['type']),
  );
}

/** A result that is marked as an error says so in its text. */
function toPlainMessage(message: JsonObject): JsonObject {
  const { content_blocks: _blocks, output_items: _items, is_error: isError, ...rest } = message;
  const content = toPlainContent(rest['content']);
  if (isError !== true) return { ...rest, content };
  return { ...rest, content: JSON.stringify({ error: content }) };
}

function toPlainContent(content: JsonValue | undefined): JsonValue {
  if (!Array.isArray(content)) return content ?? null;
  // Parts of a JSON value are JSON values.
  return (content as readonly JsonValue[]).map((part): JsonValue => {
    const { type, text } = isJsonObject(part) ? part : {};
    if (typeof text === 'string') return { type: 'text', text };
    return { type: type === 'image' || type === 'input_image' ? 'image_url' : 'file' };
  });
}

/** Calls and inputs come in the same order. */
function withExactInputs(
  messages: readonly JsonObject[],
  exact: LosslessValue,
): readonly JsonObject[] {
  const inputs = listOf(field(exact, 'messages'))
    .flatMap((message) => listOf(field(message, 'content')))
    .filter((block) => field(block, 'type') === 'tool_use')
    .map((block) => field(block, 'input'));
  return messages.map((message) => {
    const { tool_calls: calls } = message;
    if (!Array.isArray(calls)) return message;
    return { ...message, tool_calls: (calls as readonly JsonValue[]).map(toExactCall) };
  });

  function toExactCall(call: JsonValue): JsonValue {
    const input = inputs.shift();
    if (!isJsonObject(call) || !isJsonObject(call['function']) || input === undefined) return call;
    const isObject = typeof input === 'object' && input !== null;
    if (!isObject) return call;
    return { ...call, function: { ...call['function'], arguments: writeLosslessJson(input) } };
  }
}

function field(value: LosslessValue | undefined, name: string): LosslessValue | undefined {
  return fieldsOf(value).get(name);
}

function fieldsOf(value: LosslessValue | undefined): ReadonlyMap<string, LosslessValue> {
  const isObject = typeof value === 'object' && value !== null && 'type' in value;
  return isObject && value.type === 'object' ? value.fields : new Map();
}

function listOf(value: LosslessValue | undefined): readonly LosslessValue[] {
  // A lossless list is the one lossless value that is an array.
  return Array.isArray(value) ? (value as readonly LosslessValue[]) : [];
}
