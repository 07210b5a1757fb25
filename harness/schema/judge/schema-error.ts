import { RigError } from '../../core/rig-error.ts';
import type { Problem } from '../../core/trial/tool-error.ts';

/** A schema cannot be judged with: it should have been refused by `checkSchema` when it was loaded. */
export class SchemaError extends RigError {
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[], options?: ErrorOptions) {
    super('SCHEMA_INVALID', message, options);
    this.name = 'SchemaError';
    this.problems = problems;
  }
}
