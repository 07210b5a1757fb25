import { expect, it } from 'vitest';

import type { ReplayTier } from '../core/trial/transcript.ts';
import type { TrialOutcome } from '../core/trial/trial.ts';
import { RefusalWatch } from './refusal-watch.ts';
import type { GroupTrial } from './trial/run-group.ts';

const answered: TrialOutcome = { status: 'finished', stopReason: 'answered' };
const refused: TrialOutcome = {
  status: 'invalid',
  code: 'provider_error',
  cause: 'connection_refused',
  detail: [],
};

function trial(outcome: TrialOutcome, tier: ReplayTier | null): GroupTrial {
  // The watch reads no more than this of a trial.
  return { record: { outcome, tier } } as unknown as GroupTrial;
}

const live = trial(answered, null);
const replayed = trial(answered, 'exact');
const lost = trial(refused, null);

it.each([
  ['refused each time', [[lost], [lost], [lost]], [1, 2, 3]],
  ['an answer in between', [[lost], [live], [lost]], [1, 0, 1]],
  [
    'clean trials that are recorded, and faulted ones that are refused',
    [
      [replayed, lost],
      [replayed, lost],
    ],
    [1, 2],
  ],
  ['a group that was replayed as a whole', [[lost], [replayed], [lost]], [1, 1, 2]],
  ['an answer beside a refusal', [[lost], [live, lost], [lost]], [1, 0, 1]],
] as const)('counts in a row: %s', (_, groups, counts) => {
  const watch = new RefusalWatch();
  expect(groups.map((group) => watch.see(group))).toEqual(counts);
});

it('says what the provider said last', () => {
  const watch = new RefusalWatch();
  watch.see([replayed, lost]);
  expect(watch.cause).toBe('connection_refused');
});
