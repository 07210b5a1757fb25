import type { OwnScorer } from '../../core/own/own-scorer.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { RigConfig } from '../../suite/load/parse-config.ts';

/**
 * A suite with what the configuration defines for all suites.
 *
 * @throws UsageError when both define a metric of one name, in two ways.
 */
export function extendSuite(suite: Suite, { scorers }: Pick<RigConfig, 'scorers'>): Suite {
  if (scorers.length === 0) return suite;
  const own = suite.scorers ?? [];
  const others = scorers.filter((scorer) => !isKnown(scorer, own));
  return { ...suite, scorers: [...own, ...others] };
}

function isKnown(scorer: OwnScorer, own: readonly OwnScorer[]): boolean {
  const known = own.find(({ name }) => name === scorer.name);
  if (known === undefined) return false;
  if (known.score === scorer.score || known.score.toString() === scorer.score.toString()) {
    return true;
  }
  throw new UsageError(
    `Cannot use the scorer "${scorer.name}": the suite and toolrig.config.ts define it in two ways. Define it once`,
  );
}
