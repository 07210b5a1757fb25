import type { JsonObject } from '../json/json.ts';
import type { ByMetric, MetricInfo } from './score/metric.ts';
import type { ModelNature } from './suite/suite.ts';
import type { MetricSummary } from './score/score.ts';

/** How a run gets its model replies. */
export type RunMode = 'replay' | 'record' | 'live';

/** What a run or a comparison came to. */
export type Verdict = 'PASS' | 'FAIL' | 'REGRESSION' | 'INCONCLUSIVE' | 'INVALID';

/** Exit codes by meaning. Precedence: interrupted > usage > invalid > failed > inconclusive > passed. */
export const exitCodes = {
  passed: 0,
  failed: 1,
  usage: 2,
  inconclusive: 3,
  invalid: 4,
  interrupted: 130,
} as const;

/** Faults of a run, counted by place. */
export interface FaultCounts {
  readonly planned: number;
  readonly fired: number;
  readonly noticed: number;
  readonly handled: number;
  readonly unreachable: number;
}

/** Scores of one variant over all its trials. */
export type MetricSummaries = ByMetric<MetricSummary>;

/** One field of the arguments that a model got wrong, over all trials. */
export interface WrongField {
  readonly tool: string;
  /** JSON path in the arguments, such as `$.filters.country`. */
  readonly path: string;
  /** What was wrong, such as `missing_required`; sorted. */
  readonly codes: readonly string[];
  /** First attempts in which it was wrong, and how many of them were right there in the next attempt. */
  readonly wrong: number;
  readonly mended: number;
  /** Corrections that moved away there. */
  readonly worse: number;
}

/** One variant in a summary. */
export interface VariantSummary {
  readonly model: string;
  readonly nature: ModelNature;
  readonly about: string | null;
  readonly toolset: string;
  readonly loop: string;
  readonly planned: number;
  readonly passed: number;
  readonly failed: number;
  readonly invalid: number;
  readonly skipped: number;
  readonly scores: MetricSummaries;
  /** By tool and path, those that were wrong most often first; absent where no field was wrong. */
  readonly wrongFields?: readonly WrongField[];
}

/** Which part of a run a summary is of. */
export interface RunPart {
  /** Counts from 1. */
  readonly index: number;
  readonly count: number;
  /** Recordings of this part that no trial asked for; absent where there are none. */
  readonly surplus?: PartSurplus;
}

/** Recordings without a trial, with the words that name them to the user. */
export interface PartSurplus {
  readonly file: string;
  readonly cassettes: string;
  readonly gone: readonly string[];
  readonly unreached: readonly string[];
}

/** `summary.json`: everything a table or a gate needs, no times, no paths. */
export interface RunSummary {
  readonly schemaVersion: 1;
  readonly suite: string;
  readonly mode: RunMode;
  readonly planned: number;
  readonly passed: number;
  readonly failed: number;
  readonly invalid: number;
  readonly skipped: number;
  readonly verdict: Verdict;
  readonly exitCode: number;
  readonly faults: FaultCounts;
  /** By fault kind. */
  readonly faultKinds: Readonly<Record<string, FaultCounts>>;
  /** How the team's own metrics read; absent where there is none. */
  readonly metrics?: readonly MetricInfo[];
  readonly variants: Readonly<Record<string, VariantSummary>>;
  readonly invalidReasons: readonly {
    readonly code: string;
    readonly text: string;
    readonly lanes: readonly string[];
  }[];
  /** Trials that were planned and could not be reached, by cause. */
  readonly skips: readonly {
    readonly code: string;
    readonly text: string;
    readonly lanes: readonly string[];
  }[];
  /** What fails nothing and should be looked at; only there when there is any. */
  readonly warnings?: readonly {
    readonly code: string;
    readonly text: string;
    readonly lanes: readonly string[];
  }[];
  readonly failures: readonly {
    readonly lane: string;
    readonly metric: string;
    readonly code: string;
    readonly text: string;
  }[];
  readonly manifestHash: string;
  /** One part of a run, by `--shard`: it never passes by itself. Absent: the whole run. */
  readonly part?: RunPart;
}

/**
 * `manifest.json`: what was asked for (`selection`), what it ran (`content`: everything needed to score it again),
 * on what (`environment`: times, versions, machine; not part of the hash).
 */
export interface RunManifest {
  readonly schemaVersion: 1;
  readonly selection: JsonObject;
  readonly content: JsonObject;
  readonly environment: JsonObject;
}
