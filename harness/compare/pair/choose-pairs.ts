import type { Result } from '../../json/result.ts';
import type { ComparedBy } from '../comparison.ts';
import { isByPlan } from './is-by-plan.ts';
import {
  findDifferences,
  toComparedBy,
  type Dimension,
  type VariantIdentity,
} from '../find/find-differences.ts';

/** The request of the command line. */
export interface PairWish {
  /** A variant, or a value of what is compared by (a toolset, a model, ...). */
  readonly baseline: string | null;
  readonly candidates: readonly string[] | null;
  readonly by: ComparedBy | null;
}

/** Two variants to be compared. */
export interface VariantPair {
  readonly baseline: string;
  readonly candidate: string;
  readonly by: ComparedBy;
}

/**
 * Chooses which variants of one suite are compared. Unless named, the baseline is the first declared that has a
 * partner, and the candidates are all that differ from it in nothing else but `by`. A baseline that has
 * fewer than half as many scenarios in common with its candidates as a later one would have is passed over.
 *
 * @returns the pairs, or why there are none, in words.
 */
export function choosePairs(
  variants: readonly VariantIdentity[],
  wish: PairWish,
): Result<readonly VariantPair[], string> {
  if (variants.length < 2) {
    const only = variants[0] === undefined ? 'no variant' : `only "${variants[0].name}"`;
    return refuse(`it takes two variants, and there is ${only}`);
  }
  const baselines = wish.baseline === null ? variants : resolve(variants, wish.baseline, wish.by);
  if (baselines.length === 0) return refuse(unknown(variants, wish.baseline ?? ''));
  const unknownCandidate = wish.candidates?.find(
    (word) => resolve(variants, word, wish.by).length === 0,
  );
  if (unknownCandidate !== undefined) return refuse(unknown(variants, unknownCandidate));
  const found = baselines
    .map((baseline) => ({ baseline, candidates: findCandidates(variants, baseline, wish) }))
    .filter(({ candidates }) => candidates.length > 0);
  const most = Math.max(0, ...found.map(countShared));
  const chosen = found.find((sides) => countShared(sides) * 2 >= most);
  if (chosen === undefined) return refuse(noPartner(variants, wish));
  const { baseline, candidates } = chosen;
  return {
    ok: true,
    value: candidates.map((candidate) => ({
      baseline: baseline.name,
      candidate: candidate.name,
      by: wish.by ?? toComparedBy(baseline, candidate),
    })),
  };
}

interface Sides {
  readonly baseline: VariantIdentity;
  readonly candidates: readonly VariantIdentity[];
}

/** The most scenarios that the baseline has in common with a candidate; 0 where they are not known. */
function countShared({ baseline, candidates }: Sides): number {
  return Math.max(...candidates.map((candidate) => countCommon(baseline, candidate) ?? 0));
}

function countCommon(first: VariantIdentity, second: VariantIdentity): number | null {
  if (first.scenarios === undefined || second.scenarios === undefined) return null;
  const mine = new Set(first.scenarios);
  return second.scenarios.filter((id) => mine.has(id)).length;
}

function findCandidates(
  variants: readonly VariantIdentity[],
  baseline: VariantIdentity,
  wish: PairWish,
): readonly VariantIdentity[] {
  const others = variants.filter((variant) => variant !== baseline);
  const { by, candidates } = wish;
  if (candidates === null) {
    const partners = others.filter(
      (other) => by === null || by === 'variant' || isPartner(baseline, other, by),
    );
    const comparable = partners.filter((other) => countCommon(baseline, other) !== 0);
    // Without any scenario in common the comparison says why it measured nothing.
    return comparable.length > 0 ? comparable : partners;
  }
  return candidates.flatMap((word) => {
    const meant = resolve(others, word, by);
    const named = meant.filter((variant) => variant.name === word);
    if (named.length > 0) return named.filter((variant) => differsBy(baseline, variant, by));
    return meant.filter((variant) => by !== null && isPartner(baseline, variant, by)).slice(0, 1);
  });
}

/** By its name, else by its value of the dimension. */
function resolve(
  variants: readonly VariantIdentity[],
  word: string,
  by: ComparedBy | null,
): readonly VariantIdentity[] {
  const named = variants.filter((variant) => variant.name === word);
  if (named.length > 0 || !isDimension(by)) return named;
  return variants.filter((variant) => variant[by] === word);
}

/** Differs in this dimension and in no other. */
function isPartner(first: VariantIdentity, second: VariantIdentity, by: ComparedBy): boolean {
  const [only, ...others] = findDifferences(first, second);
  return only === by && others.length === 0;
}

/** When both are named, they may differ in more than this dimension, but they must differ in it. */
function differsBy(
  first: VariantIdentity,
  second: VariantIdentity,
  by: ComparedBy | null,
): boolean {
  return !isDimension(by) || findDifferences(first, second).includes(by);
}

function isDimension(by: ComparedBy | null): by is Dimension {
  return by !== null && by !== 'variant' && !isByPlan(by);
}

function unknown(variants: readonly VariantIdentity[], word: string): string {
  return `there is no variant "${word}": expected one of ${variants.map(({ name }) => name).join(', ')}`;
}

function noPartner(variants: readonly VariantIdentity[], { by, baseline }: PairWish): string {
  const all = variants.map(({ name }) => name).join(', ');
  const other =
    baseline === null ? 'no two variants differ' : `no variant differs from "${baseline}"`;
  return isDimension(by)
    ? `${other} in the ${by} and in nothing else, among ${all}`
    : `there is nothing to compare, among ${all}`;
}

function refuse(error: string): Result<never, string> {
  return { ok: false, error };
}
