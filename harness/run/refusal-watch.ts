import { RigError } from '../core/rig-error.ts';
import type { TrialOutcome } from '../core/trial/trial.ts';
import type { GroupTrial } from './trial/run-group.ts';

/** Conversations in a row without an answer of the provider, after which a live run stops when no number is given. */
export const mostRefusals = 5;

/** Counts conversations in a row that the provider refused or never answered: those that follow would be refused too. */
export class RefusalWatch {
  /** What the provider said last. */
  cause = '';
  #inARow = 0;

  /**
   * A group whose trials were all replayed says nothing of the provider.
   *
   * @returns how many there are in a row by now.
   */
  see(trials: readonly GroupTrial[]): number {
    const outcomes = trials.map(({ record }) => record);
    const refused = outcomes.find(({ outcome }) => isRefusal(outcome));
    const isAnswered = outcomes.some(
      ({ outcome, tier }) => outcome.status === 'finished' && tier === null,
    );
    if (isAnswered) this.#inARow = 0;
    else if (refused !== undefined && refused.outcome.status === 'invalid') {
      this.#inARow += 1;
      this.cause = refused.outcome.cause;
    }
    return this.#inARow;
  }
}

function isRefusal(outcome: TrialOutcome): boolean {
  return outcome.status === 'invalid' && outcome.code === 'provider_error';
}

/** A provider gave no usable reply to one conversation after the other: nothing more is sent, and the run ends. */
export class ProviderRefusalError extends RigError {
  override readonly name = 'ProviderRefusalError';

  /** @param cause - what the provider said last. */
  constructor(inARow: number, cause: string) {
    super('PROVIDER_REFUSES', `${inARow} conversations in a row got no usable reply. ${cause}`);
  }
}
