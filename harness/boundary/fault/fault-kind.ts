import type { StrikeBody } from '../../core/own/own-fault.ts';
import type { Random } from '../../core/random.ts';
import type { MetricName } from '../../core/score/metric.ts';
import type { ModelStrike, ToolStrike } from '../../core/suite/fault.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { JsonValue } from '../../json/json.ts';
import type { FaultValues } from './kind/read-values.ts';

/** Where a fault comes from. */
export type FaultLayer = 'network' | 'stream' | 'output' | 'tool';

/** When the fault strikes, relative to the requested work: before it, during it, or after it was done. */
export type FaultPhase = 'before' | 'during' | 'after';

/** How the boundary sees that the fault was applied. */
export type FaultTrace = 'error' | 'timeout' | 'delay' | 'reply' | 'result';

/**
 * What a fault costs an agent that does everything right: nothing, one attempt (the next one works), or what the task needs.
 * In the last case the goal of the scenario is not required, and a trial passes when the fault was handled and no harm was done.
 */
export type FaultCost = 'nothing' | 'attempt' | 'task';

/** The input from which a strike is made. */
export interface StrikeContext {
  /** Name of the fault in its plan; marks what it plants. */
  readonly fault: string;
  readonly values: FaultValues;
  readonly random: Random;
}

/** A model strike without the name of its fault. */
export type ModelStrikeBody = StrikeBody<ModelStrike>;

/** A tool strike without the name of its fault. */
export type ToolStrikeBody = StrikeBody<ToolStrike>;

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
  /** Stop reasons that are correct where the fault costs the task, in addition to those that always are. */
  readonly ends?: readonly StopReason[];
  readonly parameters: readonly FaultParameter[];
}

/** A fault at the model boundary. */
export interface ModelFaultKind extends FaultKindBase {
  readonly on: 'model';
  /** The reply can be read but its content is lost: the model has to say it again. */
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
  /** The allowed values; all others are refused. */
  readonly values?: readonly JsonValue[];
  readonly min?: number;
}
