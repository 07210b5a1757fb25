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
