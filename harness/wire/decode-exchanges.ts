import type { Exchange } from '../core/exchange.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { readLosslessJson, writeLosslessJson } from '../core/lossless-json.ts';
import type { Deviation, ModelError, Usage } from '../core/model.ts';
import { decodeChat } from './decode-chat.ts';
import { parseJson } from './parse-json.ts';

/** A call as it was said, with its arguments read. */
export interface DecodedCall {
  readonly id: string | null;
  readonly name: string;
  readonly argumentsText: string | null;
  /** `null` when the text is not JSON. Long numbers are kept in `argumentsText` and by {@link toDecodedLine}. */
  readonly arguments: JsonValue;
}

/** How one exchange is read: either `error` is `null` or nothing else says anything. */
export interface DecodedExchange {
  readonly calls: readonly DecodedCall[];
  readonly text: string | null;
  readonly refusal: string | null;
  /** The provider's own word; `null` when it did not say. */
  readonly stopReason: string | null;
  readonly model: string | null;
  readonly usage: Usage | null;
  readonly deviations: readonly Deviation[];
  readonly error: Omit<ModelError, 'deviations'> | null;
}

/**
 * Reads a file of chat-completions traffic: one JSON body, one event stream, one exchange
 * `{ status, headers, body }`, or JSONL of exchanges (also `{ interactions: [exchange, …] }` and
 * exchanges with `frames`). Whatever cannot be read becomes an `error`; nothing throws.
 */
export function decodeExchanges(text: string): readonly DecodedExchange[] {
  return toExchanges(text).map(decodeOne);
}

/** One exchange as one line of JSON in which the numbers of arguments keep their text. */
export function toDecodedLine(decoded: DecodedExchange): string {
  const calls = decoded.calls.map((call) => {
    const reading = readLosslessJson(call.argumentsText ?? '');
    const written = reading.ok ? writeLosslessJson(reading.value.value) : 'null';
    const head = JSON.stringify({
      id: call.id,
      name: call.name,
      argumentsText: call.argumentsText,
    });
    return `${head.slice(0, -1)},"arguments":${written}}`;
  });
  const { calls: _calls, ...rest } = decoded;
  return `{"calls":[${calls.join(',')}],${JSON.stringify(rest).slice(1)}`;
}

function decodeOne(exchange: Exchange): DecodedExchange {
  const decoded = decodeChat(exchange);
  if (!decoded.ok) {
    const { deviations, ...error } = decoded.error;
    return {
      calls: [],
      text: null,
      refusal: null,
      stopReason: null,
      model: null,
      usage: null,
      deviations,
      error,
    };
  }
  const { reply } = decoded;
  return {
    calls: reply.calls.map(({ id, name, argumentsText }) => ({
      id,
      name,
      argumentsText,
      arguments: readArguments(argumentsText),
    })),
    text: reply.text,
    refusal: reply.refusal,
    stopReason: reply.finishReason,
    model: reply.model,
    usage: reply.usage,
    deviations: reply.deviations,
    error: null,
  };
}

function readArguments(text: string | null): JsonValue {
  const parsed = parseJson(text ?? '');
  // JSON.parse gives JSON values and nothing else.
  return parsed.ok ? (parsed.value as JsonValue) : null;
}

function toExchanges(text: string): readonly Exchange[] {
  const whole = parseJson(text);
  if (whole.ok) return toEntries(whole.value) ?? [fromBody(text)];
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const first = parseJson(lines[0] ?? '');
  const isLines = lines.length > 1 && first.ok && toEntries(first.value) !== null;
  if (!isLines) return [fromBody(text)];
  return lines.flatMap((line) => {
    const parsed = parseJson(line);
    return (parsed.ok ? toEntries(parsed.value) : null) ?? [fromBody(line)];
  });
}

/** The exchanges that a value describes; `null` when it is a body itself. */
function toEntries(value: unknown): readonly Exchange[] | null {
  if (Array.isArray(value)) {
    const entries = value.map((item: unknown) => toEntries(item));
    return entries.includes(null) || entries.length === 0
      ? null
      : entries.flatMap((one) => one ?? []);
  }
  if (!isJsonObject(value)) return null;
  if (Array.isArray(value['interactions'])) return toEntries(value['interactions']);
  if (isJsonObject(value['exchange'])) return toEntries(value['exchange']);
  if (isJsonObject(value['response']) && 'body' in value['response'])
    return toEntries(value['response']);
  if (!('body' in value) && !Array.isArray(value['frames'])) return null;
  return [toExchange(value)];
}

function toExchange(value: JsonObject): Exchange {
  const headers = readHeaders(value['headers']);
  const status = typeof value['status'] === 'number' ? value['status'] : 200;
  const { end } = value;
  const known = end === 'reset' || end === 'stalled' || end === 'refused' ? end : 'complete';
  return {
    status,
    headers,
    headersAtMs: 0,
    frames: Array.isArray(value['frames'])
      ? value['frames'].flatMap(toFrame)
      : toBody(value['body']),
    end: known,
    endAtMs: 0,
  };
}

function toFrame(frame: unknown): Exchange['frames'] {
  if (!isJsonObject(frame)) return [];
  if (typeof frame['text'] === 'string') return [{ atMs: 0, text: frame['text'] }];
  return typeof frame['base64'] === 'string' ? [{ atMs: 0, base64: frame['base64'] }] : [];
}

function toBody(body: JsonValue | undefined): Exchange['frames'] {
  if (body === undefined || body === null || body === '') return [];
  return [{ atMs: 0, text: typeof body === 'string' ? body : JSON.stringify(body) }];
}

function fromBody(text: string): Exchange {
  return {
    status: 200,
    headers: {},
    headersAtMs: 0,
    frames: toBody(text),
    end: 'complete',
    endAtMs: 0,
  };
}

/** Header names lower-case; of a list of values the first counts. */
function readHeaders(value: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  const headers: Record<string, string> = {};
  for (const [name, raw] of Object.entries(value)) {
    const first: unknown = Array.isArray(raw) ? raw[0] : raw;
    if (typeof first === 'string' || typeof first === 'number')
      headers[name.toLowerCase()] = String(first);
  }
  return headers;
}
