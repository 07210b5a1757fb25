import { exitCodes } from '../../core/run.ts';
import { RigError } from '../../core/rig-error.ts';

/** Why a run that a limit ended is INVALID: its code among the reasons. */
export const spendLimitCode = 'spend_limit';

/** A limit on requests or cost is reached: nothing more is sent, and the run ends. */
export class SpendLimitError extends RigError {
  override readonly name = 'SpendLimitError';

  constructor(message: string) {
    super(spendLimitCode.toUpperCase(), message, { exitCode: exitCodes.invalid });
  }
}
