import { createReadStream } from 'node:fs';
import { join } from 'node:path';

import type { StoredRun } from '../../run/folder/read-run.ts';
import { runFiles } from '../../run/folder/run-files.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { StoreError } from '../../run/folder/store-error.ts';

const lineEnd = 10;

/**
 * Sees to it that trials and scores have as many whole lines as the summary says, without reading what is in them.
 *
 * @throws StoreError naming the file that has not.
 */
export async function checkWhole({
  path,
  summary,
}: Pick<StoredRun, 'path' | 'summary'>): Promise<void> {
  for (const name of [runFiles.trials, runFiles.scores]) {
    const file = join(path, name);
    const { lines, isCut } = await countLines(file);
    if (isCut) throw damaged(file, `it ends in the middle of line ${lines + 1}`);
    if (lines !== summary.planned) {
      throw damaged(file, `it has ${lines} lines, and ${summary.planned} trials were planned`);
    }
  }
}

async function countLines(
  file: string,
): Promise<{ readonly lines: number; readonly isCut: boolean }> {
  let lines = 0;
  let last = lineEnd;
  try {
    const pieces: AsyncIterable<Uint8Array> = createReadStream(file);
    for await (const piece of pieces) {
      for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1))
        lines += 1;
      last = piece.at(-1) ?? last;
    }
  } catch (error) {
    throw damaged(file, toReason(error));
  }
  return { lines, isCut: last !== lineEnd };
}

function damaged(file: string, detail: string): StoreError {
  return new StoreError('RUN_UNREADABLE', `Cannot read "${file}": ${detail}. Run it again`, {
    path: file,
  });
}
