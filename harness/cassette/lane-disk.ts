import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** The few file operations of a store; each throws the system's error. */
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
      return readFileSync(path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
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
    withFile(path, 'wx', (file) => {
      writeAll(file, text);
    });
  },
  rename(from, to) {
    withFile(from, 'r+', fsyncSync);
    renameSync(from, to);
  },
  syncFolderOf(path) {
    try {
      withFile(dirname(path), 'r', fsyncSync);
    } catch {
      // Not every system can do that for a folder; the content itself is safe by now.
    }
  },
  remove(path) {
    rmSync(path, { force: true });
  },
};

/** On a read-only disk Node answers `ENOENT` to a recursive call; made one by one, the folders tell the reason. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    if (!isMissing(error) || dirname(path) === path) throw error;
    makeFolder(dirname(path));
    mkdirSync(path);
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR')
  );
}

function withFile(path: string, flags: string, work: (file: number) => void): void {
  const file = openSync(path, flags);
  try {
    work(file);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}
