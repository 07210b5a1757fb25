import { hash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { readFile } from '../../disk/read-file.ts';
import { replaceFile } from '../../disk/replace-file.ts';
import type { RunSummary } from '../../core/run.ts';
import type { KnownRun } from '../../run/store/trial-store.ts';
import type { FoundEntry } from './pack-folder.ts';

/** Summaries of whole runs, by the keys of all their conversations. */
export class WholeRuns {
  readonly #folder: string;

  /** @param folder - of the results of one suite. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `null` when there is none, or it is damaged. */
  read(name: string): RunSummary | null {
    try {
      const [sum, text = ''] = readFile(this.#toPath(name), 'inputBytes').split('\n');
      // Its sum says that it is what was written.
      return sum === hash('sha256', text) ? (JSON.parse(text) as RunSummary) : null;
    } catch {
      return null;
    }
  }

  /** Keeps a summary; those that were used longest ago go. */
  write(name: string, summary: RunSummary): void {
    const text = JSON.stringify(summary);
    replaceFile(this.#toPath(name), `${hash('sha256', text)}\n${text}\n`);
    const files = readdirSync(this.#folder)
      .filter((file) => /^[0-9a-f]{32}\.json$/u.test(file))
      .map((file) => join(this.#folder, file));
    if (files.length <= mostRuns) return;
    const aged = files
      .map((path) => ({ path, at: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .toSorted((a, b) => b.at - a.at);
    for (const { path } of aged.slice(mostRuns)) rmSync(path, { force: true });
  }

  #toPath(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}

const mostRuns = 32;

/**
 * A run put together of stored results, in the order of its plan.
 *
 * @returns `null` when one of them is damaged.
 */
export function joinResults(found: readonly FoundEntry[], summary: RunSummary): KnownRun | null {
  if (found.some(({ pack, entry }) => !pack.check(entry))) return null;
  return {
    summary,
    trials: found.reduce((sum, { entry }) => sum + entry.trials, 0),
    copy(to) {
      let trials: Uint8Array[] = [];
      let scores: Uint8Array[] = [];
      let size = 0;
      const flush = (): void => {
        to({ trials: Buffer.concat(trials), scores: Buffer.concat(scores) });
        trials = [];
        scores = [];
        size = 0;
      };
      for (const { pack, entry } of found) {
        const lines = pack.bytes(entry);
        trials.push(lines.trials);
        scores.push(lines.scores);
        size += lines.trials.length + lines.scores.length;
        if (size > blockBytes) flush();
      }
      flush();
    },
  };
}

const blockBytes = 1 << 20;
