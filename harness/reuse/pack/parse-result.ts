import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import type { WorkedGroup } from '../../run/worker/worker-link.ts';
import type { StoredText } from './pack-entry.ts';

/** Reads stored results as what a run counts. */
export class ResultParser {
  /** Most trials of a suite end in one of a few ways, and what follows their names is the same text. */
  readonly #tails = new Map<string, object>();

  parse({ trials, scores, heads }: StoredText): WorkedGroup {
    const rows = scores.split('\n');
    const kept = heads
      .slice(0, -1)
      .split('\n')
      .map((head, place) => ({
        // Their sum says that they are what was written.
        trial: JSON.parse(head) as TrialRecord,
        score: this.#parseScore(rows[place] ?? ''),
      }));
    return { trials, scores, kept };
  }

  #parseScore(line: string): ScoreRecord {
    const middle = line.indexOf(',"verdict":');
    // A line of another form is read as a whole.
    if (middle < 0) return JSON.parse(line) as ScoreRecord;
    const tail = line.slice(middle + 1);
    let known = this.#tails.get(tail);
    if (known === undefined) {
      known = JSON.parse(`{${tail}`) as object;
      if (this.#tails.size >= mostTails) this.#tails.clear();
      this.#tails.set(tail, known);
    }
    const head = JSON.parse(`${line.slice(0, middle)}}`) as object;
    return { ...head, ...known } as ScoreRecord;
  }
}

const mostTails = 1_000;
