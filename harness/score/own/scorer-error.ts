import { exitCodes } from '../../core/run.ts';
import { RigError } from '../../core/rig-error.ts';

/** A scorer of a team's own cannot be used on a trial: the trial is INVALID, and no score of it is lowered. */
export class ScorerError extends RigError {
  readonly scorer: string;

  constructor(scorer: string, detail: string, options: ErrorOptions = {}) {
    super('SCORER_FAILED', `Scorer "${scorer}": ${detail}`, {
      exitCode: exitCodes.invalid,
      ...options,
    });
    this.name = 'ScorerError';
    this.scorer = scorer;
  }
}
