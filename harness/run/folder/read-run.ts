import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { RunManifest, RunSummary } from '../../core/run.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { runFiles } from './run-files.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { StoreError } from './store-error.ts';

/** A finished run, opened for reading. Trials and scores are streamed, never held as a whole. */
export interface StoredRun {
  readonly path: string;
  readonly manifest: RunManifest;
  readonly summary: RunSummary;
  trials(): AsyncGenerator<TrialRecord>;
  scores(): AsyncGenerator<ScoreRecord>;
}

/**
 * Opens a run folder.
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
  return {
    path,
    // The files are our own writing; their version is checked before anything else is believed.
    manifest: readJson(join(path, runFiles.manifest)) as RunManifest,
    summary: readJson(join(path, runFiles.summary)) as RunSummary,
    trials: () => readLines<TrialRecord>(join(path, runFiles.trials)),
    scores: () => readLines<ScoreRecord>(join(path, runFiles.scores)),
  };
}

function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, toReason(error));
  }
  const value = parse(text, file, 1);
  const version =
    typeof value === 'object' && value !== null && 'schemaVersion' in value
      ? value.schemaVersion
      : undefined;
  if (version !== 1) {
    throw unreadable(file, `expected schemaVersion 1, found ${JSON.stringify(version) ?? 'none'}`);
  }
  return value;
}

async function* readLines<Row>(file: string): AsyncGenerator<Row> {
  if (!existsSync(file)) throw unreadable(file, 'it is missing');
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  let number = 0;
  for await (const line of lines) {
    number += 1;
    // Every line was written by `createRunWriter` from the same type.
    yield parse(line, file, number) as Row;
  }
}

function parse(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreError(
      'RUN_UNREADABLE',
      `Cannot read "${file}": line ${line} is not JSON, so the file is damaged. Run it again`,
      { path: file, cause: error },
    );
  }
}

function unreadable(path: string, detail: string): StoreError {
  return new StoreError('RUN_UNREADABLE', `Cannot read "${path}": ${detail}`, { path });
}
