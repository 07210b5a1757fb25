import type { ChatRequest } from '../../core/talk/chat.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Result } from '../../json/result.ts';
import { isMessage, itemsField, readItems } from './output-items.ts';

/** Reads the body of a request. Its own fields stay as they are; the conversation and the tools get the neutral form. */
export function readResponsesRequest(body: JsonObject): Result<ChatRequest, string> {
  const { model, input, instructions, tools, ...rest } = body;
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : (input ?? []);
  if (typeof model !== 'string' || !Array.isArray(items) || !items.every(isJsonObject)) {
    return { ok: false, error: 'The request body needs "model" and an "input": a text or items' };
  }
  const isTold = instructions !== undefined && instructions !== null;
  const head = isTold ? [{ role: 'system', content: instructions }] : [];
  const request = {
    api: 'responses',
    model,
    messages: [...head, ...readInput(items)],
    ...(Array.isArray(tools) ? { tools: tools.map(readTool) } : {}),
    ...rest,
  };
  // Its messages were just written in neutral form; content in parts stays as it came.
  return { ok: true, value: request as unknown as ChatRequest };
}

/** Items of the model that follow one another are one message of it. */
function readInput(items: readonly JsonObject[]): readonly JsonObject[] {
  const messages: JsonObject[] = [];
  let said: JsonObject[] = [];
  const close = (): void => {
    if (said.length > 0) messages.push(readAssistant(said));
    said = [];
  };
  for (const item of items) {
    const message = readUserItem(item);
    // A second text is a second message: the loop says one a turn.
    const isNext = message === null && isMessage(item) && said.length > 0;
    if (message !== null || (isNext && !said.every(isThought))) close();
    if (message === null) said.push(item);
    else messages.push(message);
  }
  close();
  return messages;
}

function isThought({ type }: JsonObject): boolean {
  return type === 'reasoning';
}

/** An item that is not the model's: a message, or the answer to a call; `null` for one of the model. */
function readUserItem(item: JsonObject): JsonObject | null {
  const { type, role, content, call_id: call, output, id: _id, status: _status, ...rest } = item;
  if (isMessage(item))
    return role === 'assistant' ? null : { ...rest, role, content: toPlainContent(content) };
  if (typeof type !== 'string' || !type.endsWith('_output')) return null;
  const kind = type === 'function_call_output' ? {} : { type };
  return { ...rest, ...kind, role: 'tool', tool_call_id: call, content: toPlainContent(output) };
}

/** One part of text without further fields says what its text says. */
function toPlainContent(content: JsonValue | undefined): JsonValue {
  if (content === undefined) return '';
  const [only, ...others] = Array.isArray(content) ? (content as readonly JsonValue[]) : [];
  if (others.length > 0 || !isJsonObject(only)) return content;
  const isBare = only['type'] === 'input_text' && Object.keys(only).length === 2;
  return isBare && typeof only['text'] === 'string' ? only['text'] : content;
}

function readAssistant(items: readonly JsonObject[]): JsonObject {
  const { text, refusal, calls, extra } = readItems(items, []);
  const said = calls.map(({ id, name, argumentsText }) => ({
    id: id ?? '',
    type: 'function',
    function: { name, arguments: argumentsText ?? '{}' },
  }));
  return {
    ...(extra[itemsField] === undefined ? {} : extra),
    role: 'assistant',
    content: text,
    ...(refusal === null ? {} : { refusal }),
    ...(said.length === 0 ? {} : { tool_calls: said }),
  };
}

/** A tool of the agent's; those that the provider runs itself stay as they are. */
function readTool(tool: JsonValue): JsonValue {
  if (!isJsonObject(tool) || tool['type'] !== 'function') return tool;
  const { type, ...said } = tool;
  return { type, function: said };
}
