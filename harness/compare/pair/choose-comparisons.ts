import { choosePairs, type PairWish } from './choose-pairs.ts';
import type { ComparedBy } from '../comparison.ts';
import { isByPlan } from './is-by-plan.ts';
import { toComparedBy } from '../find/find-differences.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { RunSource } from './run-source.ts';

/** One side of a planned comparison. */
export interface SideChoice {
  readonly source: RunSource;
  readonly variant: string;
  /** Only these plans (a preset's name means all of its plans); `null` = all. */
  readonly plans: readonly string[] | null;
}

/** One comparison to be made. */
export interface ComparisonChoice {
  readonly baseline: SideChoice;
  readonly candidate: SideChoice;
  readonly by: ComparedBy;
  /** `by` was asked for across sources: `compareRuns` refuses sides that do not differ in it. */
  readonly asked?: boolean;
}

/**
 * Chooses what is compared: within one source, its variants (or its plans); across sources, the first is the baseline
 * and each other one a candidate, variant by variant of the same name.
 *
 * @throws UsageError when there is nothing to compare, or the sources are of different suites.
 */
export function chooseComparisons(
  sources: readonly RunSource[],
  wish: PairWish & { readonly variant: string | null },
): readonly ComparisonChoice[] {
  const [first, ...others] = sources;
  if (first === undefined) throw new UsageError('Cannot compare nothing: name a suite or runs');
  for (const other of others) {
    if (other.suite !== first.suite) {
      throw new UsageError(
        `Cannot compare ${first.label} with ${other.label}: they are of different suites, "${first.suite}" and "${other.suite}"`,
      );
    }
  }
  if (others.length > 0) return others.flatMap((other) => acrossSources(first, other, wish));
  if (isByPlan(wish.by)) return acrossPlans(first, wish, wish.by);
  const pairs = choosePairs(first.variants, wish);
  if (!pairs.ok) throw new UsageError(`Cannot compare ${first.label}: ${pairs.error}`);
  return pairs.value.map(({ baseline, candidate, by }) => ({
    baseline: { source: first, variant: baseline, plans: null },
    candidate: { source: first, variant: candidate, plans: null },
    by,
  }));
}

function acrossPlans(
  source: RunSource,
  { variant, baseline, candidates }: Parameters<typeof chooseComparisons>[1],
  by: 'plan' | 'attack',
): readonly ComparisonChoice[] {
  const name = variant ?? source.variants[0]?.name;
  if (name === undefined || source.variants.every((known) => known.name !== name)) {
    throw new UsageError(
      `Cannot compare plans of variant "${name ?? ''}": it is not in ${source.label}`,
    );
  }
  const clean = baseline ?? 'none';
  return (candidates ?? (by === 'plan' ? ['*'] : listAttacks(source, clean))).map((plan) => ({
    baseline: { source, variant: name, plans: [clean] },
    candidate: { source, variant: name, plans: plan === '*' ? ['*', `!${clean}`] : [plan] },
    by,
  }));
}

/** The names before the goals: `direct` of `direct/injection_task_3`. */
function listAttacks({ plans = [], label }: RunSource, baseline: string): readonly string[] {
  const attacks = plans.flatMap((plan) =>
    plan.includes('/') ? [plan.split('/', 1)[0] ?? ''] : [],
  );
  const others = [...new Set(attacks)].filter((name) => name !== baseline).toSorted();
  if (others.length > 0) return others;
  throw new UsageError(`Cannot compare ${label} by attack: no trial of it is under an attack`);
}

function acrossSources(
  first: RunSource,
  other: RunSource,
  wish: Parameters<typeof chooseComparisons>[1],
): readonly ComparisonChoice[] {
  if (isByPlan(wish.by)) {
    throw new UsageError(
      `Cannot compare ${first.label} with ${other.label} by ${wish.by}: plans are compared within one of them`,
    );
  }
  const names = toNames(first, other, wish);
  return names.map(([mine, theirs]) => {
    const [baseline, candidate] = [find(first, mine), find(other, theirs)];
    return {
      baseline: { source: first, variant: mine, plans: null },
      candidate: { source: other, variant: theirs, plans: null },
      by: wish.by ?? (first.trials === null ? 'variant' : toComparedBy(baseline, candidate)),
      asked: wish.by !== null,
    };
  });
}

function toNames(
  first: RunSource,
  other: RunSource,
  { baseline, candidates }: PairWish,
): readonly (readonly [string, string])[] {
  if (baseline !== null || candidates !== null) {
    const mine = baseline ?? first.variants[0]?.name ?? '';
    return (candidates ?? [mine]).map((name) => [mine, name] as const);
  }
  const theirs = new Set(other.variants.map(({ name }) => name));
  const both = first.variants.filter(({ name }) => theirs.has(name));
  if (both.length > 0) return both.map(({ name }) => [name, name] as const);
  const [mine, ...more] = first.variants;
  const [its, ...rest] = other.variants;
  if (mine !== undefined && its !== undefined && more.length === 0 && rest.length === 0) {
    return [[mine.name, its.name]];
  }
  throw new UsageError(
    `Cannot compare ${first.label} with ${other.label}: no variant is in both. Name them with --baseline and --candidate`,
  );
}

function find(source: RunSource, name: string): RunSource['variants'][number] {
  const found = source.variants.find((variant) => variant.name === name);
  if (found !== undefined) return found;
  const known = source.variants.map((variant) => variant.name).join(', ');
  throw new UsageError(`Cannot compare variant "${name}": ${source.label} has ${known}`);
}
