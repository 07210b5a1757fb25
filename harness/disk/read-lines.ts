import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

import { keepLimit } from '../limit/limits.ts';
import { openFile } from './open-file.ts';

/** One line of a file. */
export interface FileLine {
  /** Without its line feed. */
  readonly text: string;
  /** Counts from 1. */
  readonly number: number;
  /** A line feed ends it; only the last line of a file that was cut has none. */
  readonly isWhole: boolean;
}

/**
 * Reads the lines of a text file one by one. Only a line feed ends a line.
 *
 * @throws the system's error; `ENOTREG` for a device or a pipe; LimitError for too long a line.
 */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let number = 0;
  const pieces: AsyncIterable<Buffer> = createReadStream(path, {
    fd: openFile(path, 'read'),
    highWaterMark: 1 << 18,
  });
  for await (const piece of pieces) {
    const lines = decoder.write(piece).split('\n');
    rest += lines[0] ?? '';
    keepLimit('lineBytes', rest.length, `read a line of "${path}"`);
    for (const next of lines.slice(1)) {
      number += 1;
      yield { text: rest, number, isWhole: true };
      rest = next;
    }
  }
  rest += decoder.end();
  if (rest !== '') yield { text: rest, number: number + 1, isWhole: false };
}
