import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { TrialRecord } from '../../harness/core/trial/trial.ts';

/** What a run folder holds, read line by line. */
export interface RunCount {
  readonly lines: number;
  /** Trials with a result. */
  readonly measured: number;
  readonly doubled: number;
  /** Replies of the model in all transcripts. */
  readonly replies: number;
}

export async function countRun(run: string): Promise<RunCount> {
  const file = join(run, 'trials.jsonl');
  const lanes = new Set<string>();
  let lines = 0;
  let measured = 0;
  let replies = 0;
  if (!existsSync(file)) return { lines, measured, doubled: 0, replies };
  for await (const line of createInterface({ input: createReadStream(file) })) {
    // The file is toolrig's own; a line that is no JSON is what this script is to find.
    const { lane, outcome, events } = JSON.parse(line) as TrialRecord;
    lines += 1;
    lanes.add(JSON.stringify(lane));
    if (outcome.status === 'finished') measured += 1;
    replies += events.filter(({ type }) => type === 'reply').length;
  }
  return { lines, measured, doubled: lines - lanes.size, replies };
}
