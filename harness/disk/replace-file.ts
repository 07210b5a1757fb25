import { closeSync, fstatSync, fsyncSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname } from 'node:path';

import { makeFolder } from './make-folder.ts';
import { openFile, writeAll } from './open-file.ts';

/**
 * Writes a file completely or not at all: first as `.part` in the same folder, synced, then renamed. A link in its
 * place is replaced and never written through; what the file held before stays until the new content is complete.
 *
 * @throws the system's error; {@link toReason} puts it in words.
 */
export function replaceFile(path: string, content: string | Uint8Array): void {
  const draft = createDraft(path);
  try {
    writeAll(draft.file, content);
    fsyncSync(draft.file);
  } catch (error) {
    draft.discard();
    throw error;
  }
  draft.publish();
}

/** The same for content that comes in pieces. When a piece fails to come, nothing is written. */
export async function replaceFileInPieces(
  path: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  const draft = createDraft(path);
  try {
    for await (const piece of pieces) writeAll(draft.file, piece);
    fsyncSync(draft.file);
  } catch (error) {
    draft.discard();
    throw error;
  }
  draft.publish();
}

/** Waits until the disk has the names in a folder, where the system can do that for a folder. */
export function syncFolder(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Windows cannot; the content of the file itself is safe by now.
  }
}

/** On Windows a scanner or an editor that has the file open refuses a rename for a moment. */
export function renameFile(from: string, to: string): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      if (platform() !== 'win32' || attempt === mostRenames || !isBusy(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt * 10);
    }
  }
}

const mostRenames = 10;

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EPERM' || error.code === 'EACCES' || error.code === 'EBUSY')
  );
}

interface Draft {
  readonly file: number;
  publish(): void;
  discard(): void;
}

function createDraft(path: string): Draft {
  makeFolder(dirname(path));
  const part = `${path}.part`;
  // A leftover of a killed process, or a link that someone put there, is removed and never followed.
  rmSync(part, { force: true });
  const file = openFile(part, 'create');
  return {
    file,
    publish() {
      const { ino } = fstatSync(file);
      closeSync(file);
      // Another process that writes the same file has removed this draft and has its own there.
      if (lstatSync(part, { throwIfNoEntry: false })?.ino !== ino) throw busy(path);
      try {
        renameFile(part, path);
      } catch (error) {
        rmSync(part, { force: true });
        throw error;
      }
      syncFolder(dirname(path));
    },
    discard() {
      closeSync(file);
      rmSync(part, { force: true });
    },
  };
}

function busy(path: string): Error {
  return Object.assign(new Error(`EBUSY: "${path}"`), { code: 'EBUSY', path });
}
