import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import type { ScriptedReply } from '../../../core/suite/suite.ts';
import type { CallInput, CallsReplyInput, ReplyInput } from '../../input/reply-input.ts';

/** Turns the replies of a script into raw ones, as a provider sends them. Call ids are counted in the script. */
export function toReplies(inputs: readonly ReplyInput[]): readonly ScriptedReply[] {
  let calls = 0;
  return inputs.map((input, index) => {
    const reply = withOwnId(toReplyAfter(input, calls), index + 1);
    if (typeof input === 'object' && 'calls' in input) calls += countItems(input.calls);
    return reply;
  });
}

/** As at a provider, no two replies have the same id: frameworks take those that have for one message. */
function withOwnId(reply: ScriptedReply, count: number): ScriptedReply {
  const rename = (value: JsonValue): JsonValue =>
    isJsonObject(value) && value['id'] === completion.id && count > 1
      ? { ...value, id: `${completion.id}-${count}` }
      : value;
  if (reply.type === 'body') return { ...reply, body: rename(reply.body) };
  return reply.type === 'stream' ? { ...reply, chunks: reply.chunks.map(rename) } : reply;
}

function countItems(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

/** One reply as a provider sends it; ids that are left out go on after so many calls. */
export function toReplyAfter(input: ReplyInput, callsBefore: number): ScriptedReply {
  if (typeof input === 'string') return toBody(toChoice({ text: input }, callsBefore));
  if (isScripted(input)) return input;
  if ('chunks' in input) {
    // The suite's schema has seen that it is a list.
    const chunks = input['chunks'] as readonly JsonValue[];
    const end = ('end' in input ? input['end'] : undefined) as 'done' | undefined;
    return { type: 'stream', chunks: chunks.map(toChunk), end: end ?? 'done' };
  }
  if ('choices' in input || 'message' in input) return toBody(input);
  const said = input as CallsReplyInput;
  if (said.stream === true) return toStream(said, callsBefore);
  return toBody(toChoice(said, callsBefore));
}

function isScripted(input: object): input is ScriptedReply {
  return 'type' in input && ['body', 'text', 'stream'].includes(String(input.type));
}

/** A whole body around one choice; a body that is whole stays as it is. */
function toBody(input: JsonObject): ScriptedReply {
  if (input['choices'] !== undefined) return { type: 'body', status: 200, body: input };
  const { message, finish_reason, usage, ...rest } = input;
  const body = {
    ...completion,
    object: 'chat.completion',
    ...rest,
    choices: [{ index: 0, message: message ?? null, finish_reason: finish_reason ?? null }],
    ...(usage === undefined ? {} : { usage }),
  };
  return { type: 'body', status: 200, body };
}

const completion = { id: 'chatcmpl-script', created: 0, model: 'script' };

function toChoice(said: CallsReplyInput, callsBefore: number): JsonObject {
  const calls = said.calls ?? [];
  return {
    message: {
      role: 'assistant',
      content: said.text ?? null,
      ...(calls.length === 0
        ? {}
        : { tool_calls: calls.map((call, index) => toToolCall(call, callsBefore + index + 1)) }),
    },
    finish_reason: toFinish(said),
  };
}

function toFinish(said: CallsReplyInput): string {
  return said.finish ?? ((said.calls ?? []).length > 0 ? 'tool_calls' : 'stop');
}

function toToolCall(call: CallInput, count: number): JsonObject {
  const { name, arguments: args, id } = call;
  return {
    ...(id === null ? {} : { id: id ?? `call_${count}` }),
    type: 'function',
    function: { name, ...(args === null ? {} : { arguments: toArgumentsText(args) }) },
  };
}

function toArgumentsText(args: JsonValue | undefined): string {
  return typeof args === 'string' ? args : JSON.stringify(args ?? {});
}

/** The same reply in three or more chunks: the role, each call in two pieces, the end. */
function toStream(said: CallsReplyInput, callsBefore: number): ScriptedReply {
  const deltas: JsonObject[] = [{ delta: { role: 'assistant' } }];
  if (said.text !== undefined) deltas.push({ delta: { content: said.text } });
  (said.calls ?? []).forEach((call, index) => {
    const whole = toToolCall(call, callsBefore + index + 1);
    const { name, arguments: args } = whole['function'] as JsonObject;
    const head = args === undefined ? { name } : { name, arguments: '' };
    deltas.push({ delta: { tool_calls: [{ index, ...whole, function: head }] } });
    if (args !== undefined) {
      deltas.push({ delta: { tool_calls: [{ index, function: { arguments: args } }] } });
    }
  });
  deltas.push({ delta: {}, finish_reason: toFinish(said) });
  return { type: 'stream', chunks: deltas.map(toChunk), end: 'done' };
}

/** A whole chunk around a delta; a chunk that is whole, an event of another API, or anything else, stays as it is. */
function toChunk(input: JsonValue): JsonValue {
  if (!isJsonObject(input) || !('delta' in input) || 'type' in input) return input;
  const { delta, finish_reason, index, usage, ...rest } = input;
  return {
    ...completion,
    object: 'chat.completion.chunk',
    ...rest,
    choices: [{ index: index ?? 0, delta: delta ?? null, finish_reason: finish_reason ?? null }],
    ...(usage === undefined ? {} : { usage }),
  };
}
