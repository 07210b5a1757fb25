import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/**
 * Messages of a span in the form of chat completions. A message is in that form already, or has `parts` (OpenTelemetry: `text`,
 * `tool_call`, `tool_call_response`).
 */
export function toChatMessages(value: JsonValue | undefined): readonly JsonObject[] {
  const messages = readValue(value);
  const list: readonly JsonValue[] = Array.isArray(messages)
    ? messages
    : isJsonObject(messages) && Array.isArray(messages['messages'])
      ? messages['messages']
      : messages === null || messages === undefined
        ? []
        : [messages];
  return list.flatMap((message) => {
    if (typeof message === 'string') return [{ role: 'user', content: message }];
    return isJsonObject(message) ? toChat(message) : [];
  });
}

/** Values that exporters wrote as JSON text. */
export function readValue(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string' || !/^\s*[[{]/u.test(value)) return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

function toChat(message: JsonObject): readonly JsonObject[] {
  const { parts } = message;
  if (!Array.isArray(parts)) return [toPlain(message)];
  const list = (parts as readonly JsonValue[]).filter(isJsonObject);
  const answers = list.filter(({ type }) => type === 'tool_call_response');
  if (answers.length > 0) {
    return answers.map((part) => ({
      role: 'tool',
      tool_call_id: toText(part['id']),
      content: toText(part['response'] ?? part['result'] ?? part['content']),
    }));
  }
  const texts = list.filter(({ type }) => type === 'text').map(({ content }) => toText(content));
  const calls = list.filter(({ type }) => type === 'tool_call').map(toCall);
  const content = texts.length === 0 && calls.length > 0 ? null : texts.join('\n');
  return [
    {
      role: toText(message['role'] ?? 'assistant'),
      content,
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
    },
  ];
}

/** A message as some exporters write it: calls without the wrapper of a function, arguments as an object. */
function toPlain(message: JsonObject): JsonObject {
  const { tool_calls: calls, toolCalls = calls, ...rest } = message;
  const role = toText(message['role'] ?? 'assistant');
  if (role === 'tool') {
    const { tool_call_id: id = rest['id'] ?? '', content } = message;
    return { role, tool_call_id: toText(id), content: toText(content) };
  }
  const listed = Array.isArray(toolCalls) ? (toolCalls as readonly JsonValue[]) : [];
  const content = message['content'] ?? null;
  return {
    role,
    content: isJsonObject(content) ? JSON.stringify(content) : content,
    ...(listed.length === 0 ? {} : { tool_calls: listed.filter(isJsonObject).map(toCall) }),
  };
}

function toCall(call: JsonObject): JsonObject {
  const inner = isJsonObject(call['function']) ? call['function'] : call;
  return {
    id: toText(call['id'] ?? call['toolCallId']),
    type: 'function',
    function: {
      name: toText(inner['name'] ?? inner['toolName']),
      arguments: toText(inner['arguments'] ?? inner['args'] ?? '{}'),
    },
  };
}

function toText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
