import { RigError } from '../core/rig-error.ts';

/** A run folder cannot be written or read. */
export class StoreError extends RigError {
  readonly path: string;

  constructor(
    code: 'RUN_REFUSED' | 'RUN_MISSING' | 'RUN_UNWRITABLE' | 'RUN_UNREADABLE' | 'RUN_FINISHED',
    message: string,
    detail: { readonly path: string; readonly cause?: unknown },
  ) {
    super(code, message, 'cause' in detail ? { cause: detail.cause } : undefined);
    this.name = 'StoreError';
    this.path = detail.path;
  }
}

/** The part of a file-system error that is safe to show. */
export function toReason(error: unknown): string {
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
};
