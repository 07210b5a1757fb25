import type { Clock, TrialClock } from '../../core/trial/clock.ts';
import type { FaultPlan, FaultPoint } from '../../core/suite/fault.ts';
import type { Lane } from '../../core/suite/lane.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';
import type { Model, SaidCall } from '../../core/talk/model.ts';
import type { Scenario, Suite, Variant } from '../../core/suite/suite.ts';
import type { RigError } from '../../core/rig-error.ts';
import type { TrialOutcome } from '../../core/trial/trial.ts';
import type { ServedAnswers } from '../trial/trial-back-ends.ts';
import type { LateEffect, Transcript } from '../trial/transcript.ts';

/** One trial to be run. */
export interface TrialJob {
  readonly suite: Suite;
  readonly scenario: Scenario;
  readonly variant: Variant;
  readonly plan: FaultPlan;
  readonly lane: Lane;
  /** Hears of effects that come when the trial is over. */
  readonly onLateEffect?: (lane: Lane, effect: LateEffect) => void;
}

/** What a model session is given of its trial. */
export interface SessionParts {
  readonly clock: Clock;
  readonly transcript: Transcript;
  readonly faults: FaultPoint;
  /** Tools of the trial have live back ends; their answers are recorded for every kind of model. */
  readonly hasBackEnds?: boolean;
  /** Each new request of an agent that asks through `fetch`. */
  readonly onRequest: (request: ChatRequest) => void;
  /** Calls of a reply, passed on so that they are judged for every agent. */
  readonly onReply: (turn: number, calls: readonly SaidCall[]) => void;
  /** Called once when the trial cannot go on, before the agent hears of it. */
  readonly onFailure: (error: RigError) => void;
}

/** Replies that were there to be given and were not. */
export interface Unused {
  readonly of: 'script' | 'recording';
  readonly replies: number;
}

/** The model side of one trial: replayed, recorded, live or scripted. */
export interface ModelSession {
  readonly model: Model;
  readonly fetch: typeof globalThis.fetch;
  /** The source and store of answers of live back ends; absent: the real ones are called, and nothing is recorded. */
  readonly served?: ServedAnswers;
  /** What makes the trial invalid though the agent went on; `null` when nothing does. */
  failure(): RigError | null;
  /** Scripted or recorded replies that were never asked for; absent or `null` where there are none to count. */
  unused?(): Unused | null;
  /** Whether an answer was streamed. */
  streamed?(): boolean;
  /** Ends the session: seals a recording, or reports the error of a replay. */
  finish(outcome: TrialOutcome): Promise<void>;
  /** Ends a session whose trial broke off: nothing of it is kept. */
  abandon(): Promise<void>;
}

/** Opens the model side of a trial. Given by the composition root. */
export interface ModelSource {
  /** Virtual for replays and scripts, real otherwise. */
  createClock(job: TrialJob): TrialClock;
  open(job: TrialJob, parts: SessionParts): Promise<ModelSession>;
  /** Whether a trial that just ran is to be run once more: its recording did not answer, and it is recorded again. */
  again?(job: TrialJob): boolean;
  /** A clean trial and all its faulted ones are over. */
  endGroup?(clean: Lane): void;
}
