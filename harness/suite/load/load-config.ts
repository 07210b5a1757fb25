import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { UsageError } from '../../core/usage-error.ts';
import { importSuiteFile } from './import-suite-file.ts';
import { emptyConfig, parseConfig, type RigConfig } from './parse-config.ts';
import { SuiteError } from './suite-error.ts';

const names = ['ts', 'mts', 'js', 'mjs'].map((kind) => `toolrig.config.${kind}`);

/** A configuration and where it was found. */
export interface LoadedConfig extends RigConfig {
  /** `null` when there is no file. */
  readonly file: string | null;
  /** Folder that its paths are relative to. */
  readonly root: string;
}

/**
 * Reads the `toolrig.config.*` of a folder, or a file that was named.
 *
 * @throws UsageError when the named file is not there, or with all that is wrong in it.
 */
export async function loadConfig(
  folder: string,
  file: string | null = null,
): Promise<LoadedConfig> {
  const found = file ?? findConfigFile(folder);
  if (found === null) return { ...emptyConfig, file: null, root: folder };
  if (!existsSync(found)) throw new UsageError(`Cannot read "${found}": there is no such file`);
  const parsed = parseConfig(await load(found));
  if (parsed.ok) return { ...parsed.value, file: found, root: dirname(found) };
  const lines = parsed.error.map((problem) => `\n  ${basename(found)} ${problem}`);
  throw new UsageError(`Cannot use the configuration "${found}":${lines.join('')}`);
}

/** The `toolrig.config.*` of a folder; `null` when it has none. */
export function findConfigFile(folder: string): string | null {
  return names.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

async function load(file: string): Promise<unknown> {
  try {
    return await importSuiteFile(file, file);
  } catch (error) {
    const [problem] = error instanceof SuiteError ? error.problems : [];
    if (problem === undefined) throw error;
    const line = problem.line === null ? '' : ` (line ${problem.line})`;
    throw new UsageError(`Cannot load the configuration "${file}"${line}: ${problem.message}`);
  }
}
