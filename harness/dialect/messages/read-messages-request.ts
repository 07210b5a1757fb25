import type { ChatRequest } from '../../core/talk/chat.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Result } from '../../json/result.ts';
import { blocksField, readContent, toArgumentsText } from './content-blocks.ts';

/** Reads the body of a request. Its own fields stay as they are; the conversation and the tools get the neutral form. */
export function readMessagesRequest(body: JsonObject): Result<ChatRequest, string> {
  const { model, messages, system, tools, ...rest } = body;
  if (typeof model !== 'string' || !Array.isArray(messages) || !messages.every(isJsonObject)) {
    return { ok: false, error: 'The request body needs "model" and a list of "messages"' };
  }
  const head = system === undefined || system === null ? [] : [{ role: 'system', content: system }];
  const talk = [...head, ...messages.flatMap(readMessage)];
  const request = {
    api: 'messages',
    model,
    messages: talk,
    ...(Array.isArray(tools) ? { tools: tools.map(readTool) } : {}),
    ...rest,
  };
  // Its messages were just written in neutral form; content in blocks stays as it came.
  return { ok: true, value: request as unknown as ChatRequest };
}

function readMessage(message: JsonObject): readonly JsonObject[] {
  const { role, content, ...rest } = message;
  if (!Array.isArray(content)) return [message];
  const blocks: readonly JsonValue[] = content;
  if (role === 'assistant') return [readAssistant(blocks, rest)];
  const results = blocks.filter(isResult);
  const others = blocks.filter((block) => !isResult(block));
  return [
    ...results.map(readResult),
    ...(others.length === 0 && results.length > 0
      ? []
      : [{ ...rest, role, content: toPlainContent(others) }]),
  ];
}

function isResult(block: JsonValue): block is JsonObject {
  return isJsonObject(block) && block['type'] === 'tool_result';
}

function readResult(block: JsonObject): JsonObject {
  const { type: _type, tool_use_id: id, content, ...rest } = block;
  const text = Array.isArray(content) ? toPlainContent(content) : (content ?? '');
  return { ...rest, role: 'tool', tool_call_id: id, content: text };
}

/** One text block without further fields says what its text says. */
function toPlainContent(blocks: readonly JsonValue[]): JsonValue {
  const [only, ...others] = blocks;
  if (others.length > 0 || !isJsonObject(only)) return blocks;
  const isBare = only['type'] === 'text' && Object.keys(only).length === 2;
  return isBare && typeof only['text'] === 'string' ? only['text'] : blocks;
}

function readAssistant(blocks: readonly JsonValue[], rest: JsonObject): JsonObject {
  const uses = blocks.filter((block) => isJsonObject(block) && block['type'] === 'tool_use');
  const inputs = uses.map((block) => toArgumentsText(isJsonObject(block) ? block['input'] : null));
  const { text, calls, extra } = readContent(blocks, inputs, []);
  const said = calls.map(({ id, name, argumentsText }) => ({
    id: id ?? '',
    type: 'function',
    function: { name, arguments: argumentsText ?? '{}' },
  }));
  const kept = extra[blocksField] === undefined ? {} : extra;
  return {
    ...rest,
    ...kept,
    role: 'assistant',
    content: text,
    ...(said.length === 0 ? {} : { tool_calls: said }),
  };
}

/** A tool of the agent's; those that the provider runs itself stay as they are. */
function readTool(tool: JsonValue): JsonValue {
  if (!isJsonObject(tool) || typeof tool['name'] !== 'string') return tool;
  const { type, name, description, input_schema: parameters, ...rest } = tool;
  if (type !== undefined && type !== 'custom') return tool;
  const described = description === undefined ? {} : { description };
  return { type: 'function', function: { name, ...described, parameters, ...rest } };
}
