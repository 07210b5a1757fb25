import type { Exchange } from '../../core/talk/exchange.ts';

/** The longest time of a recording: about 11 days. */
const mostMs = 1e9;
const mostCount = 1e6;

/**
 * The problem with the numbers of a recorded attempt; `null` when they are valid. A seal only shows that a file is unchanged,
 * and anyone can write one: `1e309` is read as infinity, and a clock that waits for it never returns.
 */
export function checkExchange(exchange: Exchange, place: Place): string | null {
  const { status, headersAtMs, endAtMs, frames } = exchange;
  const found =
    findOdd('turn', place.turn, mostCount) ??
    findOdd('attempt', place.attempt, mostCount) ??
    findOdd('status', status, 999) ??
    findOdd('headersAtMs', headersAtMs, mostMs) ??
    findOdd('endAtMs', endAtMs, mostMs);
  if (found !== null) return found;
  const times = frames.map((frame) => findOdd('atMs', frame.atMs, mostMs));
  return times.find((problem) => problem !== null) ?? null;
}

interface Place {
  readonly turn: number;
  readonly attempt: number;
}

function findOdd(name: string, value: number, most: number): string | null {
  if (typeof value === 'number' && value >= 0 && value <= most) return null;
  return `has "${name}": ${String(value)}, expected a number from 0 to ${most}`;
}
