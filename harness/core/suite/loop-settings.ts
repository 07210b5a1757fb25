import type { ToolErrorKind } from '../trial/tool-error.ts';

/** Which judgements the loop enforces; the tool boundary records all of them in any case. */
export interface EnforceSettings {
  /** One bad call holds back the whole batch. */
  readonly batch: boolean;
  readonly policy: boolean;
  readonly validation: boolean;
  readonly confirm: boolean;
}

/** What the loop remembers of writes. `null` = no journal. */
export interface JournalSettings {
  readonly dedupe: boolean;
  readonly scope: 'conversation' | 'trial';
  /** Virtual milliseconds after which the same key is a new intention. */
  readonly ttlMs: number;
  readonly onDuplicate: 'replay' | 'error';
  readonly unknown: 'reconcile' | 'retry';
}

/** The loop's own retries; argument errors are not retried but corrected by the model. */
export interface RetrySettings {
  /** Extra attempts of a tool call. */
  readonly max: number;
  readonly on: readonly ToolErrorKind[];
  /** Extra attempts of a model request. */
  readonly modelMax: number;
  /** Wait before the first retry; doubled each time; `Retry-After` goes before it. */
  readonly backoffMs: number;
}

/** How long results may be, and how longer ones are shortened. */
export interface ResultSettings {
  readonly maxChars: number;
  /** Shared by all results of one batch. */
  readonly batchChars: number;
  readonly mode: 'cut' | 'page' | 'summary';
}

/** Limits that end a trial regardless of the model. */
export interface GuardSettings {
  readonly maxTurns: number;
  /** Same normalised arguments and same result, this often; 0 = off. */
  readonly repeat: number;
  /** Longest period of a cycle that is looked for; 0 = off. */
  readonly cyclePeriod: number;
  /** How often a cycle must come round. */
  readonly cycleTimes: number;
  /** Turns without a new result or effect; 0 = off. */
  readonly noProgress: number;
  /** Tool calls in a trial; 0 = off. */
  readonly calls: number;
  /** Tool calls in a virtual minute; 0 = off. */
  readonly callsPerMinute: number;
  /** Tokens of requests and replies in a trial, as the provider counts them; 0 = off. */
  readonly tokens: number;
  /** Reads of one reply that run at the same time; 0 = all of them. */
  readonly parallel: number;
  /** Failures of one tool in a row after which it is no longer called (a circuit breaker); 0 = off. */
  readonly breaker: number;
  /** Virtual milliseconds after which a tool that the breaker cut off is tried once more. */
  readonly breakerMs: number;
  readonly toolTimeoutMs: number;
  readonly modelTimeoutMs: number;
  readonly deadlineMs: number;
}

/** How the tools of a turn are chosen. */
export const offerModes = ['all', 'top-k', 'role', 'phase', 'two-stage'] as const;

/** Which tools are offered to the model in each turn. */
export interface OfferSettings {
  /**
   * `top-k`: those that a router ranks highest for the request. `role`: those that the role of the session may use. `phase`:
   * those of the phases that are open. `two-stage`: a summary of each tool first, and whole tools on request. Every mode but
   * `all` leaves out the tools of other roles.
   */
  readonly mode: (typeof offerModes)[number];
  /** `top-k`: how many tools. */
  readonly top: number;
  /** `top-k`: a router of toolrig or of the suite. */
  readonly router: string;
  /** Names, categories or tags of tools that are offered in each turn. */
  readonly always: readonly string[];
  /** `phase`: the phases that are open at first. */
  readonly phases: readonly string[];
}

/** Every setting of the reference loop. Part of the variant and of the report. */
export interface LoopSettings {
  readonly enforce: EnforceSettings;
  readonly journal: JournalSettings | null;
  readonly retry: RetrySettings;
  /** Rounds in which the model may correct a call with bad arguments. */
  readonly corrections: number;
  readonly errors: 'structured' | 'bare' | 'stack';
  /** Arguments that are not JSON: the call is answered, or the loop throws and the trial ends. */
  readonly badJson: 'answer' | 'raise';
  /** A tool that does not exist: the call is answered, or the loop throws and the trial ends. */
  readonly unknownTool: 'answer' | 'raise';
  readonly empty: 'meaning' | 'bare';
  readonly results: ResultSettings;
  readonly identity: 'deny' | 'match';
  /** What later requests hold of results of earlier turns: all, a stub, or their plain fields with counts of lists. */
  readonly history: 'full' | 'dropResults' | 'summariseResults';
  /** Calls in the second answer are dropped. */
  readonly singleRound: boolean;
  readonly unrecoverable: 'feedback' | 'stop';
  /** Writes are proposed, never executed. */
  readonly proposeOnly: boolean;
  readonly offer: OfferSettings;
  readonly guards: GuardSettings;
}

/** The loop that the rest is measured against. */
export const referenceLoop: LoopSettings = {
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
  results: { maxChars: 8_000, batchChars: 24_000, mode: 'cut' },
  identity: 'deny',
  history: 'full',
  singleRound: false,
  unrecoverable: 'feedback',
  proposeOnly: false,
  offer: { mode: 'all', top: 5, router: 'words', always: [], phases: [] },
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
