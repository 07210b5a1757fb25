import type { Suite, Variant } from '../../core/suite/suite.ts';
import type { Sweep } from '../../core/sweep.ts';
import { UsageError } from '../../core/usage-error.ts';
import { distractSuite } from '../../distract/distract-suite.ts';
import { selectVariants } from '../../run/plan/plan-groups.ts';
import type { RunOptions } from '../../run/run-options.ts';
import type { RunFlags } from './run-flags.ts';

/** What runs under `--distractors`. */
interface DistractedVariants {
  readonly suite: Suite;
  readonly variants: readonly string[];
  readonly sweeps: readonly Sweep[];
}

/**
 * Makes the variants of `--distractors`: one for each number of tools that are added to the chosen ones. Recordings have
 * never seen these tools, so a replay needs a model that answers in the process; where no variant is named, it is the first
 * with such a model.
 *
 * @throws UsageError where a chosen variant has only recordings.
 */
export function distractVariants(
  suite: Suite,
  { distractors = '', mode, variant, toolset, model }: RunFlags,
  chosen: RunOptions['variants'],
): DistractedVariants {
  const isNamed = [variant, toolset, model].some((names) => names !== undefined);
  const isAble = ({ model: name }: Variant): boolean =>
    mode !== 'replay' || suite.models.find((one) => one.name === name)?.kind !== 'openai';
  const able = suite.variants.filter(isAble);
  const first = isNamed
    ? selectVariants(suite, chosen)
    : selectVariants(suite, null).filter(isAble);
  const bases = first.length > 0 ? first : able.slice(0, 1);
  const recorded = bases.find((base) => !isAble(base));
  if (recorded !== undefined || bases.length === 0) {
    const which = recorded ?? suite.variants[0];
    const others = able.map(({ name }) => name).join(', ');
    throw new UsageError(
      `Cannot add distractors to variant "${which?.name ?? ''}": its model "${which?.model ?? ''}" is recorded, and the recordings have never seen these tools. ${others === '' ? 'Use --mode live' : `Use --mode live, or a variant whose model answers in the process: ${others}`}`,
    );
  }
  const made = distractSuite(suite, distractors, bases);
  const variants = made.sweeps.flatMap(({ points }) => points.map((point) => point.variant));
  return { ...made, variants };
}
