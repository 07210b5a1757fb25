import { RigError } from '../core/rig-error.ts';

/**
 * A trial could not be measured: the recording, the harness or the line to the model failed. It says nothing about the
 * model, so every matcher throws it instead of passing or failing, also under `.not`.
 */
export class HarnessError extends RigError {
  override readonly name = 'HarnessError';

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(code, message, options);
    trimStack(this);
  }
}

/** Leaves out frames of this package, which do not help the author of the test. */
export function trimStack(error: Error): void {
  const own = import.meta.url.replace(/vitest\/[^/]*$/u, '');
  const path = own.replace(/^file:\/\//u, '');
  const lines = error.stack?.split('\n') ?? [];
  error.stack = lines
    .filter((line) => !/^\s+at /u.test(line) || !(line.includes(own) || line.includes(path)))
    .join('\n');
}
