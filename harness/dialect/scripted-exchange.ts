import type { BodyFrame, Exchange, ExchangeEnd } from '../core/talk/exchange.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { ScriptedReply } from '../core/suite/suite.ts';

/** Times of scripted replies: fixed, so that the same script gives the same bytes. */
const headersAtMs = 10;
const chunkMs = 5;
const charactersPerMs = 20;

const ends: Readonly<Record<'done' | 'eof' | 'reset' | 'stall', ExchangeEnd>> = {
  done: 'complete',
  eof: 'complete',
  reset: 'reset',
  stall: 'stalled',
};

/**
 * Puts a scripted reply on the wire. Headers come after 10 ms; a body takes 1 ms for each 20
 * characters, a stream 5 ms a chunk. A chunk with only `delta` and `finish_reason` is wrapped into
 * a whole one; one with a `type` is an event of Responses or Messages; `{ raw: … }` is sent as it is; a text chunk is sent
 * as raw bytes of the stream.
 */
export function toScriptedExchange(reply: ScriptedReply): Exchange {
  if (reply.type === 'stream') return toStream(reply.chunks, reply.end);
  const text = reply.type === 'text' ? reply.text : JSON.stringify(reply.body);
  const type = reply.type === 'text' ? 'text/plain' : 'application/json';
  const endAtMs = headersAtMs + Math.ceil(text.length / charactersPerMs);
  return {
    status: reply.status,
    headers: { 'content-type': type, ...lowerNames(reply.headers ?? {}) },
    headersAtMs,
    frames: text === '' ? [] : [{ atMs: endAtMs, text }],
    end: 'complete',
    endAtMs,
  };
}

function toStream(chunks: readonly JsonValue[], end: 'done' | 'eof' | 'reset' | 'stall'): Exchange {
  const texts = chunks.map(toEvent);
  // Events of other APIs have an end mark among themselves.
  if (end === 'done' && !chunks.some(isNamed)) texts.push('data: [DONE]\n\n');
  const frames: BodyFrame[] = texts.map((text, index) => ({
    atMs: headersAtMs + chunkMs * (index + 1),
    text,
  }));
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    headersAtMs,
    frames,
    end: ends[end],
    endAtMs: frames.at(-1)?.atMs ?? headersAtMs,
  };
}

function toEvent(chunk: JsonValue): string {
  if (typeof chunk === 'string') return chunk;
  if (!isJsonObject(chunk)) return `data: ${JSON.stringify(chunk)}\n\n`;
  const { raw, raw_text: rawText, delta, finish_reason: finish } = chunk;
  if (typeof rawText === 'string') return `${rawText}\n\n`;
  if (raw !== undefined) return `data: ${JSON.stringify(raw)}\n\n`;
  if (isNamed(chunk)) return `event: ${chunk.type}\ndata: ${JSON.stringify(chunk)}\n\n`;
  if (delta === undefined) return `data: ${JSON.stringify(chunk)}\n\n`;
  const whole = {
    id: 'chatcmpl-script',
    object: 'chat.completion.chunk',
    created: 0,
    choices: [{ index: 0, delta, finish_reason: finish ?? null }],
  };
  return `data: ${JSON.stringify(whole)}\n\n`;
}

/** An event of Responses or Messages: its data says its name. */
function isNamed(chunk: JsonValue): chunk is JsonObject & { readonly type: string } {
  return isJsonObject(chunk) && typeof chunk['type'] === 'string';
}

function lowerNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
