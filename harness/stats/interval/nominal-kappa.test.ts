import { expect, it } from 'vitest';

import { nominalKappa } from './nominal-kappa.ts';

type Pairs = readonly (readonly [string, string])[];
const fill = (count: number, one: string, other: string): Pairs =>
  Array.from({ length: count }, () => [one, other] as const);

it.each<[string, Pairs, number | null]>([
  ['nothing to agree on', [], null],
  ['one class alone', fill(3, 'a', 'a'), null],
  ['full agreement', [...fill(2, 'a', 'a'), ...fill(3, 'b', 'b')], 1],
  // Cohen's example of 1960 has 0.25 + 0.2 of 0.5 expected: agreed 0.7, by chance 0.5.
  [
    'better than chance',
    [...fill(20, 'a', 'a'), ...fill(5, 'a', 'b'), ...fill(10, 'b', 'a'), ...fill(15, 'b', 'b')],
    0.4,
  ],
  ['always the other', [...fill(2, 'a', 'b'), ...fill(2, 'b', 'a')], -1],
  ['one judge with one class', [...fill(2, 'a', 'a'), ...fill(2, 'a', 'b')], 0],
])('kappa of %s', (_, pairs, kappa) => {
  const found = nominalKappa(pairs);
  if (kappa === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(kappa, 12);
});
