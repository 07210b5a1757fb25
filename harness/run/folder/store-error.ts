import { exitCodes } from '../../core/run.ts';
import { RigError } from '../../core/rig-error.ts';

/** Each code with its exit code: another folder must be named, or this one cannot be used. */
const codes = {
  RUN_BUSY: exitCodes.usage,
  RUN_REFUSED: exitCodes.usage,
  RUN_MISSING: exitCodes.usage,
  RUN_FINISHED: exitCodes.usage,
  RUN_UNWRITABLE: exitCodes.invalid,
  RUN_UNREADABLE: exitCodes.invalid,
  RUN_CHANGED: exitCodes.invalid,
} as const;

/** A run folder cannot be written or read. */
export class StoreError extends RigError {
  readonly path: string;

  constructor(
    code: keyof typeof codes,
    message: string,
    detail: { readonly path: string; readonly cause?: unknown },
  ) {
    const exitCode = codes[code];
    super(code, message, { exitCode, ...('cause' in detail ? { cause: detail.cause } : {}) });
    this.name = 'StoreError';
    this.path = detail.path;
  }
}
