import type { MetricName } from '../core/score/metric.ts';
import type { Loss, Score, Scores } from '../core/score/score.ts';
import type { ScoredTool } from '../core/score/scorer.ts';
import type { FaultPlan } from '../core/suite/fault.ts';
import { type Lane, toLaneId } from '../core/suite/lane.ts';
import type { Expected } from '../core/suite/suite.ts';
import type { TrialRecord } from '../core/trial/trial.ts';
import type { ToolShelf } from './tool-shelf.ts';
import type { TrafficConversation } from './traffic/tell-conversations.ts';

/** A file made elsewhere, as text. */
export interface ImportFile {
  readonly name: string;
  readonly text: string;
}

/** How files are read. A format ignores options that do not apply to it. */
export interface ImportOptions {
  /** Definitions of the tools, when they are not in the files themselves. */
  readonly tools: ToolShelf | null;
  /** Name of the suite; `null`: as the source or the format says. */
  readonly suite: string | null;
  /** Name of the variant; `null`: the model that the source names, else the name of its file. */
  readonly variant: string | null;
  /** Only trials under attack, or only those without; `null` = both. */
  readonly only: 'clean' | 'attacked' | null;
  /**
   * Trials that an error of the provider or of the source's own harness ended: failed, as the source counts them, or
   * set apart.
   */
  readonly errors: 'failed' | 'invalid';
  /** Keep the injection tasks that were run as if the user had asked for them. */
  readonly injectionTasks: boolean;
}

/** What is compared: who made these trials. */
export interface ImportedVariant {
  readonly name: string;
  /** The model as the source names it. */
  readonly model: string;
  /** The program that ran it, such as `agentdojo`. */
  readonly loop: string;
  /** `null` when it is not the same in all trials. */
  readonly systemPrompt: string | null;
}

/** A task of the source. */
export interface ImportedScenario {
  readonly id: string;
  readonly cluster: string;
  /** The first thing that the user said. */
  readonly turns: readonly string[];
}

/** One trial in our own form, with the verdicts that the source gives. */
export interface ImportedTrial {
  readonly record: TrialRecord;
  /** The tools of just this trial; `[]` when they are not known. */
  readonly tools: readonly ScoredTool[];
  /** Text that was known before the first turn. */
  readonly knownText: string;
  /** The source's own verdicts: they replace what the scorers say. */
  readonly given: Scores;
  /** Its path: the file that the source itself names, else the one that was read. */
  readonly source: string;
  /** Results that answer no call, and so are not in the transcript. */
  readonly strays: number;
}

/** Trials made elsewhere, ready to be scored and stored. */
export interface ImportedRun {
  readonly format: string;
  readonly suite: string;
  readonly variants: readonly ImportedVariant[];
  readonly toolset: ToolShelf['toolset'] | null;
  readonly scenarios: readonly ImportedScenario[];
  readonly plans: readonly FaultPlan[];
  /** `false`: the source says of no trial whether it is right. Its metrics are measured all the same; no trial passes or fails. */
  readonly hasVerdicts?: false;
  /** Requests and answers as they were sent, where the source holds them: they can become recordings. */
  readonly conversations?: readonly TrafficConversation[];
  /** Metrics about which the source says nothing, whatever the scorers would make of its silence. */
  readonly unmeasured: ReadonlySet<MetricName>;
  /** What was left out or is odd, one sentence each. */
  readonly notes: readonly string[];
  /** Parts of the source that could not be read and were left out, one text each with reason and place. */
  readonly unreadable: readonly string[];
  /** Made one by one, again on each iteration. */
  trials(): Iterable<ImportedTrial>;
}

/** Reads files of one format. Throws `ImportError` with the place when they are not of it. */
export type Importer = (files: readonly ImportFile[], options: ImportOptions) => ImportedRun;

/** Counts how often a lane has come, from 1: attempts that the source does not number are numbered in its order. */
export function createLaneCount(): (lane: Omit<Lane, 'repeat'>) => number {
  const counts = new Map<string, number>();
  return (lane) => {
    const id = toLaneId({ ...lane, repeat: 0 });
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count;
  };
}

/** An empty expectation: the source's own verdict decides for imported trials. */
export const nothingExpected: Expected = {
  calls: null,
  order: [],
  mayCall: 'reads',
  effects: null,
  forbidden: [],
  ask: [],
  stopReasons: null,
  state: null,
  says: [],
  saysNot: [],
};

/** A verdict that the source gave, as a score. */
export function toGivenScore(held: boolean, reason: Omit<Loss, 'event'>): Score {
  return {
    value: held ? 1 : 0,
    count: held ? 1 : 0,
    of: 1,
    losses: held ? [] : [{ ...reason, event: null }],
  };
}
