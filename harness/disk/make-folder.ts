import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and the folders above it, one by one: a recursive call gives no reason on a read-only disk and never
 * ends in `/proc`.
 */
export function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return;
    throw Object.assign(new Error(`ENOTDIR: "${path}"`), { code: 'ENOTDIR', path });
  }
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  tryMakeFolder(path);
}

/** Makes one folder; `false` when something has that name already. */
export function tryMakeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
