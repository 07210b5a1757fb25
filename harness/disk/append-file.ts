import { closeSync, fstatSync, fsyncSync, ftruncateSync } from 'node:fs';

import { openFile, writeAll } from './open-file.ts';

/** A file that only grows. */
export interface AppendFile {
  /** Appends a text as a whole: when the disk takes only a part of it, that part is taken back before the error. */
  append(text: string | Uint8Array): void;
  /** Waits until the disk has everything. */
  sync(): void;
  close(): void;
}

/** Opens a file to append to it; it is created when there is none, and never opened through a link. */
export function openAppendFile(path: string): AppendFile {
  const file = openFile(path, 'append');
  return {
    append(text) {
      const before = fstatSync(file).size;
      try {
        writeAll(file, text);
      } catch (error) {
        ftruncateSync(file, before);
        throw error;
      }
    },
    sync() {
      fsyncSync(file);
    },
    close() {
      closeSync(file);
    },
  };
}

/** Cuts a file back to its first bytes, never through a link. */
export function cutFile(path: string, sizeBytes: number): void {
  const file = openFile(path, 'change');
  try {
    ftruncateSync(file, sizeBytes);
  } finally {
    closeSync(file);
  }
}
