import type { AskPosition } from '../core/talk/model.ts';

/** Counts turns and attempts of an agent that does not say where it is. */
export interface AttemptCounter {
  /** Where a request with this body is: the same body again after an error is the next attempt of its turn. */
  next(body: string): AskPosition;
  /** What became of an attempt; later words about the same attempt count for nothing. */
  told(position: AskPosition, ok: boolean): void;
}

interface OpenTurn {
  readonly turn: number;
  attempt: number;
  failed: boolean;
}

/**
 * Creates the counter of one trial. Several requests may be in flight, each with its own turn. The same body while
 * its first request is still open (several samples of one prompt) is a turn of its own.
 */
export function createAttemptCounter(): AttemptCounter {
  let turns = 0;
  /** Turns without an answer so far, by body. */
  const open = new Map<string, OpenTurn[]>();
  const bodies = new Map<number, string>();
  return {
    next(body) {
      const list = open.get(body) ?? [];
      const failed = list.find((entry) => entry.failed);
      if (failed !== undefined) {
        failed.attempt += 1;
        failed.failed = false;
        return { turn: failed.turn, attempt: failed.attempt };
      }
      turns += 1;
      open.set(body, [...list, { turn: turns, attempt: 1, failed: false }]);
      bodies.set(turns, body);
      return { turn: turns, attempt: 1 };
    },
    told({ turn, attempt }, ok) {
      const body = bodies.get(turn) ?? '';
      const list = open.get(body) ?? [];
      const entry = list.find((candidate) => candidate.turn === turn);
      if (entry === undefined || entry.attempt !== attempt) return;
      entry.failed = !ok;
      if (!ok) return;
      bodies.delete(turn);
      open.set(
        body,
        list.filter((candidate) => candidate !== entry),
      );
    },
  };
}
