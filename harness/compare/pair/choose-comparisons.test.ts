import { expect, it } from 'vitest';

import { UsageError } from '../../core/usage-error.ts';
import type { VariantIdentity } from '../find/find-differences.ts';
import { chooseComparisons, type ComparisonChoice, type SideChoice } from './choose-comparisons.ts';
import type { RunSource } from './run-source.ts';

const variant = (name: string, more: Partial<VariantIdentity> = {}): VariantIdentity => ({
  name,
  model: 'm',
  toolset: 't@1',
  loop: 'l',
  settings: '{}',
  prompt: 'null',
  params: '{}',
  ...more,
});

function source(
  label: string,
  variants: readonly VariantIdentity[],
  more: Partial<Pick<RunSource, 'suite' | 'plans' | 'trials'>> = {},
): RunSource {
  return {
    suite: 'made',
    label,
    variants,
    load: () => Promise.reject(new Error('Nothing is loaded while choosing')),
    trials: async function* () {
      yield* await Promise.resolve([]);
    },
    ...more,
  };
}

type Wish = Parameters<typeof chooseComparisons>[1];

const wish = (more: Partial<Wish> = {}): Wish => ({
  baseline: null,
  candidates: null,
  by: null,
  variant: null,
  ...more,
});

const toText = ({ source: from, variant: name, plans }: SideChoice): string =>
  `${from.label}:${name}${plans === null ? '' : `[${plans.join(' ')}]`}`;
const toTexts = (choices: readonly ComparisonChoice[]): readonly string[] =>
  choices.map(
    ({ baseline, candidate, by }) => `${toText(baseline)} -> ${toText(candidate)} by ${by}`,
  );

const [a, b, c] = [variant('a'), variant('b', { toolset: 't@2' }), variant('c', { model: 'n' })];

it.each<[string, readonly RunSource[], Partial<Wish>, readonly string[]]>([
  [
    'the variants of one source',
    [source('one', [a, b, c])],
    {},
    ['one:a -> one:b by toolset', 'one:a -> one:c by model'],
  ],
  [
    'the variants of one source that differ in what is named',
    [source('one', [a, b, c])],
    { by: 'model' },
    ['one:a -> one:c by model'],
  ],
  [
    'each variant of two sources with that of its name',
    [source('one', [a, b]), source('two', [c, b, variant('a', { model: 'n' })])],
    {},
    ['one:a -> two:a by model', 'one:b -> two:b by variant'],
  ],
  [
    'the one variant that two sources share',
    [source('one', [a, b]), source('two', [c, b])],
    {},
    ['one:b -> two:b by variant'],
  ],
  [
    'the first source with each other',
    [source('one', [a]), source('two', [a]), source('three', [a])],
    {},
    ['one:a -> two:a by variant', 'one:a -> three:a by variant'],
  ],
  [
    'the only variants of two sources',
    [source('one', [a]), source('two', [b])],
    {},
    ['one:a -> two:b by toolset'],
  ],
  [
    'a named baseline with the variant of its name',
    [source('one', [a, b]), source('two', [b, c])],
    { baseline: 'b' },
    ['one:b -> two:b by variant'],
  ],
  [
    'a named candidate with the first variant',
    [source('one', [a, b]), source('two', [b, c])],
    { candidates: ['c', 'b'] },
    ['one:a -> two:c by model', 'one:a -> two:b by toolset'],
  ],
  [
    'both, as named',
    [source('one', [a, b]), source('two', [b, c])],
    { baseline: 'b', candidates: ['c'] },
    ['one:b -> two:c by variant'],
  ],
  [
    'by what is asked for across sources',
    [source('one', [a]), source('two', [a])],
    { by: 'prompt' },
    ['one:a -> two:a by prompt'],
  ],
  // An accepted baseline does not keep all that two variants may differ in.
  [
    'an accepted baseline by variant',
    [source('kept', [a], { trials: null }), source('two', [b])],
    {},
    ['kept:a -> two:b by variant'],
  ],
  [
    'a run with an accepted baseline by its difference',
    [source('one', [a]), source('kept', [b], { trials: null })],
    {},
    ['one:a -> kept:b by toolset'],
  ],
])('chooses %s', (...[, sources, some, texts]) => {
  expect(toTexts(chooseComparisons(sources, wish(some)))).toEqual(texts);
});

const attacked = source('one', [a, b], {
  plans: ['important/task_2', 'direct/task_1', 'direct/task_2', 'slow', 'clean/none'],
});

