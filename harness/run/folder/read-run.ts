import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { RunManifest, RunSummary } from '../../core/run.ts';
import type { Lane } from '../../core/suite/lane.ts';
import { RigError } from '../../core/rig-error.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { readLines } from '../../disk/read-lines.ts';
import type { StoredFormat } from '../../json/stored-format.ts';
import { parseRecords } from './parse-records.ts';
import { readJsonFile, unreadable } from './read-value.ts';
import { runFiles } from './run-files.ts';
import {
  manifestFormat,
  type RunSeal,
  scoreFormat,
  summaryFormat,
  trialFormat,
} from './run-shape.ts';
import { StoreError } from './store-error.ts';

/** A finished run, opened for reading. Trials and scores are streamed, never held as a whole. */
export interface StoredRun {
  readonly path: string;
  readonly manifest: RunManifest;
  readonly summary: RunSummary;
  /** What the summary says of the files; `checkRun` holds them against it. */
  readonly seal: RunSeal;
  /** @param variant - only the trials of this one: lines of others are not parsed. */
  trials(variant?: string): AsyncGenerator<TrialRecord>;
  scores(variant?: string): AsyncGenerator<ScoreRecord>;
}

/**
 * Opens a run folder. Every field that is read has the type it must have; whether the summary is what the trials come
 * to is for `checkRun` to say.
 *
 * @throws StoreError when a file is missing or damaged, naming it.
 */
export function readRun(path: string): StoredRun {
  if (!existsSync(path) || !statSync(path).isDirectory()) {
    throw new StoreError('RUN_MISSING', `Cannot read "${path}": there is no such run folder`, {
      path,
    });
  }
  if (!existsSync(join(path, runFiles.summary))) {
    throw unreadable(path, `"${runFiles.summary}" is missing: the run did not end. Run it again`);
  }
  const manifest = readJsonFile(join(path, runFiles.manifest), manifestFormat);
  const { files, seal, ...summary } = readJsonFile(join(path, runFiles.summary), summaryFormat);
  return {
    path,
    manifest,
    summary,
    seal: { files, seal },
    trials: (variant) => readRecords(join(path, runFiles.trials), trialFormat, variant),
    scores: (variant) => readRecords(join(path, runFiles.scores), scoreFormat, variant),
  };
}

async function* readRecords<Row extends { readonly lane: Lane }>(
  file: string,
  format: StoredFormat<Row>,
  variant: string | undefined,
): AsyncGenerator<Row> {
  if (!existsSync(file)) throw unreadable(file, 'it is missing. Run it again');
  try {
    yield* parseRecords(readLines(file), format, { file, variant });
  } catch (error) {
    if (error instanceof Error && 'code' in error && !(error instanceof RigError)) {
      throw unreadable(file, toReason(error), error);
    }
    throw error;
  }
}
