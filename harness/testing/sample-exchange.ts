import type { Exchange, ExchangeEnd } from '../core/talk/exchange.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';

/** An exchange whose body is one JSON value (or a text as it is), come at once. */
export function sampleBody(body: JsonValue, extra: Partial<Exchange> = {}): Exchange {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    headersAtMs: 0,
    frames: text === '' ? [] : [{ atMs: 0, text }],
    end: 'complete',
    endAtMs: 0,
    ...extra,
  };
}

/** A chat completion with one choice. */
export function sampleCompletion(
  message: JsonObject,
  finish: JsonValue = 'tool_calls',
  extra: JsonObject = {},
): JsonObject {
  return {
    object: 'chat.completion',
    model: 'm-1',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: null, ...message },
        finish_reason: finish,
      },
    ],
    ...extra,
  };
}

/** A call inside a message. */
export function sampleCall(id: JsonValue, name: JsonValue, text: JsonValue = '{}'): JsonObject {
  return { id, type: 'function', function: { name, arguments: text } };
}

/**
 * An event stream of chunks, one frame each. A chunk with `delta` is wrapped into a choice, `raw` is
 * sent as it is, a text is a line of its own. `done`: `[DONE]` ends it; `eof`: it just ends.
 */
export function sampleStream(
  chunks: readonly JsonValue[],
  end: 'done' | 'eof' | Exclude<ExchangeEnd, 'complete' | 'refused'> = 'done',
): Exchange {
  const texts = chunks.map(toEvent);
  if (end === 'done') texts.push('data: [DONE]\n\n');
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    headersAtMs: 0,
    frames: texts.map((text) => ({ atMs: 0, text })),
    end: end === 'done' || end === 'eof' ? 'complete' : end,
    endAtMs: 0,
  };
}

/** A chunk with a fragment of a call: `name` and `text` go into `function`, the rest beside it. */
export function samplePiece(fields: JsonObject): JsonObject {
  const { name, text, ...rest } = fields;
  return { delta: { tool_calls: [{ ...rest, function: { name, arguments: text } }] } };
}

/** The chunk that ends a reply with calls. */
export const sampleFinish: JsonObject = { delta: {}, finish_reason: 'tool_calls' };

/** The bytes of an exchange's body. */
export function toSampleBytes(exchange: Exchange): Uint8Array {
  return Buffer.concat(
    exchange.frames.map((frame) =>
      'text' in frame ? Buffer.from(frame.text) : Buffer.from(frame.base64, 'base64'),
    ),
  );
}

/** The same exchange with other bytes, cut into frames where the edges say. */
export function withBytes(
  exchange: Exchange,
  bytes: Uint8Array,
  edges: readonly number[] = [],
): Exchange {
  const cuts = [0, ...[...edges].sort((left, right) => left - right), bytes.length];
  const frames = cuts.slice(1).flatMap((end, index) => {
    const part = bytes.subarray(cuts[index], end);
    return part.length === 0 ? [] : [{ atMs: 0, base64: Buffer.from(part).toString('base64') }];
  });
  return { ...exchange, frames };
}

function toEvent(chunk: JsonValue): string {
  if (typeof chunk === 'string') return `${chunk}\n\n`;
  const { raw, delta, finish_reason: finish } = chunk as JsonObject;
  if (raw !== undefined) return `data: ${JSON.stringify(raw)}\n\n`;
  const choices = [{ index: 0, delta: delta ?? {}, finish_reason: finish ?? null }];
  return `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices })}\n\n`;
}
