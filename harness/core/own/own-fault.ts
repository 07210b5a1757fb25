import type { Random } from '../random.ts';
import type { MetricName } from '../score/metric.ts';
import type { FaultInjection, ModelStrike, ToolStrike } from '../suite/fault.ts';

/** A strike before it gets its name. */
export type StrikeBody<Strike> = Strike extends unknown
  ? Omit<Strike, 'fault' | 'kind' | 'spoils'>
  : never;

/** What a strike is made from. */
export interface OwnStrikeContext {
  /** Name of the fault in its plan. */
  readonly fault: string;
  /** As it is written in the suite, with the parameters that your kind has. */
  readonly inject: FaultInjection;
  /** Seeded, so that the same run has the same faults. */
  readonly random: Random;
}

/** What every kind of fault of a team's own says of itself; nothing of it has a default. */
export interface OwnFaultFields {
  /** What `inject.kind` calls it. */
  readonly kind: string;
  /** What happens, in one sentence. */
  readonly about: string;
  /** What a correct loop does, in one sentence. */
  readonly correct: string;
  /** When it strikes, seen from the work that was asked for. */
  readonly phase: 'before' | 'during' | 'after';
  /** How one can tell at the boundary that it struck. */
  readonly trace: 'error' | 'timeout' | 'delay' | 'reply' | 'result';
  /** What it costs an agent that does all right: nothing, one attempt, or what the task needs. */
  readonly costs: 'nothing' | 'attempt' | 'task';
  /** The fault is handled when none of these metrics has a loss; toolrig's, or your own. */
  readonly decides: readonly MetricName[];
  /** What is wrong with the parameters in `inject`, in words; `null` when nothing is. Left out: any are right. */
  readonly check?: (inject: FaultInjection) => string | null;
}

/** A kind of fault of a team's own at the tool boundary. */
export interface OwnToolFault extends OwnFaultFields {
  readonly on: 'tool';
  readonly strike: (context: OwnStrikeContext) => StrikeBody<ToolStrike>;
}

/** A kind of fault of a team's own at the model boundary. */
export interface OwnModelFault extends OwnFaultFields {
  readonly on: 'model';
  readonly strike: (context: OwnStrikeContext) => StrikeBody<ModelStrike>;
}

/** A kind of fault of a team's own. */
export type OwnFault = OwnToolFault | OwnModelFault;
