import fc from 'fast-check';
import { expect, it } from 'vitest';

import { findCulprits, type CulpritSearch, type MeasureEdits } from './find-culprits.ts';
import type { ToolsetEdit } from './find-edits.ts';

const toEdits = (count: number): readonly ToolsetEdit[] =>
  Array.from({ length: count }, (_, i) => ({ id: `e${i}`, tool: `e${i}`, kind: 'description' }));

/** Edits cost what they cost, and sets cost something only together. */
const measureBy =
  (costs: Readonly<Record<string, number>>): MeasureEdits =>
  async (edits) => {
    const has = new Set(edits.map((edit) => edit.id));
    const gain = Object.entries(costs).reduce(
      (sum, [set, cost]) => (set.split('+').every((id) => has.has(id)) ? sum - cost : sum),
      0,
    );
    return await Promise.resolve({ edits: [...has], gain, requests: 1, worse: [] });
  };

const namesOf = ({ culprits }: CulpritSearch): readonly string[] =>
  culprits.map((culprit) => culprit.edits.join('+'));

it.each([
  { name: 'the only one', count: 1, costs: { e0: 0.5 }, names: ['e0'] },
  { name: 'one of three', count: 3, costs: { e1: 0.5 }, names: ['e1'] },
  { name: 'the last of eight', count: 8, costs: { e7: 0.5 }, names: ['e7'] },
  { name: 'two of eight, worst first', count: 8, costs: { e1: 0.3, e6: 0.4 }, names: ['e6', 'e1'] },
  {
    name: 'two of eight, the first worst',
    count: 8,
    costs: { e1: 0.4, e6: 0.3 },
    names: ['e1', 'e6'],
  },
  { name: 'two in one half', count: 8, costs: { e0: 0.3, e3: 0.4 }, names: ['e3', 'e0'] },
  { name: 'a pair that harms together', count: 6, costs: { 'e1+e4': 0.5 }, names: ['e1+e4'] },
  { name: 'each of a pair, where few', count: 3, costs: { 'e0+e2': 0.5 }, names: ['e0', 'e2'] },
  { name: 'none, when nothing is lost', count: 4, costs: {}, names: [] },
  { name: 'one behind a gain', count: 6, costs: { e0: 0.2, e1: -0.3 }, names: ['e0'] },
  { name: 'one beside two gains', count: 3, costs: { e0: -0.2, e1: 0.3, e2: -0.3 }, names: ['e1'] },
  { name: 'one behind a gain, of two', count: 2, costs: { e0: 0.2, e1: -0.3 }, names: ['e0'] },
  {
    name: 'none whose loss is below a quarter of the largest',
    count: 3,
    costs: { e0: 0.5, e1: 0.11 },
    names: ['e0'],
  },
  { name: 'one of just a quarter', count: 3, costs: { e0: 0.5, e1: 0.125 }, names: ['e0', 'e1'] },
  {
    name: 'no half that loses less than a quarter of all',
    count: 8,
    costs: { e0: 0.22, e7: 0.78 },
    names: ['e7'],
  },
  {
    name: 'a half that loses just a quarter, first',
    count: 8,
    costs: { e0: 0.25, e7: 0.75 },
    names: ['e7', 'e0'],
  },
  {
    name: 'a half that loses just a quarter, last',
    count: 8,
    costs: { e0: 0.75, e7: 0.25 },
    names: ['e0', 'e7'],
  },
  {
    name: 'a pair that loses just a quarter beside another pair',
    count: 6,
    costs: { 'e0+e3': 0.75, 'e1+e4': 0.25 },
    names: ['e1+e4'],
  },
  { name: 'none in rounding errors', count: 8, costs: { e1: 1e-9 }, names: [] },
])('finds $name', async ({ count, costs, names }) => {
  const search = await findCulprits(toEdits(count), measureBy(costs));
  expect(namesOf(search)).toEqual(names);
});

it('halves on when each of two edits alone does all the harm', async () => {
  const measure: MeasureEdits = async (edits) => {
    const isHurt = edits.some((edit) => edit.id === 'e0' || edit.id === 'e2');
    return await Promise.resolve({
      edits: edits.map((edit) => edit.id),
      gain: isHurt ? -0.5 : 0,
      requests: 1,
      worse: [],
    });
  };
  // What the first explains is not searched for again; taking it back shows that it was not alone.
  const search = await findCulprits(toEdits(3), measure);
  expect(search.culprits).toEqual([{ edits: ['e0'], alone: -0.5, without: -0.5, worse: [] }]);
});

it('shows that the loss is gone without the culprit', async () => {
  const { culprits } = await findCulprits(toEdits(5), measureBy({ e2: 0.5 }));
  expect(culprits).toEqual([{ edits: ['e2'], alone: -0.5, without: 0, worse: [] }]);
});

it.each([
  { count: 1, costs: { e0: 0.5 }, asked: ['e0'] },
  { count: 5, costs: { e4: 0.5 }, asked: ['e0 e1 e2 e3 e4', 'e0 e1 e2', 'e3 e4', 'e3', 'e4'] },
  { count: 2, costs: { 'e0+e1': 0.5 }, asked: ['e0 e1', 'e1', 'e0'] },
])('of $count measures and gives back $asked', async ({ count, costs, asked }) => {
  const made: string[] = [];
  const { measurements } = await findCulprits(toEdits(count), async (edits) => {
    made.push(edits.map(({ id }) => id).join(' '));
    return await measureBy(costs)(edits);
  });
  expect(made.slice(0, asked.length)).toEqual(asked);
  expect(measurements.map(({ edits }) => edits.join(' '))).toEqual(made);
  expect(made).not.toContain('');
});

it('takes over how certain the gain of the edit is, and that there are no others', async () => {
  const certainty = { low: -0.6, high: -0.4, p: 0.01, clusters: 9, certain: true };
  const { culprits } = await findCulprits(toEdits(1), async (edits) => ({
    ...(await measureBy({ e0: 0.5 })(edits)),
    worse: ['s'],
    certainty,
  }));
  expect(culprits).toEqual([
    { edits: ['e0'], alone: -0.5, without: null, worse: ['s'], certainty },
  ]);
});

it('takes fewer measurements than leaving out each edit in turn, where there are many', async () => {
  const { measurements } = await findCulprits(toEdits(64), measureBy({ e37: 0.5 }));
  expect(measurements.length).toBeLessThanOrEqual(2 + 2 * 6);
});

it('measures no set twice', async () => {
  const asked: string[] = [];
  const measure = measureBy({ 'e0+e3': 0.5, e5: 0.5 });
  await findCulprits(toEdits(7), async (edits) => {
    asked.push(edits.map((edit) => edit.id).join());
    return await measure(edits);
  });
  expect(new Set(asked).size).toBe(asked.length);
});

it('finds every single culprit, at any position', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.nat(), async (count, place) => {
      const culprit = `e${place % count}`;
      const search = await findCulprits(toEdits(count), measureBy({ [culprit]: 0.1 }));
      expect(namesOf(search)).toEqual([culprit]);
    }),
  );
});
