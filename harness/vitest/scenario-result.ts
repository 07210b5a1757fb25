import type { Lane } from '../core/suite/lane.ts';
import type { Scores } from '../core/score/score.ts';
import type { FaultRecord } from '../core/suite/fault.ts';
import type { StopReason } from '../core/trial/stop-reason.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import { type TrialReason, countTurns, toReasons } from './bench/trial-reasons.ts';
import { type BenchTrial, nameTrial } from './bench/suite-bench.ts';
import { HarnessError } from './harness-error.ts';
import type { FaultsInput } from './bench/choose-faults.ts';

/** A trial that was measured. */
export interface ScenarioResult {
  readonly lane: Lane;
  /** `passed` also where the scenario is expected to fail and did. */
  readonly verdict: 'passed' | 'failed';
  /** Why it failed; empty when it passed. */
  readonly reasons: readonly TrialReason[];
  readonly outcome: { readonly status: 'finished'; readonly stopReason: StopReason };
  /** The last thing said to the user. */
  readonly text: string | null;
  readonly turns: number;
  readonly transcript: readonly TranscriptEvent[];
  readonly scores: Scores;
  /** The outcome of each fault. */
  readonly faults: readonly FaultRecord[];
}

/** Runs the same scenario once more under each plan that the words or faults come to. */
export type RunUnder = (faults: FaultsInput) => Promise<readonly ScenarioResult[]>;

const reruns = new WeakMap<ScenarioResult, RunUnder>();

/**
 * Makes the result of a trial that finished and was judged.
 *
 * @throws HarnessError for one that was not: callers refuse those before.
 */
export function toScenarioResult(trial: BenchTrial, runUnder: RunUnder): ScenarioResult {
  const { record, scored } = trial;
  const { verdict } = scored;
  const isJudged = verdict === 'passed' || verdict === 'failed';
  if (record.outcome.status !== 'finished' || !isJudged) {
    throw new HarnessError('NOT_JUDGED', `The trial "${nameTrial(trial)}" was not judged`);
  }
  const result: ScenarioResult = {
    lane: record.lane,
    verdict,
    reasons: toReasons(trial),
    outcome: record.outcome,
    text: record.events.findLast((event) => event.type === 'end')?.text ?? null,
    turns: countTurns(record.events),
    transcript: record.events,
    scores: scored.scores,
    faults: record.faults,
  };
  reruns.set(result, runUnder);
  return result;
}

/** How a result is run once more; `null` for anything that `runScenario` did not give. */
export function findRerun(result: unknown): RunUnder | null {
  return typeof result === 'object' && result !== null
    ? // A WeakMap looks a key up by identity, whatever its type.
      (reruns.get(result as ScenarioResult) ?? null)
    : null;
}
