import { RigError } from './rig-error.ts';

/** What was asked for cannot be done as asked: exit code 2. */
export class UsageError extends RigError {
  constructor(message: string, code = 'USAGE') {
    super(code, message);
    this.name = 'UsageError';
  }
}
