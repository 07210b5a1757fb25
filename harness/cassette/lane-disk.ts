import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** The few file operations of a store; each throws the system's error. */
export interface LaneDisk {
  /** The content of a file; `null` when there is none. */
  read(path: string): string | null;
  exists(path: string): boolean;
  /** Creates a file that must not exist, with its folders, and waits until the disk has it. Fails with `EEXIST` when it does. */
  create(path: string, text: string): void;
  /** Puts a file under its final name, and waits until the disk has that too. */
  rename(from: string, to: string): void;
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
  create(path, text) {
    mkdirSync(dirname(path), { recursive: true });
    withFile(path, 'wx', (file) => {
      writeAll(file, text);
      fsyncSync(file);
    });
  },
  rename(from, to) {
    renameSync(from, to);
    withFile(dirname(to), 'r', fsyncSync);
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
