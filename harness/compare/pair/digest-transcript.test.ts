import { expect, it } from 'vitest';

import type { ReplayTier, TranscriptEvent } from '../../core/trial/transcript.ts';
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

/** A reply that comes from a model of this name, asked for by another name. */
function answeredBy(model: string, text: string): TrialRecord {
  const differs = { code: 'model_differs', text: `"${model}-asked" was asked for` };
  const reply: TranscriptEvent = {
    type: 'reply',
    seq: 1,
    atMs: 0,
    turn: 1,
    attempt: 1,
    from: 'scripted',
    text,
    refusal: null,
    calls: [],
    stop: 'stop',
    finishReason: 'stop',
    usage: null,
    model,
    deviations: [differs],
    durationMs: 1,
  };
  return { ...trial(null), events: [reply] };
}

it('two models that say the same have the same transcript, whatever they are called', () => {
  const digest = digestTranscript(answeredBy('old', 'ok'));
  expect(digestTranscript(answeredBy('new', 'ok'))).toBe(digest);
  expect(digestTranscript(answeredBy('new', 'no'))).not.toBe(digest);
});
