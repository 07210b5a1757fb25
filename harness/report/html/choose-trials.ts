import { cleanPlan } from '../../core/suite/lane.ts';
import type { PageFlip, PageTrial } from '../page/page-index.ts';

/** A trial, and the bytes that its transcript takes on the page. */
export interface SizedTrial {
  readonly trial: Pick<PageTrial, 'scenario' | 'plan' | 'verdict' | 'repeat'>;
  readonly bytes: number;
}

/**
 * Chooses the trials whose transcripts go on the page: those that failed, could not be measured or flipped come first,
 * with what the other variants did in the same place, then clean ones, then the rest; first attempts before repeats.
 *
 * @param most - bytes that all transcripts together may take.
 * @returns places in `trials`.
 */
export function chooseTrials(
  trials: readonly SizedTrial[],
  flips: readonly Pick<PageFlip, 'scenario' | 'plan'>[],
  most: number,
): ReadonlySet<number> {
  const telling = new Set([
    ...trials
      .filter(({ trial }) => trial.verdict === 'failed' || trial.verdict === 'invalid')
      .map(({ trial }) => toPlace(trial)),
    ...flips.map(toPlace),
  ]);
  const weigh = ({ trial }: SizedTrial): number => {
    const rank = telling.has(toPlace(trial)) ? 0 : trial.plan === cleanPlan ? 1 : 2;
    return 2 * rank + (trial.repeat === 1 ? 0 : 1);
  };
  const order = trials
    .map((sized, place) => ({ place, bytes: sized.bytes, weight: weigh(sized) }))
    .toSorted((a, b) => a.weight - b.weight);
  const chosen = new Set<number>();
  let left = most;
  for (const { place, bytes } of order) {
    if (bytes > left) break;
    left -= bytes;
    chosen.add(place);
  }
  return chosen;
}

function toPlace({ scenario, plan }: { scenario: string; plan: string }): string {
  return JSON.stringify([scenario, plan]);
}
