import type { Random } from '../../core/random.ts';
import type { MetricName } from '../../core/score/metric.ts';
import type { ModelStrike, ToolStrike } from '../../core/suite/fault.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { JsonValue } from '../../json/json.ts';
import type { FaultValues } from './kind/read-values.ts';

/** Where a fault comes from. */
export type FaultLayer = 'network' | 'stream' | 'output' | 'tool';

/** When it strikes, seen from the work that was asked for: before it, in its middle, or after it was done. */
export type FaultPhase = 'before' | 'during' | 'after';

/** How one can tell at the boundary that it struck. */
export type FaultTrace = 'error' | 'timeout' | 'delay' | 'reply' | 'result';

/**
 * What a fault costs an agent that does all right: nothing, one attempt (the next one works), or what the task needs. Under
 * the last, the goal of the scenario cannot be demanded, and a trial passes when the fault was handled and no harm was done.
 */
export type FaultCost = 'nothing' | 'attempt' | 'task';

/** What a strike is made from. */
export interface StrikeContext {
  /** Name of the fault in its plan; marks what it plants. */
  readonly fault: string;
  readonly values: FaultValues;
  readonly random: Random;
}

/** A model strike before it gets its name. */
export type ModelStrikeBody = WithoutName<ModelStrike>;

/** A tool strike before it gets its name. */
export type ToolStrikeBody = WithoutName<ToolStrike>;

type WithoutName<Strike> = Strike extends unknown
  ? Omit<Strike, 'fault' | 'kind' | 'spoils'>
  : never;

interface FaultKindBase {
  readonly kind: string;
  readonly layer: FaultLayer;
  readonly phase: FaultPhase;
  readonly about: string;
  /** What a correct loop does. */
  readonly correct: string;
  /** The fault is handled when none of these metrics has a loss. */
  readonly decides: readonly MetricName[];
  readonly trace: FaultTrace;
  readonly costs: FaultCost | ((values: FaultValues) => FaultCost);
  /** Ends that are right where the fault costs the task, besides those that always are. */
  readonly ends?: readonly StopReason[];
  readonly parameters: readonly FaultParameter[];
}

/** A fault at the model boundary. */
export interface ModelFaultKind extends FaultKindBase {
  readonly on: 'model';
  /** What was said is lost though the reply can be read: a model has to say it again. */
  readonly spoils?: true;
  strike(context: StrikeContext): ModelStrikeBody;
}

/** A fault at the tool boundary. */
export interface ToolFaultKind extends FaultKindBase {
  readonly on: 'tool';
  strike(context: StrikeContext): ToolStrikeBody;
}

/** A kind of fault: an entry of the catalogue. */
export type FaultKind = ModelFaultKind | ToolFaultKind;

/** A parameter of a fault. Without a `default` it must be given. */
export interface FaultParameter {
  readonly name: string;
  readonly type: 'number' | 'text' | 'object' | 'any';
  readonly about: string;
  readonly default?: JsonValue;
  /** Values allowed; others are refused. */
  readonly values?: readonly JsonValue[];
  readonly min?: number;
}
