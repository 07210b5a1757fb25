import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { UsageError } from '../../core/usage-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { readFile } from '../../disk/read-file.ts';
import { replaceFile } from '../../disk/replace-file.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { StoreError } from '../../run/folder/store-error.ts';
import type { Baseline } from './baseline.ts';
import { writeBaseline } from './write-baseline.ts';
import { parseBaseline } from './parse-baseline.ts';

/** The path of the accepted baseline of a suite. */
export function toBaselineFile(folder: string, suite: string): string {
  return join(folder, `${toSafeName(suite)}.json`);
}

/**
 * Reads the accepted baseline of a suite.
 *
 * @throws UsageError when there is none, it is damaged, or it is of another suite.
 */
export function loadBaseline(file: string, suite: string): Baseline {
  if (!existsSync(file)) {
    throw new UsageError(
      `Cannot compare the run with a baseline: there is no "${file}". Accept a run with \`toolrig baseline accept RUN\``,
    );
  }
  const parsed = parseBaseline(read(file));
  if (!parsed.ok) throw new UsageError(`Cannot read the baseline "${file}": ${parsed.error}`);
  if (parsed.value.suite !== suite) {
    throw new UsageError(
      `Cannot compare suite "${suite}" with the baseline "${file}": it is of suite "${parsed.value.suite}"`,
    );
  }
  return parsed.value;
}

function read(file: string): string {
  try {
    return readFile(file, 'suiteBytes');
  } catch (error) {
    throw new UsageError(`Cannot read the baseline "${file}": ${toReason(error)}`);
  }
}

/**
 * Writes a baseline, whole or not at all.
 *
 * @throws StoreError when it cannot be written.
 */
export function saveBaseline(file: string, baseline: Baseline): void {
  try {
    replaceFile(file, writeBaseline(baseline));
  } catch (error) {
    throw new StoreError(
      'RUN_UNWRITABLE',
      `Cannot write the baseline "${file}": ${toReason(error)}`,
      { path: file, cause: error },
    );
  }
}
