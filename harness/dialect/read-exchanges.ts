import type { Exchange } from '../core/talk/exchange.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import { parseJson } from './line/parse-json.ts';

/**
 * Takes a file of traffic apart: one JSON body, one event stream, one exchange
 * `{ status, headers, body }`, or JSONL of exchanges (also `{ interactions: [exchange, …] }` and
 * exchanges with `frames`). A line that is none of these is taken for a body.
 */
export function readExchanges(text: string): readonly Exchange[] {
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
