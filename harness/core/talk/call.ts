import type { JsonObject } from '../../json/json.ts';
import type { SaidCall } from './model.ts';
import type { Problem, ToolError } from '../trial/tool-error.ts';

/** A call's own name in a trial: `t2c0` is the first call of turn 2. Unlike provider ids, unique. */
export type CallRef = `t${number}c${number}`;

/** The stages in which a bad call can be caught, in order. */
export const judgeStages = [
  'policy',
  'parse',
  'validation',
  'authorize',
  'check',
  'confirm',
] as const;

/** One of {@link judgeStages}. */
export type JudgeStage = (typeof judgeStages)[number];

/** How argument text was read. `repaired` never happens unless a setting asks for it, and counts against validity. */
export type ArgumentsReading =
  | { readonly status: 'parsed' | 'normalised' | 'repaired'; readonly value: JsonObject }
  | { readonly status: 'invalid'; readonly problems: readonly Problem[] };

/** One finding of one stage. */
export interface Finding {
  readonly stage: JudgeStage;
  /** Stable code: `unknown_tool`, `forbidden_tool`, `identity_argument`, `call_budget`, `missing_required`, ... */
  readonly code: string;
  readonly path?: string;
  readonly text: string;
}

/** The state of the confirmation that the tool of a call asks for. */
export type ConfirmState =
  | 'not_needed'
  | 'preview'
  | 'confirmed'
  | 'missing'
  | 'invalid'
  | 'needs_human';

/** A call with everything the tool boundary thinks of it. The same object is judged, executed, recorded and shown. */
export interface JudgedCall extends SaidCall {
  readonly ref: CallRef;
  readonly turn: number;
  readonly index: number;
  readonly reading: ArgumentsReading;
  readonly findings: readonly Finding[];
  /** The first stage that objects; `null` when none does. */
  readonly caughtBy: JudgeStage | null;
  /** What the model should be sent; `null` when nothing is wrong. */
  readonly error: ToolError | null;
  readonly confirm: ConfirmState;
  /** Tool + normalised key fields; equal keys intend the same thing. `null` when the arguments cannot be read. */
  readonly key: string | null;
}
