import { closeSync, readSync } from 'node:fs';

import { openFile } from './open-file.ts';

/** Reads pieces of one file. */
export interface RangeReader {
  /** UTF-8, from one byte up to another. */
  read(start: number, end: number): string;
  close(): void;
}

/** Opens a file to read pieces of it. */
export function openRangeReader(path: string): RangeReader {
  const file = openFile(path, 'read');
  return {
    read(start, end) {
      const bytes = Buffer.allocUnsafe(end - start);
      for (let done = 0; done < bytes.length;) {
        const read = readSync(file, bytes, done, bytes.length - done, start + done);
        if (read === 0) throw new RangeError(`"${path}" ends at ${start + done}, before ${end}`);
        done += read;
      }
      return bytes.toString('utf8');
    },
    close: () => {
      closeSync(file);
    },
  };
}
