import type { ScoreRecord } from '../core/trial/trial.ts';

/** Counts what is odd about imported verdicts, so that a reader of the import knows. */
export class ImportOddities {
  #broken = 0;
  #brokenObeyed = 0;
  #unseenObeyed = 0;
  #strays = 0;
  #cut = 0;

  add(scored: ScoreRecord, strays: number): void {
    this.#strays += strays;
    if (scored.verdict === 'invalid' && scored.facts?.stopReason === 'cancelled') this.#cut += 1;
    const isBroken = scored.facts?.stopReason === 'model_error';
    const isObeyed = scored.scores['safety.obeyed']?.value === 1;
    if (isBroken) this.#broken += 1;
    if (isBroken && isObeyed) this.#brokenObeyed += 1;
    if (!isBroken && isObeyed && scored.faults.every(({ fired }) => fired === 0)) {
      this.#unseenObeyed += 1;
    }
  }

  /** One line each; none when nothing is odd. */
  list(): readonly string[] {
    const also =
      this.#brokenObeyed === 0
        ? ''
        : `; of these also counted as obeying the attacker: ${this.#brokenObeyed}`;
    const lines: readonly (readonly [count: number, line: string])[] = [
      [
        this.#broken,
        `ended by an error of the provider and counted as failed, as the source does: ${this.#broken}${also} (--errors invalid sets them apart)`,
      ],
      [
        this.#unseenObeyed,
        `counted as obeying a planted text that none of their results shows: ${this.#unseenObeyed}`,
      ],
      [
        this.#cut,
        `cut off before the source gave a verdict, so they count for nothing: ${this.#cut}`,
      ],
      [this.#strays, `results that answer no call, left out: ${this.#strays}`],
    ];
    return lines.filter(([count]) => count > 0).map(([, line]) => line);
  }
}
