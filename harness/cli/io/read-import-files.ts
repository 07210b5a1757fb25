import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { UsageError } from '../../core/usage-error.ts';
import type { ImportFile } from '../../import/imported-run.ts';
import { toReason } from '../../disk/disk-reason.ts';
import type { CliIo } from './cli-io.ts';

/**
 * Reads the files that the user named, unpacked where they are packed; of a folder, all result files below it, by name.
 *
 * @throws UsageError when one cannot be read, or a folder holds none.
 */
export function readImportFiles(words: readonly string[], io: CliIo): readonly ImportFile[] {
  return words.flatMap((word) => {
    const names = guard(word, () => listFiles(word, io.cwd));
    if (names.length === 0) {
      throw new UsageError(`Cannot import "${word}": the folder holds no .json or .jsonl file`);
    }
    return names.map((name) => guard(name, () => readOne(name, io.cwd)));
  });
}

/** Names below a folder as the user would write them, in the order of their code units. */
function listFiles(word: string, cwd: string): readonly string[] {
  if (!statSync(resolve(cwd, word)).isDirectory()) return [word];
  return readdirSync(resolve(cwd, word), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.jsonl?(?:\.gz)?$/u.test(name))
    .toSorted()
    .map((name) => join(word, name));
}

function readOne(name: string, cwd: string): ImportFile {
  const bytes = readFileSync(resolve(cwd, name));
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const text = (isPacked ? gunzipSync(bytes) : bytes).toString('utf8');
  return { name: name.replace(/\.gz$/u, ''), text };
}

function guard<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`Cannot read "${name}": ${toReason(error)}`);
  }
}
