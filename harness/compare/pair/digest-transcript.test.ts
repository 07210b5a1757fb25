import { expect, it } from 'vitest';

import type { ReplayTier } from '../../core/trial/transcript.ts';
import type { TrialRecord } from '../../core/trial/trial.ts';
import { digestTranscript } from './digest-transcript.ts';

const trial = (tier: ReplayTier | null): TrialRecord => ({
  lane: { suite: 's', scenario: 'a', variant: 'v', plan: 'none', repeat: 1 },
  cluster: 'a',
  outcome: { status: 'finished', stopReason: 'answered' },
  tier,
  faults: [],
  events: [],
});

it.each([
  { tier: null, isSame: true },
  { tier: 'exact', isSame: true },
  { tier: 'allowed', isSame: false },
] as const)('a transcript replayed as $tier equals an exact one: $isSame', ({ tier, isSame }) => {
  expect(digestTranscript(trial(tier)) === digestTranscript(trial('exact'))).toBe(isSame);
});

it.each(['loose', 'position'] as const)('a %s replay is never identical to anything', (tier) => {
  expect(digestTranscript(trial(tier))).toBeNull();
});
