import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Suite } from '../core/suite.ts';
import { findSuiteFile, type SuiteFile } from './find-suite-file.ts';
import { importSuiteFile } from './import-suite-file.ts';
import { readDataFile } from './read-data-file.ts';
import { SuiteError } from './suite-error.ts';
import type { SuiteInput } from './suite-input.ts';
import type { SuiteProblem } from './suite-problem.ts';
import { toSuite } from './to-suite.ts';

/** What loading a suite may be told. */
export interface LoadSuiteOptions {
  /** Kinds of faults that there are; faults of other kinds are refused. Default: any kind. */
  readonly faultKinds?: readonly string[];
  /** Told of what is doubtful in a suite that can run. */
  readonly onWarning?: (problem: SuiteProblem) => void;
}

/**
 * Loads and checks a suite: a TypeScript or JavaScript module with a default export, or a YAML or
 * JSON file; or the folder of exactly one `suite.*`.
 *
 * @throws SuiteError with all that is wrong in it.
 */
export async function loadSuite(path: string, _options: LoadSuiteOptions = {}): Promise<Suite> {
  const found = findSuiteFile(resolve(path));
  if (!found.ok) {
    throw new SuiteError(path, [
      { severity: 'error', file: path, path: '$', line: null, column: null, ...found.error },
    ]);
  }
  const input = await read(path, found.value);
  return toSuite(input, { file: path, name: found.value.name });
}

async function read(path: string, file: SuiteFile): Promise<SuiteInput> {
  if (file.kind === 'module') return (await importSuiteFile(file.path)) as SuiteInput;
  const data = readDataFile(readFileSync(file.path, 'utf8'));
  if (data.ok) return data.value.value as SuiteInput;
  throw new SuiteError(
    path,
    data.error.map((error) => ({ severity: 'error', file: path, path: '$', ...error })),
  );
}
