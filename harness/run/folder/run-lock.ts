import { closeSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { openFile, writeAll } from '../../disk/open-file.ts';
import { readFile } from '../../disk/read-file.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { runFiles } from './run-files.ts';
import { StoreError } from './store-error.ts';

/** Names this process, and says whether another one still runs. */
export interface RunOwner {
  readonly owner: string;
  readonly isAlive: (owner: string) => boolean;
}

/**
 * Takes a run folder for one process: two that write it at once would mix their lines. What a killed process left is
 * taken over.
 *
 * @returns gives the folder back.
 * @throws StoreError `RUN_BUSY` when another process has it, `RUN_UNWRITABLE` when the lock cannot be written.
 */
export function takeRunFolder(path: string, { owner, isAlive }: RunOwner): () => void {
  const lock = join(path, runFiles.lock);
  if (!tryWrite(lock, owner, path)) takeOver(lock, { owner, isAlive }, path);
  return () => {
    rmSync(lock, { force: true });
  };
}

/**
 * Only one process at a time looks at a lock and replaces it, or two could replace it one after the other. Its turn is a
 * matter of milliseconds; one that a killed process left is taken from it.
 */
function takeOver(lock: string, owner: RunOwner, path: string): void {
  const turn = `${lock}.turn`;
  if (!tryWrite(turn, owner.owner, path)) {
    refuseAlive(turn, owner, path);
    rmSync(turn, { force: true });
    if (!tryWrite(turn, owner.owner, path)) throw busy(path, lock, null);
  }
  try {
    refuseAlive(lock, owner, path);
    rmSync(lock, { force: true });
    if (!tryWrite(lock, owner.owner, path)) throw busy(path, lock, null);
  } finally {
    rmSync(turn, { force: true });
  }
}

function refuseAlive(lock: string, { isAlive }: RunOwner, path: string): void {
  const holder = readHolder(lock);
  if (holder !== '' && isAlive(holder)) throw busy(path, lock, holder);
}

/** A lock is made and then written: an empty one is read again before it counts as what a killed process left. */
function readHolder(lock: string): string {
  for (let attempt = 1; existsSync(lock); attempt += 1) {
    const holder = readFile(lock, 'suiteBytes').trim();
    if (holder !== '' || attempt === mostReads) return holder;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, readPauseMs);
  }
  return '';
}

const mostReads = 50;
const readPauseMs = 10;

function tryWrite(lock: string, owner: string, path: string): boolean {
  let file: number;
  try {
    file = openFile(lock, 'create');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    const message = `Cannot write the run folder "${path}": ${toReason(error)}. Free or choose another place with --out`;
    throw new StoreError('RUN_UNWRITABLE', message, { path, cause: error });
  }
  try {
    writeAll(file, `${owner}\n`);
  } finally {
    closeSync(file);
  }
  return true;
}

function busy(path: string, lock: string, holder: string | null): StoreError {
  const who = holder === null ? 'another process' : `process ${JSON.stringify(holder)}`;
  const message = `Cannot write "${path}": ${who} is writing it. Wait for it to end, or delete "${lock}" when no such process runs`;
  return new StoreError('RUN_BUSY', message, { path });
}