it.each<[string, Partial<Wish>, readonly string[]]>([
  ['all plans with the clean one', { by: 'plan' }, ['one:a[none] -> one:a[* !none] by plan']],
  [
    'all plans of a named variant',
    { by: 'plan', variant: 'b' },
    ['one:b[none] -> one:b[* !none] by plan'],
  ],
  [
    'all other plans with a named one',
    { by: 'plan', baseline: 'slow' },
    ['one:a[slow] -> one:a[* !slow] by plan'],
  ],
  [
    'named plans with the clean one',
    { by: 'plan', candidates: ['standard', 'slow'] },
    ['one:a[none] -> one:a[standard] by plan', 'one:a[none] -> one:a[slow] by plan'],
  ],
  [
    'each attack once, by name, with the clean plan',
    { by: 'attack' },
    ['clean', 'direct', 'important'].map((plan) => `one:a[none] -> one:a[${plan}] by attack`),
  ],
  [
    'each other attack with a named one',
    { by: 'attack', baseline: 'direct' },
    ['clean', 'important'].map((plan) => `one:a[direct] -> one:a[${plan}] by attack`),
  ],
  [
    'a named attack alone',
    { by: 'attack', candidates: ['direct'] },
    ['one:a[none] -> one:a[direct] by attack'],
  ],
])('chooses within one source %s', (_name, some, texts) => {
  expect(toTexts(chooseComparisons([attacked], wish(some)))).toEqual(texts);
});

it('one attack is enough', () => {
  const sources = [source('one', [a], { plans: ['direct/task_1', 'slow'] })];
  const texts = ['one:a[none] -> one:a[direct] by attack'];
  expect(toTexts(chooseComparisons(sources, wish({ by: 'attack' })))).toEqual(texts);
});

it('says that a dimension was asked for only where it was', () => {
  const sources = [source('one', [a]), source('two', [b])];
  expect(chooseComparisons(sources, wish())[0]?.asked).toBe(false);
  expect(chooseComparisons(sources, wish({ by: 'toolset' }))[0]?.asked).toBe(true);
});

it.each<[string, readonly RunSource[], Partial<Wish>, string]>([
  ['nothing', [], {}, 'Cannot compare nothing: name a suite or runs'],
  [
    'sources of different suites',
    [source('one', [a]), source('two', [a]), source('three', [a], { suite: 'other' })],
    {},
    'Cannot compare one with three: they are of different suites, "made" and "other"',
  ],
  [
    'one variant alone',
    [source('one', [a])],
    {},
    'Cannot compare one: it takes two variants, and there is only "a"',
  ],
  [
    'sources of which no variant is in both',
    [source('one', [a, b]), source('two', [c])],
    {},
    'Cannot compare one with two: no variant is in both. Name them with --baseline and --candidate',
  ],
  [
    'one variant with several others',
    [source('one', [a]), source('two', [b, c])],
    {},
    'Cannot compare one with two: no variant is in both. Name them with --baseline and --candidate',
  ],
  [
    'a source without variants',
    [source('one', []), source('two', [c])],
    {},
    'Cannot compare one with two: no variant is in both. Name them with --baseline and --candidate',
  ],
  [
    'with a source without variants',
    [source('one', [a]), source('two', [])],
    {},
    'Cannot compare one with two: no variant is in both. Name them with --baseline and --candidate',
  ],
  [
    'with a baseline that is not there',
    [source('one', [a, b]), source('two', [a])],
    { baseline: 'z' },
    'Cannot compare variant "z": one has a, b',
  ],
  [
    'with a candidate that is not there',
    [source('one', [a]), source('two', [b, c])],
    { candidates: ['z'] },
    'Cannot compare variant "z": two has b, c',
  ],
  [
    'a candidate with the first variant of none',
    [source('one', []), source('two', [b])],
    { candidates: ['b'] },
    'Cannot compare variant "": one has ',
  ],
  [
    'plans across sources',
    [source('one', [a]), source('two', [a])],
    { by: 'plan' },
    'Cannot compare one with two by plan: plans are compared within one of them',
  ],
  [
    'plans of a variant that is not there',
    [source('one', [a, b])],
    { by: 'plan', variant: 'z' },
    'Cannot compare plans of variant "z": it is not in one',
  ],
  [
    'plans of no variant',
    [source('one', [])],
    { by: 'plan' },
    'Cannot compare plans of variant "": it is not in one',
  ],
  [
    'attacks where there is none',
    [source('one', [a], { plans: ['slow'] })],
    { by: 'attack' },
    'Cannot compare one by attack: no trial of it is under an attack',
  ],
  [
    'attacks where no plan is known',
    [source('one', [a])],
    { by: 'attack' },
    'Cannot compare one by attack: no trial of it is under an attack',
  ],
  [
    'the only attack with itself',
    [source('one', [a], { plans: ['direct/task_1'] })],
    { by: 'attack', baseline: 'direct' },
    'Cannot compare one by attack: no trial of it is under an attack',
  ],
])('refuses to compare %s', (...[, sources, some, message]) => {
  expect(() => chooseComparisons(sources, wish(some))).toThrow(new UsageError(message));
});
