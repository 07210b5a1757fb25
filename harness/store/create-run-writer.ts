import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { toCanonicalJson } from '../core/canonical-json.ts';
import type { RunManifest, RunSummary } from '../core/run.ts';
import type { ScoreRecord, TrialRecord } from '../core/trial.ts';
import { runFiles } from './run-files.ts';
import { StoreError, toReason } from './store-error.ts';

/** Writes one run folder. A trial counts as done when its lines are written. */
export interface RunWriter {
  /** The run folder, as given. */
  readonly path: string;
  /** Appends one trial and its scores, in the order of the calls. */
  write(trial: TrialRecord, scores: ScoreRecord): void;
  /** Writes the summary, last of all: a folder without it is an unfinished run. */
  finish(summary: RunSummary): void;
  close(): void;
}

/**
 * Creates a run folder `<root>/<id>`; when that exists, `<id>-2`, `<id>-3`, ...
 *
 * @param redact - every line passes through it before it is written.
 * @throws StoreError when the folder cannot be made.
 */
export function createRunWriter(
  place: { readonly root: string; readonly id: string },
  manifest: RunManifest,
  redact: (text: string) => string,
): RunWriter {
  const path = makeFolder(place.root, place.id);
  guardWrite(path, () => {
    writeWhole(join(path, runFiles.manifest), redact(toPrettyJson(manifest)));
  });
  return openRunWriter(path, redact);
}

/**
 * Goes on writing in a run folder that stands.
 *
 * @throws StoreError when it cannot be written.
 */
export function openRunWriter(path: string, redact: (text: string) => string): RunWriter {
  const guarded = <T>(work: () => T): T => guardWrite(path, work);
  const trials = guarded(() => openSync(join(path, runFiles.trials), 'a'));
  const scores = guarded(() => openSync(join(path, runFiles.scores), 'a'));
  return {
    path,
    write(trial, score) {
      guarded(() => {
        writeSync(trials, `${redact(JSON.stringify(trial))}\n`);
        writeSync(scores, `${redact(JSON.stringify(score))}\n`);
      });
    },
    finish(summary) {
      guarded(() => {
        fsyncSync(trials);
        fsyncSync(scores);
        writeWhole(join(path, runFiles.summary), redact(toPrettyJson(summary)));
      });
    },
    close() {
      closeSync(trials);
      closeSync(scores);
    },
  };
}

function makeFolder(root: string, id: string): string {
  guardWrite(root, () => {
    makeFolders(root);
  });
  for (let copy = 1; ; copy += 1) {
    const path = join(root, copy === 1 ? id : `${id}-${copy}`);
    try {
      mkdirSync(path);
      return path;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw unwritable(path, error);
    }
  }
}

/** On a read-only disk Node answers `ENOENT` to a recursive call; made one by one, the folders tell the reason. */
function makeFolders(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || dirname(path) === path) throw error;
    makeFolders(dirname(path));
    mkdirSync(path);
  }
}

function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.part`, text, { flush: true });
  renameSync(`${path}.part`, path);
}

function guardWrite<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): StoreError {
  const message = `Cannot write the run folder "${path}": ${toReason(error)}. Free or choose another place with --out`;
  return new StoreError('RUN_UNWRITABLE', message, { path, cause: error });
}

function toPrettyJson(value: unknown): string {
  return `${JSON.stringify(JSON.parse(toCanonicalJson(value)), null, 2)}\n`;
}
