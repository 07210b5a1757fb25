import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { RigError } from '../../core/rig-error.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { ImportFile } from '../../import/imported-run.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { listFiles as listBelow } from '../../disk/list-files.ts';
import { readBytes } from '../../disk/read-file.ts';
import { keepDepth } from '../../limit/keep-depth.ts';
import { LimitError } from '../../limit/limit-error.ts';
import { limitOf } from '../../limit/limits.ts';
import type { CliIo } from './cli-io.ts';

/** What is read, and why. */
export interface ReadImportOptions {
  /** For messages: `Cannot import ...`. */
  readonly action?: string;
  /** Endings of the files of a folder that are read. */
  readonly endings?: readonly string[];
}

const resultEndings = ['json', 'jsonl'];

/**
 * Reads the files that the user named, decompressed where they are compressed; for a folder, all result files below it,
 * by name.
 *
 * @throws UsageError when one cannot be read, or a folder holds none.
 */
export function readImportFiles(
  words: readonly string[],
  io: CliIo,
  { action = 'import', endings = resultEndings }: ReadImportOptions = {},
): readonly ImportFile[] {
  return words.flatMap((word) => {
    const names = guard(word, () => listFiles(word, io.cwd, endings));
    if (names.length === 0) {
      const wanted = endings.map((ending) => `.${ending}`).join(' or ');
      throw new UsageError(`Cannot ${action} "${word}": the folder holds no ${wanted} file`);
    }
    return names.map((name) => guard(name, () => readOne(name, io.cwd)));
  });
}

/** Names below a folder as the user would write them, in the order of their code units. */
function listFiles(word: string, cwd: string, endings: readonly string[]): readonly string[] {
  if (!statSync(resolve(cwd, word)).isDirectory()) return [word];
  return listBelow(resolve(cwd, word))
    .filter((name) => endings.some((ending) => name.replace(/\.gz$/u, '').endsWith(`.${ending}`)))
    .map((name) => join(word, name));
}

function readOne(name: string, cwd: string): ImportFile {
  const bytes = readBytes(resolve(cwd, name), 'inputBytes', name);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isPacked ? unpack(bytes, name) : bytes).toString('utf8');
  keepDepth(text, `read "${name}"`);
  return { name: name.replace(/\.gz$/u, ''), text };
}

/** Stops as soon as the output is larger than allowed. */
function unpack(bytes: Buffer, name: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: limitOf('inputBytes') });
  } catch (error) {
    if (!(error instanceof RangeError))
      throw new UsageError(`Cannot read "${name}": it is not a complete gzip file`);
    throw new LimitError('inputBytes', {
      limit: limitOf('inputBytes'),
      found: Infinity,
      action: `unpack "${name}"`,
    });
  }
}

function guard<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RigError) throw error;
    throw new UsageError(`Cannot read "${name}": ${toReason(error)}`);
  }
}
