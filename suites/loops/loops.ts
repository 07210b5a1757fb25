import type { LoopInput } from 'toolrig';

/**
 * Loops that are one setting away from the reference loop, by the name of their variant; everything else is as in the reference
 * loop. The last three are two settings away, where one setting hides what the other costs.
 */
export const loops: Readonly<Record<string, LoopInput>> = {
  // What the model is told.
  'bare-errors': { errors: 'bare' },
  'stack-errors': { errors: 'stack' },
  'bare-empty': { empty: 'bare' },
  'stop-unrecoverable': { unrecoverable: 'stop' },
  'corrections-0': { corrections: 0 },
  'corrections-2': { corrections: 2 },
  'dropped-results': { history: 'dropResults' },
  'summarised-history': { history: 'summariseResults' },
  'paged-results': { results: { mode: 'page' } },
  'summarised-results': { results: { mode: 'summary' } },
  'whole-results': { results: { maxChars: 1_000_000, batchChars: 1_000_000 } },
  'small-results': { results: { batchChars: 2_000 } },
  // What is done with a call.
  'no-batch': { enforce: { batch: false } },
  'no-policy': { enforce: { policy: false } },
  'no-validation': { enforce: { validation: false } },
  'no-confirm': { enforce: { confirm: false } },
  'match-identity': { identity: 'match' },
  'raise-bad-json': { badJson: 'raise' },
  'raise-unknown-tool': { unknownTool: 'raise' },
  'single-round': { singleRound: true },
  'propose-only': { proposeOnly: true },
  // What is remembered and repeated.
  'no-journal': { journal: null },
  'retry-unknown': { journal: { unknown: 'retry' } },
  'no-dedupe': { journal: { dedupe: false } },
  'duplicate-error': { journal: { onDuplicate: 'error' } },
  'trial-journal': { journal: { scope: 'trial' } },
  'short-journal': { journal: { ttlMs: 1_000 } },
  'no-retry': { retry: { max: 0 } },
  'no-timeout-retry': { retry: { on: ['rate_limited', 'unavailable'] } },
  'no-model-retry': { retry: { modelMax: 0 } },
  'long-backoff': { retry: { backoffMs: 70_000 } },
  // When it stops.
  'turns-4': { guards: { maxTurns: 4 } },
  'turns-12': { guards: { maxTurns: 12 } },
  'no-repeat-guard': { guards: { repeat: 0 } },
  'no-cycle-guard': { guards: { cyclePeriod: 0 } },
  'late-cycle-guard': { guards: { cycleTimes: 5 } },
  'no-progress-guard': { guards: { noProgress: 0 } },
  'no-call-budget': { guards: { calls: 0 } },
  'calls-per-minute': { guards: { callsPerMinute: 7 } },
  'token-budget': { guards: { tokens: 12_000 } },
  'short-timeouts': { guards: { toolTimeoutMs: 5_000 } },
  'short-model-timeout': { guards: { modelTimeoutMs: 100 } },
  'short-deadline': { guards: { deadlineMs: 30_000 } },
  breaker: { guards: { breaker: 2 } },
  'one-at-a-time': { guards: { parallel: 1 } },
  // Two settings away.
  'no-guards': { guards: { repeat: 0, noProgress: 0 } },
  'dropped-results-no-journal': { history: 'dropResults', journal: null },
  'short-timeouts-one-at-a-time': { guards: { toolTimeoutMs: 5_000, parallel: 1 } },
  'short-timeouts-breaker': { guards: { toolTimeoutMs: 5_000, breaker: 2 } },
};
