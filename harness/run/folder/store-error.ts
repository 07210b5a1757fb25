import { RigError } from '../../core/rig-error.ts';

/** A run folder cannot be written or read. */
export class StoreError extends RigError {
  readonly path: string;

  constructor(
    code:
      | 'RUN_BUSY'
      | 'RUN_REFUSED'
      | 'RUN_MISSING'
      | 'RUN_UNWRITABLE'
      | 'RUN_UNREADABLE'
      | 'RUN_CHANGED'
      | 'RUN_FINISHED',
    message: string,
    detail: { readonly path: string; readonly cause?: unknown },
  ) {
    super(code, message, 'cause' in detail ? { cause: detail.cause } : undefined);
    this.name = 'StoreError';
    this.path = detail.path;
  }
}
