import { closeSync, fstatSync, readSync } from 'node:fs';

import { openFile } from './open-file.ts';

/**
 * Reads a regular file whole, as UTF-8.
 *
 * @param mostBytes - a larger file is refused with `EFBIG` before it is read.
 * @throws the system's error, `ENOTREG` for a device or a pipe.
 */
export function readFile(path: string, mostBytes: number): string {
  const file = openFile(path, 'read');
  try {
    const { size } = fstatSync(file);
    if (size > mostBytes) throw tooLarge(path, size, mostBytes);
    return readAll(file, size).toString('utf8');
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

function tooLarge(path: string, size: number, most: number): Error {
  const message = `EFBIG: "${path}" has ${size} bytes, more than ${most}`;
  return Object.assign(new Error(message), { code: 'EFBIG', path, size, most });
}
