import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';

/** How a file is opened: it must exist (`change`, `read`), must not exist (`create`), or may (`append`). */
export type OpenMode = 'append' | 'change' | 'create' | 'read';

/** Windows has no such flag; there, only an administrator can make a link. */
const noFollow = constants.O_NOFOLLOW ?? 0;
const flags: Readonly<Record<OpenMode, number>> = {
  append: constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noFollow,
  change: constants.O_WRONLY | noFollow,
  create: constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow,
  // Without this flag, opening a pipe would wait for a writer.
  read: constants.O_RDONLY | (constants.O_NONBLOCK ?? 0),
};

/**
 * Opens a regular file. Files that are written are never opened through a symbolic link (`ELOOP`), and nothing but a
 * regular file is opened at all (`ENOTREG`): no device, no pipe.
 */
export function openFile(path: string, mode: OpenMode): number {
  const file = openSync(path, flags[mode], 0o666);
  const stats = fstatSync(file);
  if (stats.isFile()) return file;
  closeSync(file);
  const code = stats.isDirectory() ? 'EISDIR' : 'ENOTREG';
  throw Object.assign(new Error(`${code}: "${path}"`), { code, path });
}

/** Writes all bytes. A disk may take fewer at a time than it is given. */
export function writeAll(file: number, content: string | Uint8Array): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  for (let done = 0; done < bytes.length;) {
    const taken = writeSync(file, bytes, done);
    if (taken <= 0) throw Object.assign(new Error('ENOSPC: nothing written'), { code: 'ENOSPC' });
    done += taken;
  }
}
