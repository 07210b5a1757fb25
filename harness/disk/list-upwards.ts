import { existsSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/**
 * A folder and those around it, the nearest first. The last is the root of the repository (it has a `.git`), or the one
 * before a folder that everyone may write to, such as `/tmp`: what lies there may be anybody's.
 */
export function listUpwards(folder: string): readonly string[] {
  const folders = [folder];
  let at = folder;
  while (!existsSync(join(at, '.git'))) {
    const above = dirname(at);
    if (above === at || isShared(above)) break;
    folders.push(above);
    at = above;
  }
  return folders;
}

/** Windows has no such permission bits. */
function isShared(folder: string): boolean {
  if (sep === '\\') return false;
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats === undefined || (stats.mode & 0o002) !== 0;
}
