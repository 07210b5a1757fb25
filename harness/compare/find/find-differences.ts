import type { ComparedBy } from '../comparison.ts';

/** The parts of a variant, as texts that can be compared. */
export interface VariantIdentity {
  readonly name: string;
  readonly model: string;
  readonly toolset: string;
  /** Name of the loop settings, and the settings themselves. */
  readonly loop: string;
  readonly settings: string;
  readonly prompt: string;
  readonly params: string;
  /** Ids of the scenarios that are for it; absent where they are not known. */
  readonly scenarios?: readonly string[];
}

/** The dimensions in which two variants can differ, in the order in which they are reported. */
export type Dimension = Exclude<ComparedBy, 'variant' | 'plan' | 'attack'>;

const dimensions: readonly Dimension[] = ['model', 'toolset', 'loop', 'prompt', 'params'];

/** The dimensions in which two variants differ. */
export function findDifferences(
  first: VariantIdentity,
  second: VariantIdentity,
): readonly Dimension[] {
  return dimensions.filter((dimension) => {
    if (dimension !== 'loop') return first[dimension] !== second[dimension];
    return first.loop !== second.loop || first.settings !== second.settings;
  });
}

/** What a comparison of two variants is about: their one difference, or `variant` for none or several. */
export function toComparedBy(first: VariantIdentity, second: VariantIdentity): ComparedBy {
  const [only, ...others] = findDifferences(first, second);
  return only !== undefined && others.length === 0 ? only : 'variant';
}
