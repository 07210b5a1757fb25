import { closeSync, readSync } from 'node:fs';

import { openFile } from './open-file.ts';
import { replaceFileInPieces } from './replace-file.ts';

/** Writes a file of chosen pieces of another one, in the order of the list; whole or not at all. */
export async function copyRanges(
  from: string,
  to: string,
  ranges: readonly { readonly start: number; readonly end: number }[],
): Promise<void> {
  await replaceFileInPieces(to, readRanges(from, ranges));
}

const blockBytes = 1 << 20;

function* readRanges(
  path: string,
  ranges: readonly { readonly start: number; readonly end: number }[],
): Generator<Uint8Array> {
  const file = openFile(path, 'read');
  try {
    for (const { start, end } of ranges) {
      for (let at = start; at < end;) {
        const block = new Uint8Array(Math.min(blockBytes, end - at));
        const read = readSync(file, block, 0, block.length, at);
        if (read === 0) throw new RangeError(`"${path}" ends at ${at}, before ${end}`);
        yield block.subarray(0, read);
        at += read;
      }
    }
  } finally {
    closeSync(file);
  }
}
