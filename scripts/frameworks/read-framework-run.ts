import type { ScoreRecord, TrialRecord } from '../../harness/core/trial/trial.ts';

/** A trial of an agent in a framework. */
export interface FrameworkTrial {
  readonly record: TrialRecord;
  readonly passed: boolean;
}

/** Reads `trials.jsonl` and `scores.jsonl` of a run. */
export function readFrameworkRun(run: {
  readonly trials: string;
  readonly scores: string;
}): readonly FrameworkTrial[] {
  const verdicts = new Map(
    readLines<ScoreRecord>(run.scores).map((score) => [toKey(score), score.verdict] as const),
  );
  return readLines<TrialRecord>(run.trials).map((record) => ({
    record,
    passed: verdicts.get(toKey(record)) === 'passed',
  }));
}

function toKey({ lane }: Pick<TrialRecord, 'lane'>): string {
  return `${lane.scenario}/${lane.variant}/${lane.plan}`;
}

function readLines<Row>(text: string): readonly Row[] {
  // The run that was just made wrote them.
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}
