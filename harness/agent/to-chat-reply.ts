import { createHash } from 'node:crypto';

import { toCanonicalJson } from '../json/canonical-json.ts';
import type { ChatRequest, ChatToolCall } from '../core/talk/chat.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { ScriptedReply } from '../core/suite/suite.ts';
import type { PlannedCall } from './playbook.ts';

/** What an agent says: text, or calls. */
export type Saying = { readonly text: string } | { readonly calls: readonly PlannedCall[] };

/** One moment for all replies: the same request gives the same bytes. */
const created = 1_700_000_000;

/** Characters in one piece of a stream; small, so that a reader has to put pieces together. */
const pieceChars = 24;

/** Writes what an agent says as a chat completion, streamed when the request asks for it. Ids come from a hash of the conversation. */
export function toChatReply(request: ChatRequest, saying: Saying): ScriptedReply {
  const hash = createHash('sha256')
    .update(withPlainIds(toCanonicalJson([request.model, request.messages])))
    .digest('hex');
  const calls = 'calls' in saying ? saying.calls.map((call, at) => toToolCall(call, hash, at)) : [];
  const text = 'text' in saying ? saying.text : null;
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  const head = { id: `chatcmpl-${hash.slice(0, 24)}`, created, model: request.model };
  const message: JsonObject = {
    role: 'assistant',
    content: text,
    ...(calls.length > 0 ? { tool_calls: calls.map((call) => ({ ...call })) } : {}),
  };
  const usage = toUsage(request, message);
  if (request.stream !== true) {
    const choices = [{ index: 0, message, finish_reason: finish }];
    const body = { ...head, object: 'chat.completion', choices, usage };
    return { type: 'body', status: 200, body };
  }
  const chunk = (delta: JsonObject, reason: string | null): JsonObject => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const deltas = text === null ? toCallDeltas(calls) : toTextDeltas(text);
  const chunks = [...deltas.map((delta) => chunk(delta, null)), chunk({}, finish)];
  if (wantsUsage(request)) {
    chunks.push({ ...head, object: 'chat.completion.chunk', choices: [], usage });
  }
  return { type: 'stream', chunks, end: 'done' };
}

/** Ids that a loop made up are spelled out, so that how it writes them is no part of what was said. */
function withPlainIds(text: string): string {
  return text.replace(
    /"t([0-9a-z]{4})c([0-9a-z]{3})"/gu,
    (_, turn: string, index: string) =>
      `"call_t${Number.parseInt(turn, 36)}c${Number.parseInt(index, 36)}"`,
  );
}

function toToolCall(call: PlannedCall, hash: string, index: number): ChatToolCall {
  const name = call.tool;
  return {
    id: `call_${hash.slice(24, 36)}${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(call.arguments) },
  };
}

function toTextDeltas(text: string): readonly JsonObject[] {
  return [{ role: 'assistant', content: '' }, ...cut(text).map((piece) => ({ content: piece }))];
}

function toCallDeltas(calls: readonly ChatToolCall[]): readonly JsonObject[] {
  const pieces = calls.flatMap((call, index) => {
    const { name, arguments: text } = call.function;
    const first = { index, id: call.id, type: call.type, function: { name, arguments: '' } };
    return [first, ...cut(text).map((piece) => ({ index, function: { arguments: piece } }))];
  });
  const deltas = pieces.map((piece) => ({ tool_calls: [piece] }));
  return [{ role: 'assistant', content: null }, ...deltas];
}

function wantsUsage(request: ChatRequest): boolean {
  const options = request['stream_options'];
  return isJsonObject(options) && options['include_usage'] === true;
}

/** Four characters a token: the rule of thumb for English; no tokenizer is behind it. */
function toUsage(request: ChatRequest, message: JsonObject): JsonObject {
  const asked = Math.ceil(toCanonicalJson([request.messages, request.tools ?? []]).length / 4);
  const said = Math.ceil(toCanonicalJson(message).length / 4);
  return { prompt_tokens: asked, completion_tokens: said, total_tokens: asked + said };
}

/** Cuts between code points, never inside one. */
function cut(text: string): readonly string[] {
  const points = Array.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < points.length; start += pieceChars) {
    pieces.push(points.slice(start, start + pieceChars).join(''));
  }
  return pieces;
}
