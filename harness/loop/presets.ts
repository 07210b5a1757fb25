import { type LoopSettings, referenceLoop } from '../core/suite/loop-settings.ts';

/** A typical first draft of a loop: it checks nothing, remembers nothing and retries when unsure. */
export const naiveLoop: LoopSettings = {
  enforce: { batch: false, policy: false, validation: false, confirm: false },
  journal: null,
  retry: {
    max: 1,
    on: ['timeout', 'rate_limited', 'unavailable'],
    modelMax: 2,
    backoffMs: 500,
  },
  corrections: 1_000,
  errors: 'bare',
  badJson: 'answer',
  unknownTool: 'answer',
  empty: 'bare',
  results: { maxChars: 1_000_000, batchChars: 1_000_000, mode: 'cut' },
  identity: 'deny',
  history: 'full',
  singleRound: false,
  unrecoverable: 'feedback',
  proposeOnly: false,
  offer: referenceLoop.offer,
  guards: {
    maxTurns: 8,
    repeat: 0,
    cyclePeriod: 0,
    cycleTimes: 0,
    noProgress: 0,
    calls: 0,
    callsPerMinute: 0,
    tokens: 0,
    parallel: 0,
    breaker: 0,
    breakerMs: 30_000,
    toolTimeoutMs: 30_000,
    modelTimeoutMs: 60_000,
    deadlineMs: 0,
  },
};

/** The reference loop with one difference: after one round of calls, the calls of the next answer are dropped. */
export const singleRoundLoop: LoopSettings = { ...referenceLoop, singleRound: true };
