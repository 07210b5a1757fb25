import type { JudgeStage } from '../core/talk/call.ts';
import type { ToolResultStatus } from '../core/trial/tool-outcome.ts';

/** Where something was seen: a trial, and the event in it to look at. */
export interface Place {
  readonly scenario: string;
  readonly variant: string;
  readonly plan: string;
  readonly repeat: number;
  /** Sequence number of the event. */
  readonly event: number;
  /** Turn of the conversation; 0 where it is of none. */
  readonly turn: number;
}

/** A count of something by name, with the first places where it was seen. */
export interface Counted<Name extends string = string> {
  readonly name: Name;
  readonly count: number;
  readonly places: readonly Place[];
}

/** One line of the trouble table. */
export interface Trouble {
  readonly symptom: string;
  readonly cause: string;
  readonly remedy: string;
  readonly count: number;
  readonly places: readonly Place[];
}

/** How faults of one kind were coped with. */
export interface Recovery {
  readonly kind: string;
  /** Faults that struck and could be judged, and those of them that were handled. */
  readonly judged: number;
  readonly handled: number;
}

/** An argument of a tool that tells kinds of use apart, with the share of each value. */
export interface UsageShare {
  readonly tool: string;
  readonly argument: string;
  readonly value: string;
  readonly calls: number;
  /** Of the calls of the tool. */
  readonly share: number;
  /** The other arguments, where all calls of this value have the same. */
  readonly fields: readonly string[] | null;
}

/** Advice to split a tool or to merge two. */
export interface ShapeAdvice {
  readonly advice: 'split' | 'merge';
  readonly tools: readonly string[];
  /** What was seen, in one sentence. */
  readonly why: string;
}

/** Everything that the transcripts of one variant say of its troubles. */
export interface Diagnosis {
  /** Calls that were judged, and those of them that nothing objected to. */
  readonly calls: number;
  readonly sound: number;
  readonly caughtBy: readonly Counted<JudgeStage>[];
  readonly results: readonly Counted<ToolResultStatus>[];
  /** Names that the model called and no tool has. */
  readonly wished: readonly Counted[];
  readonly recovery: readonly Recovery[];
  readonly usage: readonly UsageShare[];
  readonly advice: readonly ShapeAdvice[];
  /** Worst first. */
  readonly trouble: readonly Trouble[];
}
