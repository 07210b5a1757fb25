import { join } from 'node:path';

import { RigError } from '../../core/rig-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { replaceFile, replaceFileInPieces } from '../../disk/replace-file.ts';
import { keepLimit } from '../../limit/limits.ts';
import type { ReportFile, ReportWriter } from '../../report/report-writer.ts';

/**
 * Writes the files of a report, each whole or not at all, and gives the path of each once it is there.
 *
 * @param place - a file, or the folder of several.
 * @throws RigError when a place cannot be written.
 */
export async function* writeReport(
  { target }: Pick<ReportWriter, 'target'>,
  files: readonly ReportFile[],
  place: string,
): AsyncGenerator<string> {
  for (const file of files) {
    const path = target === 'folder' ? join(place, file.name) : place;
    await guard(path, () => writeFile(path, file.content));
    yield path;
  }
}

/** Whole or not at all, also when it comes in pieces. */
async function writeFile(path: string, content: ReportFile['content']): Promise<void> {
  const action = `write the report "${path}"`;
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
    await replaceFileInPieces(path, path.endsWith('.html') ? keepSize(content, action) : content);
    return;
  }
  if (path.endsWith('.html')) keepLimit('pageBytes', Buffer.byteLength(content), action);
  replaceFile(path, content);
}

/** No browser opens a page of any size. */
async function* keepSize<Piece extends string | Uint8Array>(
  pieces: AsyncIterable<Piece> | Iterable<Piece>,
  action: string,
): AsyncGenerator<Piece> {
  let size = 0;
  for await (const piece of pieces) {
    size += Buffer.byteLength(piece);
    keepLimit('pageBytes', size, action);
    yield piece;
  }
}

async function guard(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof RigError) throw error;
    const message = `Cannot write the report "${path}": ${toReason(error)}. Choose another place`;
    throw new RigError('REPORT_UNWRITABLE', message, { cause: error });
  }
}
