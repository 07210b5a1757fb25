import { dirname } from 'node:path';

import { type Lane, toLaneId } from '../../core/suite/lane.ts';
import { refuseLinkOut } from '../../disk/refuse-link-out.ts';
import { CassetteWriteError, toWriteError } from './cassette-write-error.ts';
import type { LaneDisk } from './lane-disk.ts';
import { toLanePath } from './lane-path.ts';

/** The name of this recorder, and whether another recorder is still running. */
export interface LockOwner {
  readonly owner: string;
  isOwnerAlive(owner: string): boolean;
}

/** The right to record one lane: its `.lock.part` file, created by exactly one recorder. */
export interface LaneLock {
  /** Writes the finished recording as `.part`, puts it under its final name, and releases the lock. */
  replace(text: string): void;
  release(): void;
}

/**
 * Takes the lock of a lane. A lock whose owner is dead is taken over.
 *
 * @throws CassetteWriteError `CASSETTE_LOCKED` when another recorder holds it, `CASSETTE_UNWRITABLE`.
 */
export function takeLaneLock(
  lane: Lane,
  {
    root,
    disk,
    owner,
    isOwnerAlive,
  }: LockOwner & { readonly root: string; readonly disk: LaneDisk },
): LaneLock {
  const path = toLanePath(root, lane);
  const lock = `${path}.lock.part`;
  const draft = `${path}.part`;
  try {
    refuseLinkOut(root, dirname(path));
    const holder = disk.read(lock);
    if (holder !== null && !isOwnerAlive(readLockOwner(holder))) disk.remove(lock);
    disk.create(lock, `${JSON.stringify({ type: 'lock', owner })}\n`);
  } catch (error) {
    throw disk.exists(lock) ? toLockedError(lane, lock, error) : toWriteError(error, lock);
  }
  const release = (): void => {
    try {
      disk.remove(draft);
      disk.remove(lock);
    } catch {
      // A leftover file is never read as a recording, and the next recorder distinguishes a dead lock from a live one.
    }
  };
  return {
    replace(text) {
      disk.remove(draft);
      disk.create(draft, text);
      disk.rename(draft, path);
      disk.syncFolderOf(path);
      release();
    },
    release,
  };
}

function toLockedError(lane: Lane, lock: string, cause: unknown): CassetteWriteError {
  return new CassetteWriteError(
    'CASSETTE_LOCKED',
    `Cannot record lane "${toLaneId(lane)}": another recorder holds "${lock}". Wait for it, or delete the file when none runs`,
    { path: lock, cause },
  );
}

/** The owner that a lock names; `` when it names none. */
export function readLockOwner(text: string): string {
  return /^\{"type":"lock","owner":"([^"\\]*)"\}\n$/.exec(text)?.[1] ?? '';
}
