import { expect, it } from 'vitest';

import type { FaultRecord } from '../../core/suite/fault.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { pairTrials } from '../pair/pair-trials.ts';
import { compareRecovery } from './compare-recovery.ts';

const fault = (kind: string, fired: number, handled: boolean | null): FaultRecord => ({
  name: kind,
  kind,
  address: { on: 'model', turn: 1, attempt: 1 },
  fired,
  noticed: fired > 0,
  handled,
});

/** Values of both sides, by kind. */
function recover(
  ...trials: readonly {
    readonly cluster?: string;
    readonly before: readonly FaultRecord[];
    readonly after: readonly FaultRecord[];
  }[]
): unknown {
  const side = (which: 'before' | 'after') =>
    trials.map((trial, place) =>
      makeScoreRecord({
        scenario: `s${place}`,
        cluster: trial.cluster ?? `s${place}`,
        faults: trial[which],
      }),
    );
  const { pairs } = pairTrials(side('before'), side('after'), 'variant');
  return compareRecovery(pairs).map(({ kind, baseline, candidate }) => [
    kind,
    baseline.value,
    candidate.value,
  ]);
}

it('tells the share of handled faults apart for both sides', () => {
  const handled = [fault('http', 1, true)];
  const lost = [fault('http', 1, false)];
  expect(recover({ before: handled, after: lost }, { before: handled, after: handled })).toEqual([
    ['http', 1, 0.5],
  ]);
});

it('counts no fault that did not strike, whatever is said of it, and none that could not be judged', () => {
  const idle = [fault('http', 0, true), fault('timeout', 0, false), fault('slow', 2, null)];
  expect(recover({ before: idle, after: idle })).toEqual([]);
  expect(recover({ before: [fault('http', 1, true)], after: idle })).toEqual([['http', 1, null]]);
});

it('sorts kinds by name, and averages within clusters first', () => {
  const both = (handled: boolean) => [fault('slow', 1, handled), fault('http', 1, handled)];
  expect(
    recover(
      { cluster: 'big', before: both(true), after: both(true) },
      { cluster: 'big', before: both(true), after: both(false) },
      { cluster: 'big', before: both(true), after: both(false) },
      { cluster: 'big', before: both(true), after: both(false) },
      { cluster: 'small', before: both(false), after: both(true) },
    ),
  ).toEqual([
    ['http', 0.5, 0.625],
    ['slow', 0.5, 0.625],
  ]);
});
