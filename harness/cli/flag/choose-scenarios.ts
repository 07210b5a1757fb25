import type { Suite } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { refuseUnknown, selectScenarios, selectVariants } from '../../run/plan/plan-groups.ts';
import type { RunFlags } from './run-flags.ts';

/**
 * The scenarios that `--scenario` and `--tag` leave. A tag means those of its scenarios that the chosen variants can run.
 *
 * @throws UsageError for a tag that no scenario has, or where nothing has all that was asked for.
 */
export function chooseScenarios(
  suite: Suite,
  variants: RunOptions['variants'],
  { scenario, tag }: Pick<RunFlags, 'scenario' | 'tag'>,
): RunOptions['scenarios'] {
  if (tag === undefined) return scenario ?? null;
  const tags = [...new Set(suite.scenarios.flatMap((one) => one.tags))].toSorted();
  refuseUnknown(tag, { what: 'tag', names: tags, suite: suite.name });
  const names = selectVariants(suite, variants).map(({ name }) => name);
  const left = selectScenarios(suite, scenario ?? null)
    .filter((one) => one.tags.some((name) => tag.includes(name)))
    .filter((one) => one.variants === null || one.variants.some((name) => names.includes(name)));
  if (left.length === 0) {
    throw new UsageError(
      `Cannot run tag "${tag.join(', ')}": none of the scenarios with it is left by the other choices`,
    );
  }
  return left.map(({ id }) => id);
}
