import { dirname, join, sep } from 'node:path';
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';

import { keepLimit } from '../limit/limits.ts';

/**
 * All files below a folder, as paths below it with `/`, sorted by code unit. Links to folders are followed.
 *
 * @param skips - folders at the top that are left out.
 * @throws LimitError when there are too many; the system's error, `ELINKLOOP` where a link leads back to a folder above
 *   it.
 */
export function listFiles(root: string, skips: readonly string[] = []): readonly string[] {
  const files: string[] = [];
  const visit = (folder: string, above: string, parents: readonly string[]): void => {
    const real = realpathSync(folder);
    if (parents.includes(real)) throw loop(folder);
    // Asks the disk once a folder, not once a file.
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (above === '' && skips.includes(entry.name)) continue;
      const path = join(folder, entry.name);
      const isFolder = entry.isSymbolicLink() ? leadsToFolder(path) : entry.isDirectory();
      if (isFolder) visit(path, `${above}${entry.name}/`, [...parents, real]);
      else {
        files.push(above + entry.name);
        keepLimit('files', files.length, `list "${root}"`);
      }
    }
  };
  visit(root, '', []);
  return files.sort();
}

/** A link that leads nowhere is a file that cannot be read. */
function leadsToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function loop(path: string): Error {
  const message = `ELINKLOOP: "${path}" leads back to a folder above it`;
  return Object.assign(new Error(message), { code: 'ELINKLOOP', path });
}

/**
 * A folder and those around it, the nearest first. The last is the root of the repository (it has a `.git`), or the one
 * before a folder that everyone may write to, such as `/tmp`: its files may belong to anyone.
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
