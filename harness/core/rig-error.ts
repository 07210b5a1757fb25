import { exitCodes } from './run.ts';

/** How an error says more than its code and message. */
export interface RigErrorOptions extends ErrorOptions {
  /** What the command line exits with; default 2: what was asked for cannot be done as asked. */
  readonly exitCode?: number;
}

/** The harness cannot do the job: thrown, never scored. Only the command line catches it. */
export class RigError extends Error {
  /** Stable, upper-case, safe to match on. */
  readonly code: string;
  /** What the command line exits with: 2 bad usage or suite, 4 nothing could be measured though it was right. */
  readonly exitCode: number;

  constructor(code: string, message: string, options: RigErrorOptions = {}) {
    const { exitCode = exitCodes.usage, ...native } = options;
    super(message, native);
    this.name = 'RigError';
    this.code = code;
    this.exitCode = exitCode;
  }
}
