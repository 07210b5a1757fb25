import type { Comparison } from '../../compare/comparison.ts';
import { cleanPlan } from '../../core/suite/lane.ts';
import type { CaseResult } from '../report-data.ts';
import { toCaseVerdict } from '../text/to-case-verdict.ts';

/** A page with more transcripts than this is too large to open; it says which ones it shows. */
const mostTrials = 600;

/** Names one trial of a run. */
export function toTrialKey(
  { scenario, plan, variant }: Pick<CaseResult, 'scenario' | 'plan' | 'variant'>,
  repeat: number,
): string {
  return JSON.stringify([scenario, plan, variant, repeat]);
}

/**
 * Chooses the trials whose transcripts go on the page, and names their anchors: those that failed, could not be
 * measured or flipped first, with what the other variants did in the same place, then clean ones, then the rest.
 *
 * @returns Anchors by {@link toTrialKey}, in the order of the cases.
 */
export function chooseTrials(
  cases: readonly CaseResult[],
  comparisons: readonly Comparison[],
  most = mostTrials,
): ReadonlyMap<string, string> {
  const place = ({ scenario, plan }: Pick<CaseResult, 'scenario' | 'plan'>): string =>
    JSON.stringify([scenario, plan]);
  const telling = new Set([
    ...cases.filter((item) => ['failed', 'invalid'].includes(toCaseVerdict(item))).map(place),
    ...comparisons.flatMap(({ flips }) => flips.map(place)),
  ]);
  const weigh = (item: CaseResult, index: number): number => {
    const rank = telling.has(place(item)) ? 0 : item.plan === cleanPlan ? 1 : 2;
    // All first attempts of a rank come before its repeats.
    return 2 * rank + (index === 0 ? 0 : 1);
  };
  const trials = cases.flatMap((item) =>
    item.attempts.map(({ repeat }, index) => ({
      key: toTrialKey(item, repeat),
      weight: weigh(item, index),
    })),
  );
  const chosen = new Set(
    trials
      .toSorted((a, b) => a.weight - b.weight)
      .slice(0, most)
      .map(({ key }) => key),
  );
  const shown = trials.filter(({ key }) => chosen.has(key));
  return new Map(shown.map(({ key }, index) => [key, `trial-${index + 1}`]));
}
