import { exitCodes } from '../../core/run.ts';
import { RigError } from '../../core/rig-error.ts';

/** A recording cannot be written. No part of it is usable, and earlier recordings are not lost. */
export class CassetteWriteError extends RigError {
  readonly path: string;

  constructor(
    code: string,
    message: string,
    detail: { readonly path: string; readonly cause?: unknown },
  ) {
    super(code, message, { cause: detail.cause, exitCode: exitCodes.invalid });
    this.name = 'CassetteWriteError';
    this.path = detail.path;
  }
}

/** Distinguishes the causes of a failed write. */
export function toWriteError(error: unknown, path: string): CassetteWriteError {
  if (error instanceof CassetteWriteError) return error;
  const cause = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const known = causes[cause] ?? {
    code: 'CASSETTE_UNWRITABLE',
    text: `the system says ${cause}`,
  };
  const message = `Cannot record to "${path}": ${known.text}`;
  return new CassetteWriteError(known.code, message, { path, cause: error });
}

const readOnly = {
  code: 'CASSETTE_UNWRITABLE',
  text: 'the folder may not be written to. Change its permissions or choose another folder',
};
const notFolder = {
  code: 'CASSETTE_UNWRITABLE',
  text: 'there is a file where a folder must be. Move it or choose another folder',
};
const causes: Readonly<Record<string, { readonly code: string; readonly text: string }>> = {
  EACCES: readOnly,
  EPERM: readOnly,
  EROFS: readOnly,
  ENOTDIR: notFolder,
  EISDIR: notFolder,
  EEXIST: notFolder,
  ELINKOUT: {
    code: 'CASSETTE_UNWRITABLE',
    text: 'a link on the way leads out of the folder of recordings. Remove the link, or name the place it leads to with --cassettes',
  },
  ENOSPC: {
    code: 'CASSETTE_DISK_FULL',
    text: 'the disk is full. Make room and record again; nothing half written is used',
  },
  EDQUOT: { code: 'CASSETTE_DISK_FULL', text: 'the quota is used up. Make room and record again' },
};
