/** The harness cannot do the job: thrown, never scored. Only the command line catches it. */
export class RigError extends Error {
  /** Stable, upper-case, safe to match on. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RigError';
    this.code = code;
  }
}
