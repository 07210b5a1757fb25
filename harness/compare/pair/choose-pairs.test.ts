import { expect, it } from 'vitest';

import { choosePairs, type PairWish } from './choose-pairs.ts';
import { toComparedBy, type VariantIdentity } from '../find/find-differences.ts';

const variant = (name: string, more: Partial<VariantIdentity> = {}): VariantIdentity => ({
  name,
  model: 'm1',
  toolset: 't@1',
  loop: 'reference',
  settings: '{}',
  prompt: 'null',
  params: '{}',
  ...more,
});

const variants = [
  variant('m1-t1'),
  variant('m1-t2', { toolset: 't@2' }),
  variant('m2-t1', { model: 'm2' }),
  variant('m2-t2', { model: 'm2', toolset: 't@2' }),
  variant('naive', { loop: 'naive', settings: '{"journal":null}' }),
];

const wish = (more: Partial<PairWish>): PairWish => ({
  baseline: null,
  candidates: null,
  by: null,
  ...more,
});

it.each<[string, Partial<PairWish>, readonly string[]]>([
  [
    'the first declared against all others',
    {},
    ['m1-t1 -> m1-t2', 'm1-t1 -> m2-t1', 'm1-t1 -> m2-t2', 'm1-t1 -> naive'],
  ],
  ['only what differs in the toolset alone', { by: 'toolset' }, ['m1-t1 -> m1-t2']],
  ['only what differs in the model alone', { by: 'model' }, ['m1-t1 -> m2-t1']],
  ['only what differs in the loop alone', { by: 'loop' }, ['m1-t1 -> naive']],
  ['a named baseline', { by: 'toolset', baseline: 'm2-t2' }, ['m2-t2 -> m2-t1']],
  ['a toolset as baseline', { by: 'toolset', baseline: 't@2' }, ['m1-t2 -> m1-t1']],
  [
    'toolsets on both sides',
    { by: 'toolset', baseline: 't@2', candidates: ['t@1'] },
    ['m1-t2 -> m1-t1'],
  ],
  [
    'a model as candidate',
    { by: 'model', baseline: 'm1-t2', candidates: ['m2'] },
    ['m1-t2 -> m2-t2'],
  ],
  ['several candidates', { candidates: ['naive', 'm2-t1'] }, ['m1-t1 -> naive', 'm1-t1 -> m2-t1']],
  [
    'two that differ in more, when both are named',
    { baseline: 'naive', candidates: ['m2-t2'] },
    ['naive -> m2-t2'],
  ],
])('chooses %s', (_name, some, pairs) => {
  const chosen = choosePairs(variants, wish(some));
  expect(
    chosen.ok
      ? chosen.value.map(({ baseline, candidate }) => `${baseline} -> ${candidate}`)
      : chosen.error,
  ).toEqual(pairs);
});

/** Ids of so many scenarios, from the first. */
const some = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, place) => `s${from + place}`);

it.each<[string, readonly (readonly string[])[], readonly string[]]>([
  [
    'the first declared, with half as many in common',
    [some(4), some(8), some(8)],
    ['a -> b', 'a -> c'],
  ],
  [
    'the second, where the first has fewer than half',
    [some(3), some(8), some(8)],
    ['b -> a', 'b -> c'],
  ],
  ['no candidate without a common scenario', [some(8), some(8), some(2, 20)], ['a -> b']],
  [
    'one without a common scenario where there is no other',
    [some(1), some(1, 1), some(1, 2)],
    ['a -> b', 'a -> c'],
  ],
])('by the scenarios that they share, chooses %s', (_name, lists, pairs) => {
  const [first, second, third] = lists.map((scenarios, place) =>
    variant(['a', 'b', 'c'][place] ?? '', { toolset: `t@${place}`, scenarios }),
  );
  if (first === undefined || second === undefined || third === undefined) throw new Error('three');
  const chosen = choosePairs([first, second, third], wish({ by: 'toolset' }));
  expect(
    chosen.ok
      ? chosen.value.map(({ baseline, candidate }) => `${baseline} -> ${candidate}`)
      : chosen.error,
  ).toEqual(pairs);
});

it.each<[Partial<PairWish>, RegExp]>([
  [{ baseline: 'zzz' }, /no variant "zzz"/u],
  [{ candidates: ['naive', 'zzz'] }, /no variant "zzz"/u],
  [{ by: 'prompt' }, /no two variants differ in the prompt and in nothing else/u],
  [{ by: 'loop', baseline: 'm2-t1' }, /no variant differs from "m2-t1" in the loop/u],
  [
    { by: 'loop', baseline: 'm1-t1', candidates: ['m1-t2'] },
    /no variant differs from "m1-t1" in the loop/u,
  ],
])('refuses %j', (some, error) => {
  const chosen = choosePairs(variants, wish(some));
  expect(chosen.ok ? chosen.value : chosen.error).toMatch(error);
});

it.each([
  ['m1-t1', 'm1-t2', 'toolset'],
  ['m1-t1', 'm2-t2', 'variant'],
  ['m1-t1', 'm1-t1', 'variant'],
  ['m1-t1', 'naive', 'loop'],
])('%s and %s differ by %s', (first, second, by) => {
  const [one, other] = [first, second].map((name) => variants.find((known) => known.name === name));
  expect(one !== undefined && other !== undefined && toComparedBy(one, other)).toBe(by);
});
