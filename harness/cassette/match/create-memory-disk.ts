import { dirname, join, sep } from 'node:path';

import type { LaneDisk } from '../lane/lane-disk.ts';

/** A disk that reads the real files and keeps all changes in memory, to find out what would be recorded without recording it. */
export function createMemoryDisk(below: LaneDisk): LaneDisk {
  /** `null`: removed. */
  const files = new Map<string, string | null>();
  const read = (path: string): string | null => {
    const own = files.get(path);
    return own === undefined ? below.read(path) : own;
  };
  return {
    read,
    exists: (path) => (files.has(path) ? files.get(path) !== null : below.exists(path)),
    list(path) {
      const names = new Set(below.list(path));
      for (const [file, text] of files) {
        if (!file.startsWith(`${path}${sep}`)) continue;
        const [name = ''] = file.slice(path.length + 1).split(sep);
        if (text !== null) names.add(name);
        else if (dirname(file) === path || file === join(path, name)) names.delete(name);
      }
      return [...names].sort();
    },
    create(path, text) {
      if (read(path) !== null) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
      files.set(path, text);
    },
    rename(from, to) {
      files.set(to, read(from));
      files.set(from, null);
    },
    syncFolderOf: () => undefined,
    remove(path) {
      files.set(path, null);
    },
  };
}
