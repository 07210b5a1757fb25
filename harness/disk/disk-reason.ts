import { LimitError } from '../limit/limit-error.ts';

/** The part of a file-system error that is safe to show: what happened and the system's code. */
export function toReason(error: unknown): string {
  if (error instanceof LimitError) return error.detail;
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return reasons[error.code] ?? error.code;
  }
  return 'unknown reason';
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied (EACCES)',
  EPERM: 'operation not permitted (EPERM)',
  EROFS: 'the file system is read-only (EROFS)',
  ENOSPC: 'the disk is full (ENOSPC)',
  ENOENT: 'no such file or folder (ENOENT)',
  EEXIST: 'it exists already (EEXIST)',
  ENOTDIR: 'a part of the path is not a folder (ENOTDIR)',
  EISDIR: 'it is a folder (EISDIR)',
  EDQUOT: 'the disk quota is used up (EDQUOT)',
  ELOOP: 'it is a symbolic link, and nothing is written through links (ELOOP)',
  EMFILE: 'too many files are open (EMFILE); raise the limit, such as with `ulimit -n 4096`',
  ENFILE: 'too many files are open on this machine (ENFILE)',
  EBUSY: 'another process is writing it (EBUSY)',
  EFBIG: 'the file is too large (EFBIG)',
  ENAMETOOLONG: 'the path is too long (ENAMETOOLONG)',
  ELINKOUT:
    'a link on the way leads out of the folder, and nothing is written through links (ELINKOUT)',
  ENOTREG: 'it is not a regular file (ENOTREG)',
  ELINKLOOP: 'a link in it leads back to a folder above it (ELINKLOOP)',
};
