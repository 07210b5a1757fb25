import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Baseline } from '../compare/baseline.ts';
import { parseBaseline } from '../compare/parse-baseline.ts';
import { writeBaseline } from '../compare/write-baseline.ts';
import { UsageError } from '../core/usage-error.ts';
import { StoreError, toReason } from '../store/store-error.ts';

/** Where the accepted baseline of a suite lies. */
export function toBaselineFile(folder: string, suite: string): string {
  return join(folder, `${suite}.json`);
}

/**
 * Reads the accepted baseline of a suite.
 *
 * @throws UsageError when there is none, it is damaged, or it is of another suite.
 */
export function loadBaseline(file: string, suite: string): Baseline {
  if (!existsSync(file)) {
    throw new UsageError(
      `Cannot hold the run against a baseline: there is no "${file}". Accept a run with \`toolrig baseline accept RUN\``,
    );
  }
  const parsed = parseBaseline(readFileSync(file, 'utf8'));
  if (!parsed.ok) throw new UsageError(`Cannot read the baseline "${file}": ${parsed.error}`);
  if (parsed.value.suite !== suite) {
    throw new UsageError(
      `Cannot hold suite "${suite}" against the baseline "${file}": it is of suite "${parsed.value.suite}"`,
    );
  }
  return parsed.value;
}

/**
 * Writes a baseline, whole or not at all.
 *
 * @throws StoreError when it cannot be written.
 */
export function saveBaseline(file: string, baseline: Baseline): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, writeBaseline(baseline), { flush: true });
    renameSync(`${file}.part`, file);
  } catch (error) {
    throw new StoreError(
      'RUN_UNWRITABLE',
      `Cannot write the baseline "${file}": ${toReason(error)}`,
      { path: file, cause: error },
    );
  }
}
