import { createRandom } from '../../harness/core/random.ts';
import type { Policy } from './policy.ts';

/** How one choice is made. */
export interface ChoiceOptions {
  /** 0 takes the nearest tool; above 0 samples. */
  readonly temperature: number;
  /** Seeds the sampling. */
  readonly seed: string;
  /** A tool must be called, however far it is. */
  readonly required: boolean;
}

/**
 * Picks the index of a tool, `null` for none. "No tool" competes as if it were a tool of the
 * similarity `threshold`; sampling draws from a softmax over the similarities.
 */
export function chooseTool(
  similarities: readonly number[],
  policy: Pick<Policy, 'threshold' | 'spread'>,
  options: ChoiceOptions,
): number | null {
  if (similarities.length === 0) return null;
  const candidates = options.required ? [...similarities] : [...similarities, policy.threshold];
  const index =
    options.temperature === 0
      ? findLargest(candidates)
      : sample(candidates, policy.spread * options.temperature, options.seed);
  return index === similarities.length ? null : index;
}

/** The first of equals, so that ties fall by tool order; only "no tool" loses a tie. */
function findLargest(values: readonly number[]): number {
  return values.reduce((best, value, index) => (value > (values[best] ?? 0) ? index : best), 0);
}

function sample(values: readonly number[], scale: number, seed: string): number {
  const largest = Math.max(...values);
  const weights = values.map((value) => Math.exp((value - largest) / scale));
  let left = createRandom(seed).next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [index, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return index;
  }
  return findLargest(values);
}
