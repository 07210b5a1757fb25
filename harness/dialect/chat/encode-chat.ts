import type { Exchange } from '../../core/talk/exchange.ts';
import type { JsonObject } from '../../json/json.ts';
import type { ModelReply, SaidCall } from '../../core/talk/model.ts';
import type { EncodeOptions } from '../dialect.ts';
import { toEncodedExchange } from '../line/to-encoded-exchange.ts';

/** Puts a reply on the wire as an OpenAI chat completion, so that {@link decodeChat} reads the same. */
export function encodeChat(reply: ModelReply, options: EncodeOptions): Exchange {
  const texts = options.stream ? toChunks(reply) : [JSON.stringify(toCompletion(reply))];
  return toEncodedExchange(texts, options);
}

function toHead(reply: ModelReply, object: string): JsonObject {
  return {
    id: 'chatcmpl-toolrig',
    object,
    created: 0,
    model: reply.model ?? undefined,
    system_fingerprint: reply.fingerprint,
  };
}

function toCompletion(reply: ModelReply): JsonObject {
  const message = {
    ...reply.extra,
    role: 'assistant',
    content: reply.text,
    refusal: reply.refusal ?? undefined,
    tool_calls: reply.calls.length === 0 ? undefined : reply.calls.map(toCall),
  };
  return {
    ...toHead(reply, 'chat.completion'),
    choices: [{ index: 0, message, finish_reason: reply.finishReason }],
    usage: toUsage(reply),
  };
}

function toChunks(reply: ModelReply): readonly string[] {
  const head = toHead(reply, 'chat.completion.chunk');
  const toChunk = (delta: JsonObject, finish: string | null): string =>
    toEvent({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
  const chunks = [toChunk({ ...reply.extra, role: 'assistant', content: reply.text ?? '' }, null)];
  if (reply.refusal !== null) chunks.push(toChunk({ refusal: reply.refusal }, null));
  for (const [index, call] of reply.calls.entries()) {
    chunks.push(toChunk({ tool_calls: [{ index, ...toCall(call) }] }, null));
  }
  chunks.push(toChunk({}, reply.finishReason));
  const usage = toUsage(reply);
  if (usage !== undefined) chunks.push(toEvent({ ...head, choices: [], usage }));
  return [...chunks, 'data: [DONE]\n\n'];
}

function toEvent(chunk: JsonObject): string {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

function toCall(call: SaidCall): JsonObject {
  return {
    ...call.extra?.call,
    id: call.id ?? undefined,
    type: 'function',
    function: {
      ...call.extra?.function,
      name: call.name,
      arguments: call.argumentsText ?? undefined,
    },
  };
}

function toUsage(reply: ModelReply): JsonObject | undefined {
  if (reply.usage === null) return undefined;
  const { inputTokens, outputTokens } = reply.usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
