import { resolve } from 'node:path';

import { checkRun } from '../run/folder/check-run.ts';
import { readRun } from '../run/folder/read-run.ts';
import { refuseUnknownOptions } from './place/refuse-unknown-options.ts';
import { type Run, toRun } from './run.ts';

/** Which run to open. */
export interface OpenRunOptions {
  /** A run folder, as `toolrig run`, `runSuite`, `toolrig score --out` or `toolrig import` wrote it. */
  readonly folder: string;
}

/**
 * Opens a finished run and checks that its files are consistent.
 *
 * @throws StoreError when a file is missing, damaged or was changed, naming it.
 */
export async function openRun(options: OpenRunOptions): Promise<Run> {
  refuseUnknownOptions('openRun', options, ['folder']);
  const stored = readRun(resolve(options.folder));
  await checkRun(stored);
  return toRun(stored);
}
