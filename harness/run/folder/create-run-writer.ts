import { join } from 'node:path';

import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { RunManifest, RunSummary } from '../../core/run.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { redactManifest, redactTexts, type RecordRedactor } from './redact-record.ts';
import { readRun, type StoredRun } from './read-run.ts';
import { runFiles } from './run-files.ts';
import { openAppendFile } from '../../disk/append-file.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { makeFolder, tryMakeFolder } from '../../disk/make-folder.ts';
import { replaceFile } from '../../disk/replace-file.ts';
import { sealSummary } from './seal-run.ts';
import { StoreError } from './store-error.ts';
import { writeLines } from './write-lines.ts';

/** Writes one run folder. A trial counts as done when its lines are written. */
export interface RunWriter {
  /** The run folder, as given; empty for a run that is held in memory. */
  readonly path: string;
  /** Appends one trial and its scores, in the order of the calls. */
  write(trial: TrialRecord, scores: ScoreRecord): void;
  /** Appends lines as another process wrote them, with their line ends and without secrets. */
  writeLines(lines: {
    readonly trials: string | Uint8Array;
    readonly scores: string | Uint8Array;
  }): void;
  /** Writes the summary, last of all: a folder without it is an unfinished run. */
  finish(summary: RunSummary): void;
  /** The run as it can be read, once it is finished. */
  read(): StoredRun;
  close(): void;
}

/**
 * Creates a run folder `<root>/<id>`; when that exists, `<id>-2`, `<id>-3`, ...
 *
 * @param redactor - every value passes through it before it is written as JSON.
 * @throws StoreError when the folder cannot be made.
 */
export function createRunWriter(
  place: { readonly root: string; readonly id: string },
  manifest: RunManifest,
  redactor: RecordRedactor,
): RunWriter {
  const path = makeRunFolder(place.root, place.id);
  guardWrite(path, () => {
    replaceFile(join(path, runFiles.manifest), toPrettyJson(redactManifest(manifest, redactor)));
  });
  return openRunWriter(path, redactor);
}

/**
 * Continues writing in an existing run folder.
 *
 * @throws StoreError when it cannot be written.
 */
export function openRunWriter(path: string, redactor: RecordRedactor): RunWriter {
  const guarded = <T>(work: () => T): T => guardWrite(path, work);
  const trials = guarded(() => openAppendFile(join(path, runFiles.trials)));
  const scores = guarded(() => openAppendFile(join(path, runFiles.scores)));
  return {
    path,
    write(trial, score) {
      guarded(() => {
        const lines = writeLines(trial, score, redactor);
        trials.append(`${lines.trial}\n`);
        scores.append(`${lines.score}\n`);
      });
    },
    writeLines(lines) {
      guarded(() => {
        trials.append(lines.trials);
        scores.append(lines.scores);
      });
    },
    finish(summary) {
      guarded(() => {
        trials.sync();
        scores.sync();
        const sealed = sealSummary(path, redactTexts(summary, redactor));
        replaceFile(join(path, runFiles.summary), toPrettyJson(sealed));
      });
    },
    read: () => readRun(path),
    close() {
      trials.close();
      scores.close();
    },
  };
}

function makeRunFolder(root: string, id: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._~-]*$/u.test(id)) throw refused(join(root, id), null);
  try {
    makeFolder(root);
    for (let copy = 1; copy <= mostCopies; copy += 1) {
      const path = join(root, copy === 1 ? id : `${id}-${copy}`);
      if (tryMakeFolder(path)) return path;
    }
  } catch (error) {
    throw refused(root, error);
  }
  throw refused(join(root, id), null);
}

/** Runs that begin in the same second and have one name. */
const mostCopies = 10_000;

/** The run did not begin: what was asked for cannot be done. */
function refused(path: string, error: unknown): StoreError {
  const message = `Cannot make the run folder "${path}": ${toReason(error)}. Choose another place with --out`;
  return new StoreError('RUN_REFUSED', message, { path, cause: error });
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

/** A file of a run folder that holds one value. */
export function toPrettyJson(value: unknown): string {
  return `${JSON.stringify(JSON.parse(toCanonicalJson(value)), null, 2)}\n`;
}
