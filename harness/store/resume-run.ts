import { createReadStream, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { exitCodes, type RunManifest, type RunSummary } from '../core/run.ts';
import type { ScoreRecord, TrialRecord } from '../core/trial.ts';
import { runFiles } from './run-files.ts';
import { cutFile } from '../disk/append-file.ts';
import { toReason } from '../disk/disk-reason.ts';
import { StoreError } from './store-error.ts';

/** The reason of a run that a limit on requests or cost ended. */
export const spendLimitCode = 'spend_limit';

/** A trial of an unfinished run that need not be run again. */
export interface KeptTrial {
  readonly trial: TrialRecord;
  readonly score: ScoreRecord;
}

/**
 * Reads the manifest of a run that did not end.
 *
 * @throws StoreError when there is none, or the run came to its end.
 */
export function readUnfinished(path: string): RunManifest {
  const manifest = readJson(join(path, runFiles.manifest));
  const summary = join(path, runFiles.summary);
  if (existsSync(summary)) {
    // Written by `createRunWriter`.
    const { exitCode, invalidReasons = [] } = readJson(summary) as Partial<RunSummary>;
    const isCut = invalidReasons.some(({ code }) => code === spendLimitCode);
    if (exitCode !== exitCodes.interrupted && !isCut) {
      throw new StoreError(
        'RUN_FINISHED',
        `Cannot resume "${path}": the run came to its end. Start a new one without --resume`,
        { path },
      );
    }
  }
  // Written by `createRunWriter`; whether it is of this suite, the caller compares by its hash.
  return manifest as RunManifest;
}

/**
 * Cuts an unfinished run back to its whole groups and gives their trials, one group at a time, so that nothing is lost and
 * nothing counts twice. The last group may be half written and is cut off; so is everything from the first group
 * with an invalid trial on: what could not be measured is tried again.
 */
export async function cutToWholeGroups(
  path: string,
  keep: (group: readonly KeptTrial[]) => void,
): Promise<void> {
  const offsets = { trials: 0, scores: 0 };
  let open: KeptTrial[] = [];
  let openBytes = { trials: 0, scores: 0 };
  for await (const line of readPairs(path)) {
    const first = open[0];
    if (first !== undefined && toGroupKey(first) !== toGroupKey(line)) {
      if (open.some(({ trial }) => trial.outcome.status === 'invalid')) break;
      keep(open);
      offsets.trials += openBytes.trials;
      offsets.scores += openBytes.scores;
      open = [];
      openBytes = { trials: 0, scores: 0 };
    }
    open.push({ trial: line.trial, score: line.score });
    openBytes.trials += line.trialBytes;
    openBytes.scores += line.scoreBytes;
  }
  cutFile(join(path, runFiles.trials), offsets.trials);
  cutFile(join(path, runFiles.scores), offsets.scores);
  rmSync(join(path, runFiles.summary), { force: true });
}

interface PairLine extends KeptTrial {
  readonly trialBytes: number;
  readonly scoreBytes: number;
}

/** Reads both files line by line, as far as both have whole lines. */
async function* readPairs(path: string): AsyncGenerator<PairLine> {
  const scores = readLines(join(path, runFiles.scores));
  for await (const trial of readLines(join(path, runFiles.trials))) {
    const score = await scores.next();
    if (score.done === true) return;
    yield {
      // Written by `createRunWriter` from the same types.
      trial: trial.value as TrialRecord,
      score: score.value.value as ScoreRecord,
      trialBytes: trial.bytes,
      scoreBytes: score.value.bytes,
    };
  }
}

async function* readLines(
  file: string,
): AsyncGenerator<{ readonly value: unknown; readonly bytes: number }> {
  if (!existsSync(file)) return;
  for await (const line of createInterface({
    input: createReadStream(file, 'utf8'),
    crlfDelay: Infinity,
  })) {
    const value = parse(line);
    if (value === undefined) return;
    yield { value, bytes: Buffer.byteLength(line) + 1 };
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The last line of a run that was killed may be torn.
    return undefined;
  }
}

function toGroupKey({ trial }: KeptTrial): string {
  const { scenario, variant, repeat } = trial.lane;
  return JSON.stringify([scenario, variant, repeat]);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StoreError(
      'RUN_UNREADABLE',
      `Cannot resume from "${file}": ${error instanceof SyntaxError ? 'it is not JSON' : toReason(error)}`,
      { path: file, cause: error },
    );
  }
}
