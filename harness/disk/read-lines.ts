import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** One line of a file. */
export interface FileLine {
  /** Without its line feed. */
  readonly text: string;
  /** Counts from 1. */
  readonly number: number;
  /** A line feed ends it; only the last line of a file that was cut has none. */
  readonly isWhole: boolean;
}

/** No text of JavaScript is longer than about 500 million characters. */
const mostCharacters = 256 * 1024 * 1024;

/**
 * Reads the lines of a text file one by one. Only a line feed ends a line.
 *
 * @throws the system's error; `EFBIG` for a line that is too long to be held.
 */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let number = 0;
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1 << 18 });
  for await (const piece of pieces) {
    const lines = decoder.write(piece).split('\n');
    rest += lines[0] ?? '';
    if (rest.length > mostCharacters) throw tooLong(path);
    for (const next of lines.slice(1)) {
      number += 1;
      yield { text: rest, number, isWhole: true };
      rest = next;
    }
  }
  rest += decoder.end();
  if (rest !== '') yield { text: rest, number: number + 1, isWhole: false };
}

function tooLong(path: string): Error {
  return Object.assign(new Error(`EFBIG: "${path}" has a line that is too long`), {
    code: 'EFBIG',
  });
}
