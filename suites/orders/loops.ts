import type { LoopInput } from 'toolrig';

/** What most first drafts are: nothing is checked or remembered, errors say nothing, and only the turn cap ends it. */
const naive: LoopInput = {
  enforce: { batch: false, policy: false, validation: false, confirm: false },
  journal: null,
  retry: { max: 1, on: ['timeout', 'rate_limited', 'unavailable'], modelMax: 2, backoffMs: 500 },
  corrections: 1000,
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
    deadlineMs: 86_400_000,
  },
};

/** The reference loop but for one thing: after one round of calls, those of the next answer are dropped. */
const singleRound: LoopInput = {
  enforce: { batch: true, policy: true, validation: true, confirm: true },
  journal: {
    dedupe: true,
    scope: 'conversation',
    ttlMs: 86_400_000,
    onDuplicate: 'replay',
    unknown: 'reconcile',
  },
  retry: { max: 1, on: ['timeout', 'rate_limited', 'unavailable'], modelMax: 2, backoffMs: 500 },
  corrections: 1,
  errors: 'structured',
  badJson: 'answer',
  unknownTool: 'answer',
  empty: 'meaning',
  results: { maxChars: 8000, batchChars: 24_000, mode: 'cut' },
  identity: 'deny',
  history: 'full',
  singleRound: true,
  unrecoverable: 'feedback',
  proposeOnly: false,
  guards: {
    maxTurns: 8,
    repeat: 3,
    cyclePeriod: 4,
    cycleTimes: 3,
    noProgress: 3,
    calls: 24,
    callsPerMinute: 0,
    tokens: 0,
    parallel: 0,
    breaker: 0,
    breakerMs: 30_000,
    toolTimeoutMs: 30_000,
    modelTimeoutMs: 60_000,
    deadlineMs: 120_000,
  },
};

/** Loops by name; `reference` is always there. Every setting is spelled out, so that a change of defaults changes nothing here. */
export const loops: Readonly<Record<string, LoopInput>> = { naive, 'single-round': singleRound };
