import type { MetricName, MetricRef } from '../core/score/metric.ts';
import type { ModelNature } from '../core/suite/suite.ts';
import type { Verdict } from '../core/run.ts';

/** What the two sides differ in. */
export type ComparedBy =
  | 'variant'
  | 'model'
  | 'toolset'
  | 'loop'
  | 'prompt'
  | 'params'
  | 'plan'
  /** Of imported runs: all plans of one attack. */
  | 'attack';

/** One side of a comparison. */
export interface ComparedSide {
  /** Variant name, with the run it comes from when there is more than one. */
  readonly name: string;
  readonly model: string;
  readonly nature: ModelNature;
  readonly about: string | null;
  readonly toolset: string;
  readonly loop: string;
}

/** A value with its interval. All are `null` where nothing was judged. */
export interface Estimate {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** One metric on both sides, over the common, valid part. */
/** A metric of a team's own brings `info` along. */
export interface MetricComparison extends MetricRef {
  /** Takes part in the verdict and in Holm's adjustment: it blocks when it is worse. */
  readonly gated: boolean;
  /** It must also be shown to be not worse: where nothing moved, the exact bound must be within the margin. */
  readonly deciding?: boolean;
  readonly baseline: Estimate;
  readonly candidate: Estimate;
  /** Candidate minus baseline, paired by cluster. No bounds where all clusters moved alike, or none did. */
  readonly difference: Estimate;
  /**
   * Plain means over the paired trials, each weighing the same; only where they differ from the means over clusters.
   */
  readonly trialMeans?: { readonly baseline: number; readonly candidate: number };
  readonly p: number | null;
  /** Adjusted over the gated metrics; `null` for the others. */
  readonly adjustedP: number | null;
  /** Name of the test, such as `sign-flip`. */
  readonly method: string | null;
  /** How much worse still counts as not worse, in the unit of the metric. */
  readonly margin?: number;
  /**
   * Pairs that moved, and the p of McNemar's test as if all of them were independent: only for comparison with
   * published figures. Absent where values are not all 0 or 1.
   */
  readonly naive?: { readonly better: number; readonly worse: number; readonly p: number };
  /**
   * p of the mean over all pairs, each weighing the same, by its clustered standard error and the normal distribution:
   * only for comparison with published figures. The `p` above weighs clusters the same and needs no normal
   * distribution.
   */
  readonly clusteredP?: number;
  /** Clusters whose values differ. */
  readonly moved?: number;
  /**
   * Only where nothing moved, or all clusters moved alike, so that an interval would have no width: the share of
   * clusters that could still get worse (upper 95 % bound, exact).
   */
  readonly worseShareBound?: number;
  /** Only where too little moved for a reliable interval: the largest mean loss that cannot be excluded (exact). */
  readonly exactLoss?: number;
  /**
   * Only where the exact bound leaves the verdict open: the total number of clusters that would decide it if no more of
   * them moved.
   */
  readonly clustersToDecide?: number | null;
  /** Clusters with a value on both sides. */
  readonly clusters: number;
  /** Clusters planned on either side. */
  readonly clustersPlanned: number;
  readonly verdict: Verdict;
  /** One plain sentence. */
  readonly sentence: string;
  /** Advice on what would decide it; `null` when it is decided. */
  readonly advice: string | null;
}

/** Where two transcripts first differ, and what each side did there. */
export interface Divergence {
  readonly event: number;
  readonly baseline: string;
  readonly candidate: string;
}

/** A scenario whose outcome changed. */
export interface Flip {
  readonly scenario: string;
  readonly plan: string;
  readonly direction: 'better' | 'worse';
  /** Shares of repeats that succeeded. */
  readonly baseline: number;
  readonly candidate: number;
  /** The repeat that `divergence` is about: the first that came out differently. */
  readonly repeat?: number;
  readonly divergence: Divergence | null;
  /** Codes and texts of the losses on the worse side. */
  readonly reasons: readonly string[];
}

/** A cell of a confusion matrix; `null` = no call. */
export interface ConfusionCell {
  readonly expected: string | null;
  readonly called: string | null;
  readonly baseline: number;
  readonly candidate: number;
}

/** A count by some name on both sides. */
export interface CountPair {
  readonly name: string;
  readonly baseline: number;
  readonly candidate: number;
}

/** A piece of a word diff. */
export interface DiffPiece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** A tool whose text differs between the two sides, with the change of its selection. */
export interface ToolChange {
  /** Its name; of a tool that was renamed, the new one. */
  readonly tool: string;
  /** Its name in the baseline, where the candidate has it under another. */
  readonly renamedFrom?: string;
  readonly description: readonly DiffPiece[];
  /** Paths inside the parameters that differ. */
  readonly parameters: readonly string[];
  /** Of the times it was expected, how often it was called. */
  readonly recall: { readonly baseline: number | null; readonly candidate: number | null };
  /** Of the times it was called, how often it was expected. */
  readonly precision: { readonly baseline: number | null; readonly candidate: number | null };
  /** Scenarios that expected or called it and whose selection moved. */
  readonly moved: readonly string[];
}

/** The calls of one tool where it was expected, on both sides; a loss cannot be offset by another tool. */
export interface ToolVerdict {
  readonly tool: string;
  /** Of the times it was expected, how often it was called: means over clusters in which both sides expected it. */
  readonly recall: { readonly baseline: number; readonly candidate: number };
  readonly clusters: number;
  /** Clusters in which its recall fell, and in which it rose. */
  readonly worse: number;
  readonly better: number;
  /** Exact or by sign flips, and adjusted over the tools of all candidates (Holm). */
  readonly p: number;
  readonly adjustedP: number;
  readonly verdict: 'PASS' | 'REGRESSION' | 'INCONCLUSIVE';
  /** It prevents PASS: a significant loss, or a loss of half the recall or more that is not significant. */
  readonly blocks: boolean;
  /** One plain sentence. */
  readonly sentence: string;
}

/** The chances of success with k attempts at each scenario. */
export interface Reliability {
  readonly k: number;
  /** Chance that all k succeed: pass^k. */
  readonly all: { readonly baseline: number; readonly candidate: number };
  /** Chance that at least one of k succeeds: pass@k. */
  readonly any: { readonly baseline: number; readonly candidate: number };
}

/** The course of a comparison that was judged after each cluster, with the error rate of all looks together. */
export interface SequentialOutcome {
  readonly metric: MetricName;
  /** Clusters that were looked at, and the most that could have been. */
  readonly looks: number;
  readonly budget: number;
  /** `null`: the budget ended first. */
  readonly decidedAt: number | null;
  /** Of the difference in favour of the candidate; holds at all looks at once. */
  readonly low: number;
  readonly high: number;
}

/** A complete comparison of two variants, with everything that reports show. */
export interface Comparison {
  readonly schemaVersion: 1;
  readonly suite: string;
  readonly by: ComparedBy;
  readonly baseline: ComparedSide;
  readonly candidate: ComparedSide;
  /** Every paired trial is the same on both sides, event by event and score by score. */
  readonly identical: boolean;
  readonly coverage: {
    readonly pairedTrials: number;
    readonly onlyBaseline: number;
    readonly onlyCandidate: number;
    readonly invalid: number;
    readonly clusters: number;
    readonly scenarios?: number;
    /** Scenarios of either side. */
    readonly scenariosPlanned?: number;
  };
  readonly metrics: readonly MetricComparison[];
  readonly flips: readonly Flip[];
  readonly confusion: readonly ConfusionCell[];
  readonly argumentErrors: readonly CountPair[];
  readonly endReasons: readonly CountPair[];
  /** Recovery by fault kind: handled of fired on both sides. */
  readonly recovery: readonly {
    readonly kind: string;
    readonly baseline: Estimate;
    readonly candidate: Estimate;
  }[];
  /** From k = 1 up to the fewest repeats of a scenario; empty without repeats. */
  readonly reliability?: readonly Reliability[];
  readonly toolChanges: readonly ToolChange[];
  /** About how many tokens the descriptions of all tools cost in each turn; absent where they are the same. */
  readonly descriptionTokens?: { readonly baseline: number; readonly candidate: number };
  /** Each tool that both sides have and expected; absent in comparisons of older versions. */
  readonly tools?: readonly ToolVerdict[];
  /** What the suite says has changed in the toolset of each side; absent where both have the same, or no note. */
  readonly notes?: readonly { readonly toolset: string; readonly note: string }[];
  /** Comparisons that p was adjusted over together with this one; absent where it was alone. */
  readonly comparedTogether?: number;
  /** Present when the verdict was reached by looking after each cluster. */
  readonly sequential?: SequentialOutcome;
  readonly verdict: Verdict;
  readonly exitCode: number;
  readonly sentence: string;
  readonly invalidReasons: readonly { readonly code: string; readonly text: string }[];
}
