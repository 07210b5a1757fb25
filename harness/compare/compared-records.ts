import type { JsonObject } from '../core/json.ts';
import type { ScoreRecord } from '../core/trial.ts';
import type { ComparedSide } from './comparison.ts';

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
  /** The trials of this side, and of no other, in any order. */
  readonly records: readonly ScoreRecord[];
  /** Why its run as a whole did not measure what was asked, such as `interrupted`. */
  readonly refusals: readonly { readonly code: string; readonly text: string }[];
}
