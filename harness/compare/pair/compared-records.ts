import type { JsonObject } from '../../json/json.ts';
import type { MetricInfo, MetricName } from '../../core/score/metric.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import type { ComparedSide } from '../comparison.ts';

/** A tool as the model was offered it. */
export interface ComparedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** Everything that is known of one side of a comparison. */
export interface ComparedRecords {
  readonly suite: string;
  readonly side: ComparedSide;
  readonly tools: readonly ComparedTool[];
  /** What the suite says has changed in its toolset; absent where it says nothing. */
  readonly note?: string;
  /** The trials of this side, and of no other, in any order. */
  readonly records: readonly ScoreRecord[];
  /** How its own metrics read; absent where it has none. */
  readonly own?: readonly MetricInfo[];
  /** Metrics that the suite says decide; absent where it says none. */
  readonly decides?: readonly MetricName[];
  /** Digests of transcripts by trial key, of trials whose replies were all as recorded; absent where none were kept. */
  readonly transcripts?: ReadonlyMap<string, string>;
  /** Why its run as a whole did not measure what was asked, such as `interrupted`. */
  readonly refusals: readonly { readonly code: string; readonly text: string }[];
  /** Why trials of this side could not be measured, the reason with the most trials first; absent where it is not known. */
  readonly causes?: readonly string[];
}
