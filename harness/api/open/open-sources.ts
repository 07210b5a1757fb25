import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { toShownPath } from '../../disk/shown-path.ts';
import { parseBaseline } from '../../compare/baseline/parse-baseline.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toBaselineSource, toRunSource, type RunSource } from '../../compare/pair/run-source.ts';
import { checkRun } from '../../run/folder/check-run.ts';
import { readRun } from '../../run/folder/read-run.ts';
import { runFiles } from '../../run/folder/run-files.ts';
import type { Surroundings } from '../place/surroundings.ts';
import { readInput } from '../place/read-input.ts';

/**
 * Opens the finished run that an argument of the command line names: a run folder, the
 * `summary.json` in one, or an accepted baseline. A run is checked as a whole.
 *
 * @returns `null` when it is none of them, so that it must be a suite.
 * @throws UsageError when it looks like one and cannot be read, StoreError when a run is damaged or was changed.
 */
export async function openSource(word: string, io: Surroundings): Promise<RunSource | null> {
  const folder = findRunFolder(word, io);
  if (folder !== null) {
    const run = readRun(folder);
    await checkRun(run);
    return toRunSource(run, toShownPath(io.cwd, folder));
  }
  const text = readBaseline(word, io);
  if (text === null) return null;
  const baseline = parseBaseline(text);
  if (!baseline.ok) {
    throw new UsageError(`Cannot read the baseline "${word}": ${baseline.error}`);
  }
  return toBaselineSource(baseline.value, word);
}

/** Whether an argument names a finished run. */
export function isSource(word: string, io: Surroundings): boolean {
  return findRunFolder(word, io) !== null || readBaseline(word, io) !== null;
}

/** Opens a run folder that was just written, named as the user would. */
export function openRun(path: string, io: Surroundings): RunSource {
  return toRunSource(readRun(path), toShownPath(io.cwd, path));
}

function findRunFolder(word: string, io: Surroundings): string | null {
  const path = resolve(io.cwd, word);
  if (!existsSync(path)) return null;
  if (!statSync(path).isDirectory()) {
    return basename(path) === runFiles.summary ? dirname(path) : null;
  }
  const isRun = [runFiles.manifest, runFiles.summary].some((name) => existsSync(join(path, name)));
  return isRun ? path : null;
}

function readBaseline(word: string, io: Surroundings): string | null {
  const path = resolve(io.cwd, word);
  if (!existsSync(path) || statSync(path).isDirectory() || !path.endsWith('.json')) return null;
  const text = readInput(word, io);
  return /"kind"\s*:\s*"baseline"/u.test(text) ? text : null;
}
