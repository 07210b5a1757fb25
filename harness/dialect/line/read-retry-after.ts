import type { Deviation } from '../../core/talk/model.ts';

/** How long a provider asks to wait. */
export interface RetryAfter {
  /** `null`: not said, unreadable or absurd; the caller uses its own back-off. */
  readonly ms: number | null;
  readonly deviations: readonly Deviation[];
}

/** A longer wait is taken for a mistake. */
const absurdMs = 7 * 86_400_000;

/**
 * Reads `retry-after-ms` (milliseconds, OpenAI) or else `retry-after`: seconds or an HTTP date
 * (RFC 9110, section 10.2.3). A date needs the time at which the answer came; past dates are 0.
 */
export function readRetryAfter(
  headers: Readonly<Record<string, string>>,
  epochMs?: number,
): RetryAfter {
  const exact = headers['retry-after-ms'];
  const exactMs = exact === undefined ? null : readNumber(exact);
  if (exactMs !== null) return bound(exactMs, exact ?? '');
  const value = headers['retry-after'];
  if (value === undefined) {
    return exact === undefined ? { ms: null, deviations: [] } : unreadable(exact);
  }
  const seconds = readNumber(value);
  if (seconds !== null) return bound(seconds * 1_000, value);
  const dateMs = readHttpDate(value);
  if (dateMs === null || epochMs === undefined) return unreadable(value);
  return bound(Math.max(0, Math.ceil((dateMs - epochMs) / 1_000) * 1_000), value);
}

/** Milliseconds since 1970 of an HTTP date in its fixed form; `null` for any other text. */
export function readHttpDate(value: string): number | null {
  const form = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;
  const ms = form.test(value.trim()) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}

function readNumber(value: string): number | null {
  return /^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(value.trim()) ? Number(value) : null;
}

function bound(ms: number, value: string): RetryAfter {
  if (ms <= absurdMs) return { ms: Math.ceil(ms), deviations: [] };
  const text = `"${value}" asks for a wait of more than a week`;
  return { ms: null, deviations: [{ code: 'retry_after_absurd', text }] };
}

function unreadable(value: string): RetryAfter {
  const text = `"${value.slice(0, 60)}" is neither a number of seconds nor a date that can be used`;
  return { ms: null, deviations: [{ code: 'retry_after_unreadable', text }] };
}
