import type { Flip } from '../comparison.ts';
import { readRun } from '../../run/folder/read-run.ts';
import { compareRuns } from '../compare-runs.ts';
import { type RunSource, toRunSource } from '../pair/run-source.ts';

/** The scenarios with another result under one variant than under the first of a run. */
export interface VariantFlips {
  readonly baseline: string;
  readonly candidate: string;
  readonly flips: readonly Flip[];
  /** Candidate minus baseline over the trials that both have. */
  readonly differences: Readonly<Record<string, number | null>>;
}

/** Lists, for each variant of a run after the first, which scenarios flipped and where the transcripts diverge. */
export async function listFlips(runFolder: string): Promise<readonly VariantFlips[]> {
  const source = keepLoaded(toRunSource(readRun(runFolder), 'this run'));
  const [first, ...others] = source.variants;
  if (first === undefined) return [];
  const lists: VariantFlips[] = [];
  for (const { name } of others) {
    const baseline = { source, variant: first.name, plans: null };
    const { flips, metrics } = await compareRuns({
      baseline,
      candidate: { source, variant: name, plans: null },
      by: 'variant',
    });
    const differences = Object.fromEntries(
      metrics.map(({ metric, difference }) => [metric, difference.value]),
    );
    lists.push({ baseline: first.name, candidate: name, flips, differences });
  }
  return lists;
}

/** The first variant is compared with each of the others, and read once. */
function keepLoaded(source: RunSource): RunSource {
  const loaded = new Map<string, ReturnType<RunSource['load']>>();
  return {
    ...source,
    load: (name) => {
      const found = loaded.get(name) ?? source.load(name);
      loaded.set(name, found);
      return found;
    },
  };
}
