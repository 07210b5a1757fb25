import { adjustP } from '../../harness/stats/test/adjust-p.ts';
import { comparePaired } from '../../harness/stats/test/compare-paired.ts';
import { createRandom } from '../../harness/core/random.ts';
import { drawPassRates } from '../../harness/stats/plan/draw-pass-rates.ts';

/** How many noisy A/A pairs there are. */
export const pairs = 400;

/** Like task.success, selection.f1, arguments.valid_first and termination.clean. */
const gatedRates = [0.7, 0.85, 0.9, 0.95] as const;

/**
 * Runs one variant twice over the same 40 scenarios x 5 noisy repeats, judges four gated metrics
 * with Holm, and does so 400 times.
 *
 * @returns In how many pairs any of the four said REGRESSION.
 */
export function countNoisyAa(seed: number): number {
  const random = createRandom(seed);
  const options = { scenarios: 40, repeats: 5, drop: 0, random };
  let alarms = 0;
  for (let i = 0; i < pairs; i++) {
    const metrics = gatedRates.map((rate) => {
      const drawn = drawPassRates({ rate, icc: 0.5, interaction: 0 }, options);
      return Array.from(drawn.candidate, (value, j) => [value - (drawn.baseline[j] ?? 0)]);
    });
    const holm = adjustP(metrics.map((clusters) => comparePaired(clusters).p ?? 1));
    const verdicts = metrics.map(
      (clusters, j) => comparePaired(clusters, { holmP: holm[j] ?? 1 }).verdict,
    );
    if (verdicts.includes('REGRESSION')) alarms += 1;
  }
  return alarms;
}
