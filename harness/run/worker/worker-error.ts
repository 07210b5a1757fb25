import { RigError } from '../../core/rig-error.ts';
import { exitCodes } from '../../core/run.ts';

/** Worker processes could not do the work of a run. What was written is kept. */
export class WorkerError extends RigError {
  override readonly name = 'WorkerError';

  constructor(code: 'WORKER_DIFFERS' | 'WORKER_LOST', message: string) {
    super(code, message, { exitCode: exitCodes.invalid });
  }
}
