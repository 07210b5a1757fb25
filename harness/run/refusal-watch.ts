import type { GroupTrial } from './trial/run-group.ts';

/** Conversations in a row without an answer of the provider, after which a live run stops when no number is given. */
export const mostRefusals = 5;

/** Counts conversations in a row that the provider refused or never answered: those that follow would be refused too. */
export class RefusalWatch {
  /** What the provider said last. */
  cause = '';
  #inARow = 0;

  /** @returns how many there are in a row by now. */
  see(trials: readonly GroupTrial[]): number {
    const outcome = trials[0]?.record.outcome;
    const isRefused = outcome?.status === 'invalid' && outcome.code === 'provider_error';
    this.#inARow = isRefused ? this.#inARow + 1 : 0;
    if (isRefused) this.cause = outcome.cause;
    return this.#inARow;
  }
}
