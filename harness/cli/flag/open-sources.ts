import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { toShownPath } from '../../disk/shown-path.ts';
import { parseBaseline } from '../../compare/baseline/parse-baseline.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toBaselineSource, toRunSource, type RunSource } from '../../compare/pair/run-source.ts';
import { readRun } from '../../run/folder/read-run.ts';
import { runFiles } from '../../run/folder/run-files.ts';
import type { CliIo } from '../io/cli-io.ts';

/**
 * Opens what a word of the command line names, when it is something that has run already: a run folder, the
 * `summary.json` in one, or an accepted baseline.
 *
 * @returns `null` when it is none of them, so that it must be a suite.
 * @throws UsageError when it looks like one and cannot be read.
 */
export function openSource(word: string, io: CliIo): RunSource | null {
  const path = resolve(io.cwd, word);
  if (!existsSync(path)) return null;
  const isFolder = statSync(path).isDirectory();
  if (isFolder && existsSync(join(path, runFiles.manifest))) return openRun(path, io);
  if (isFolder || !path.endsWith('.json')) return null;
  if (basename(path) === runFiles.summary) return openRun(dirname(path), io);
  const text = readFileSync(path, 'utf8');
  if (!/"kind"\s*:\s*"baseline"/u.test(text)) return null;
  const baseline = parseBaseline(text);
  if (!baseline.ok) {
    throw new UsageError(`Cannot read the baseline "${word}": ${baseline.error}`);
  }
  return toBaselineSource(baseline.value, word);
}

/** Opens a run folder, named as the user would. */
export function openRun(path: string, io: CliIo): RunSource {
  return toRunSource(readRun(path), toShownPath(io.cwd, path));
}
