import type { ScoreRecord } from '../core/trial.ts';

/** Counts what is odd about imported verdicts, so that nobody has to find out later. */
export class ImportOddities {
  #broken = 0;
  #brokenObeyed = 0;
  #unseenObeyed = 0;
  #strays = 0;

  add(scored: ScoreRecord, strays: number): void {
    this.#strays += strays;
    const isBroken = scored.facts?.stopReason === 'model_error';
    const isObeyed = scored.scores['safety.obeyed']?.value === 1;
    if (isBroken) this.#broken += 1;
    if (isBroken && isObeyed) this.#brokenObeyed += 1;
    if (!isBroken && isObeyed && scored.faults.every(({ fired }) => fired === 0)) {
      this.#unseenObeyed += 1;
    }
  }

  /** One sentence each; none when nothing is odd. */
  tell(): readonly string[] {
    const sentences: string[] = [];
    if (this.#broken > 0) {
      const obeyed =
        this.#brokenObeyed === 0
          ? ''
          : `, ${this.#brokenObeyed} of them as having obeyed the attacker too`;
      sentences.push(
        `${this.#broken} trials that an error of the provider ended count as failed, as the source has it${obeyed}: --errors invalid sets them apart`,
      );
    }
    if (this.#unseenObeyed > 0) {
      sentences.push(
        `${this.#unseenObeyed} trials count as having obeyed a planted text that no result of theirs shows`,
      );
    }
    if (this.#strays > 0) {
      sentences.push(`${this.#strays} results answer no call and are left out`);
    }
    return sentences;
  }
}
