import type { ScriptedReply } from '../../core/suite/suite.ts';
import type { ChatToolCall } from '../../core/talk/chat.ts';
import type { JsonObject } from '../../json/json.ts';
import { cutText } from '../line/cut-text.ts';
import type { ScriptOptions, Speech } from '../dialect.ts';

/** Writes what a scripted model says as a chat completion, streamed in small pieces where that is asked for. */
export function scriptChat(speech: Speech, options: ScriptOptions): ScriptedReply {
  const { key, created, model, text, calls } = speech;
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  const head = { id: `chatcmpl-${key}`, created, model };
  const usage = {
    prompt_tokens: speech.usage.inputTokens,
    completion_tokens: speech.usage.outputTokens,
    total_tokens: speech.usage.inputTokens + speech.usage.outputTokens,
  };
  if (!options.stream) {
    const message: JsonObject = {
      role: 'assistant',
      content: text,
      ...(calls.length > 0 ? { tool_calls: calls.map((call) => ({ ...call })) } : {}),
    };
    const choices = [{ index: 0, message, finish_reason: finish }];
    const body = { ...head, object: 'chat.completion', choices, usage };
    return { type: 'body', status: 200, body };
  }
  const chunk = (delta: JsonObject, reason: string | null): JsonObject => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const cut = (whole: string): readonly string[] => cutText(whole, options.pieceChars);
  const deltas = text === null ? toCallDeltas(calls, cut) : toTextDeltas(text, cut);
  const chunks = [...deltas.map((delta) => chunk(delta, null)), chunk({}, finish)];
  if (options.tellsUsage) {
    chunks.push({ ...head, object: 'chat.completion.chunk', choices: [], usage });
  }
  return { type: 'stream', chunks, end: 'done' };
}

type Cut = (whole: string) => readonly string[];

function toTextDeltas(text: string, cut: Cut): readonly JsonObject[] {
  return [{ role: 'assistant', content: '' }, ...cut(text).map((piece) => ({ content: piece }))];
}

function toCallDeltas(calls: readonly ChatToolCall[], cut: Cut): readonly JsonObject[] {
  const pieces = calls.flatMap((call, index) => {
    const { name, arguments: text } = call.function;
    const first = { index, id: call.id, type: call.type, function: { name, arguments: '' } };
    return [first, ...cut(text).map((piece) => ({ index, function: { arguments: piece } }))];
  });
  const deltas = pieces.map((piece) => ({ tool_calls: [piece] }));
  return [{ role: 'assistant', content: null }, ...deltas];
}
