import { closeSync, fstatSync, readSync } from 'node:fs';

import type { LimitName } from '../limit/limit-table.ts';
import { keepLimit } from '../limit/limits.ts';
import { openFile } from './open-file.ts';

/**
 * Reads a regular file whole, as UTF-8.
 *
 * @throws LimitError for a larger file, before it is read; the system's error, `ENOTREG` for a device or a pipe.
 */
export function readFile(path: string, limit: LimitName, shown = path): string {
  return readBytes(path, limit, shown).toString('utf8');
}

/** The same without decoding. */
export function readBytes(path: string, limit: LimitName, shown = path): Buffer {
  const file = openFile(path, 'read');
  try {
    const { size } = fstatSync(file);
    keepLimit(limit, size, `read "${shown}"`);
    return readAll(file, size);
  } finally {
    closeSync(file);
  }
}

function readAll(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const read = readSync(file, bytes, done, size - done, done);
    if (read === 0) break;
    done += read;
  }
  return bytes.subarray(0, done);
}
