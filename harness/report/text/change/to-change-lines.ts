import type { RunSummary } from '../../../core/run.ts';
import { toLine } from '../to-plain-text.ts';

const mostShown = 12;

type State = 'failed' | 'invalid';

/**
 * What differs between two runs of one suite, a line a trial: those that fail now first, then those that could not be
 * measured, then those that are well again.
 */
export function toChangeLines(before: RunSummary, after: RunSummary): readonly string[] {
  const was = readStates(before);
  const is = readStates(after);
  const lanes = [...new Set([...is.keys(), ...was.keys()])].toSorted();
  const changed = lanes.filter((lane) => is.get(lane)?.state !== was.get(lane)?.state);
  const lines = order.flatMap(([state, word]) =>
    changed
      .filter((lane) => (is.get(lane)?.state ?? null) === state)
      .map((lane) => toLine(`  ${word} ${lane}${toReason(is.get(lane)?.reason)}`)),
  );
  const others = lanes
    .filter((lane) => !changed.includes(lane) && is.get(lane)?.reason !== was.get(lane)?.reason)
    .map((lane) =>
      toLine(`  still ${is.get(lane)?.state ?? ''}: ${lane}${toReason(is.get(lane)?.reason)}`),
    );
  const counts = toCounts(before, after);
  const all = [...lines, ...others];
  if (all.length === 0) return [`since the last run: no trial changed${counts}`];
  const more = all.length > mostShown ? [`  ... and ${all.length - mostShown} more`] : [];
  return [`since the last run${counts}:`, ...all.slice(0, mostShown), ...more];
}

const order: readonly (readonly [state: State | null, word: string])[] = [
  ['failed', 'now fails:'],
  ['invalid', 'now INVALID:'],
  [null, 'fails no longer:'],
];

interface Bad {
  readonly state: State;
  readonly reason: string;
}

/** Trials that did not pass, with their first reason. */
function readStates({ failures, invalidReasons }: RunSummary): ReadonlyMap<string, Bad> {
  const states = new Map<string, Bad>();
  for (const { lane, code, text } of failures) {
    if (!states.has(lane)) states.set(lane, { state: 'failed', reason: `${code}: ${text}` });
  }
  for (const { code, text, lanes } of invalidReasons) {
    for (const lane of lanes) states.set(lane, { state: 'invalid', reason: `${code}: ${text}` });
  }
  return states;
}

function toReason(reason: string | undefined): string {
  return reason === undefined ? '' : `  ${reason}`;
}

/** The number of trials where it is another one: an edit may add or remove scenarios. */
function toCounts(before: RunSummary, after: RunSummary): string {
  return before.planned === after.planned
    ? ''
    : ` (${after.planned} trials planned, ${before.planned} before)`;
}
