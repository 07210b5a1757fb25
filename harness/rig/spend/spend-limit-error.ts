import { RigError } from '../../core/rig-error.ts';

/** A limit on requests or cost is reached: nothing more is sent, and the run ends. */
export class SpendLimitError extends RigError {
  override readonly name = 'SpendLimitError';

  constructor(message: string) {
    super('SPEND_LIMIT', message);
  }
}
