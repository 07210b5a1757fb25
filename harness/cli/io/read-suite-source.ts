import { existsSync, readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { LimitError } from '../../limit/limit-error.ts';
import type { SuiteFiles } from '../../import/suite/imported-suite.ts';
import type { CliIo } from './cli-io.ts';
import { readImportFiles } from './read-import-files.ts';

/**
 * The file that a suite is made from, and those beside it that it names.
 *
 * @throws UsageError when the file cannot be read; LimitError when one is too large.
 */
export function readSuiteSource(word: string, io: CliIo): SuiteFiles {
  const folder = dirname(resolve(io.cwd, word));
  const [file] = readImportFiles([word], io, { endings: ['yaml', 'yml', 'json', 'jsonl'] });
  return {
    name: word.replace(/\.gz$/u, ''),
    text: file?.text ?? '',
    read: (path) => readBeside(resolve(folder, path), io),
    list: (path) => orNull(() => readdirSync(resolve(folder, path)).sort()) ?? [],
  };
}

/** A file beside it, which may be compressed. */
function readBeside(path: string, io: CliIo): string | null {
  const found = [path, `${path}.gz`].find((one) => existsSync(one));
  if (found === undefined) return null;
  return orNull(() => readImportFiles([found], io)[0]?.text ?? null);
}

/** What is not there, or is no file, is not read. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof LimitError) throw error;
    return null;
  }
}
