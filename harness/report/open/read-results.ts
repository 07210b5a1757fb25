import { toLaneId } from '../../core/suite/lane.ts';
import type { StoredRun } from '../../run/folder/read-run.ts';
import { StoreError } from '../../run/folder/store-error.ts';
import type { TrialResult } from './trial-result.ts';

/**
 * Reads trials and scores of a run side by side.
 *
 * @throws StoreError when the two files are not about the same trials.
 */
export async function* readResults(run: StoredRun): AsyncGenerator<TrialResult> {
  const scores = run.scores();
  for await (const trial of run.trials()) {
    const next = await scores.next();
    const lane = toLaneId(trial.lane);
    if (next.done === true || toLaneId(next.value.lane) !== lane) throw unlike(run.path, lane);
    yield { trial, score: next.value };
  }
  const left = await scores.next();
  if (left.done !== true) throw unlike(run.path, toLaneId(left.value.lane));
}

function unlike(path: string, lane: string): StoreError {
  return new StoreError(
    'RUN_UNREADABLE',
    `Cannot read "${path}": trials and scores disagree at "${lane}", so one of the two files is damaged. Run it again`,
    { path },
  );
}
