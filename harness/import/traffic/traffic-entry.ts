import type { Exchange } from '../../core/talk/exchange.ts';
import type { JsonValue } from '../../json/json.ts';
import { readTextBytes } from './read-text-bytes.ts';

/** One request to a server and what it answered, out of a recording made elsewhere. */
export interface TrafficEntry {
  /** File and place in it, for messages. */
  readonly place: string;
  /** Empty where the recording does not say. */
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly exchange: Exchange;
}

/** What a file of traffic holds, and what of it could not be read: why, with the place. */
export interface ReadTraffic {
  readonly read: readonly TrafficEntry[];
  readonly unreadable: readonly string[];
}

/** The parts of an answer, as recordings have them. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How long it took. */
  readonly durationMs?: number;
}

/** An answer that came whole. */
export function toExchange({ status, headers, body, durationMs = 0 }: RecordedAnswer): Exchange {
  const type = headers['content-type'];
  return {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
    headersAtMs: 0,
    frames: body === '' ? [] : [{ atMs: Math.round(durationMs), text: body }],
    end: 'complete',
    endAtMs: Math.round(durationMs),
  };
}

/** A body as text: a text as it is, bytes unpacked, an object as JSON. */
export function toBody(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return readTextBytes(value);
  return JSON.stringify(value);
}

/** Header names in lower case; of several values the first. */
export function toHeaders(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  const entries = Object.entries(value as Readonly<Record<string, JsonValue>>);
  return Object.fromEntries(
    entries.flatMap(([name, said]): readonly (readonly [string, string])[] => {
      const first: unknown = Array.isArray(said) ? said[0] : said;
      return typeof first === 'string' ? [[name.toLowerCase(), first]] : [];
    }),
  );
}
