import type { RunMode } from '../../core/run.ts';
import type { Suite, Variant } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import { distractSuite } from '../../distract/distract-suite.ts';
import { selectVariants } from '../../run/plan/plan-groups.ts';
import type { RunOptions } from '../../run/run-options.ts';
import type { SweptVariants } from './sweep-variants.ts';

/** Distractors as they were asked for. */
interface DistractorWish {
  /** `near` or `far`, with numbers if wanted: `far=5,15,40`. */
  readonly word: string;
  readonly mode: RunMode;
  /** Whether the variants were chosen; otherwise they are the default. */
  readonly isChosen: boolean;
}

/**
 * Makes the variants of a run with distractors: one for each number of tools that are added to the chosen ones. Recordings
 * have never seen these tools, so a replay needs a model that answers in the process; where no variant is named, it is the
 * first with such a model.
 *
 * @throws UsageError where a chosen variant has only recordings.
 */
export function distractVariants(
  suite: Suite,
  chosen: RunOptions['variants'],
  { word, mode, isChosen }: DistractorWish,
): SweptVariants {
  const isAble = ({ model: name }: Variant): boolean =>
    mode !== 'replay' || suite.models.find((one) => one.name === name)?.kind !== 'openai';
  const able = suite.variants.filter(isAble);
  const first = isChosen
    ? selectVariants(suite, chosen)
    : selectVariants(suite, null).filter(isAble);
  const bases = first.length > 0 ? first : able.slice(0, 1);
  const recorded = bases.find((base) => !isAble(base));
  if (recorded !== undefined || bases.length === 0) {
    const which = recorded ?? suite.variants[0];
    const others = able.map(({ name }) => name).join(', ');
    const inside =
      others === '' ? '' : `, choose a variant whose model answers in the process (${others})`;
    throw new UsageError(
      `Cannot add distractors to variant "${which?.name ?? ''}": its model "${which?.model ?? ''}" is recorded, and the recordings have never seen these tools. Ask the model with mode live${inside}, or declare a toolset with the tools that you mean and record a variant with it`,
    );
  }
  const made = distractSuite(suite, word, bases);
  const variants = made.sweeps.flatMap(({ points }) => points.map((point) => point.variant));
  return { ...made, variants };
}
