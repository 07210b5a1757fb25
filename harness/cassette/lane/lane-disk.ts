import { closeSync, existsSync, fsyncSync, readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import { RigError } from '../../core/rig-error.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { makeFolder } from '../../disk/make-folder.ts';
import { openFile, type OpenMode, writeAll } from '../../disk/open-file.ts';
import { readFile } from '../../disk/read-file.ts';
import { renameFile, syncFolder } from '../../disk/replace-file.ts';

/** The few file operations of a store; reading throws `CASSETTE_UNREADABLE`, the others the system's error. */
export interface LaneDisk {
  /** The content of a file; `null` when there is none. */
  read(path: string): string | null;
  exists(path: string): boolean;
  /** Names in a folder, sorted; none when there is no such folder. */
  list(path: string): readonly string[];
  /** Creates a file that must not exist, with its folders. Fails with `EEXIST` when it does. */
  create(path: string, text: string): void;
  /** Puts a file under its final name once the disk has its content. */
  rename(from: string, to: string): void;
  /** Waits until the disk has the names in the folder of a file. */
  syncFolderOf(path: string): void;
  remove(path: string): void;
}

/** The disk of the machine. */
export const nodeDisk: LaneDisk = {
  read(path) {
    try {
      return readFile(path, 'laneBytes');
    } catch (error) {
      if (isMissing(error)) return null;
      const message = `Cannot read recording "${path}": ${toReason(error)}`;
      throw new RigError('CASSETTE_UNREADABLE', message, { cause: error });
    }
  },
  exists: existsSync,
  list(path) {
    try {
      return readdirSync(path).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  },
  create(path, text) {
    makeFolder(dirname(path));
    withFile(path, 'create', (file) => {
      writeAll(file, text);
    });
  },
  rename(from, to) {
    withFile(from, 'change', fsyncSync);
    renameFile(from, to);
  },
  syncFolderOf(path) {
    syncFolder(dirname(path));
  },
  remove(path) {
    rmSync(path, { force: true });
  },
};

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}

function withFile(path: string, mode: OpenMode, work: (file: number) => void): void {
  const file = openFile(path, mode);
  try {
    work(file);
  } finally {
    closeSync(file);
  }
}
