import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseTool } from './choose-tool.ts';

const policy = { threshold: 0.3, spread: 0.1 };
const auto = { temperature: 0, seed: 's', required: false };

it.each([
  { similarities: [], options: auto, chosen: null },
  { similarities: [0.1, 0.29], options: auto, chosen: null },
  { similarities: [0.1, 0.3], options: auto, chosen: 1 },
  { similarities: [0.4, 0.5, 0.5], options: auto, chosen: 1 },
  { similarities: [-0.2, -0.1], options: { ...auto, required: true }, chosen: 1 },
  { similarities: [], options: { ...auto, required: true }, chosen: null },
])('chooses $chosen from $similarities', ({ similarities, options, chosen }) => {
  expect(chooseTool(similarities, policy, options)).toBe(chosen);
});

it('samples by a softmax in which no tool counts as one at the threshold', () => {
  const similarities = [0.3, 0.4];
  const counts = new Map<number | null, number>();
  for (let round = 0; round < 4000; round += 1) {
    const options = { temperature: 1, seed: `${round}`, required: false };
    const chosen = chooseTool(similarities, policy, options);
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  }
  const share = (chosen: number | null): number => (counts.get(chosen) ?? 0) / 4000;
  // 1 : e : 1, with five standard errors of room.
  expect(Math.abs(share(0) - 1 / (2 + Math.E))).toBeLessThan(0.035);
  expect(Math.abs(share(1) - Math.E / (2 + Math.E))).toBeLessThan(0.04);
  expect(Math.abs(share(null) - 1 / (2 + Math.E))).toBeLessThan(0.035);
});

it('gives the same choice for the same seed, and at a low temperature the nearest tool', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 15 }),
      fc.string(),
      (tenths, seed) => {
        const similarities = tenths.map((value) => value / 10);
        const warm = { temperature: 1.5, seed, required: false };
        expect(chooseTool(similarities, policy, warm)).toBe(chooseTool(similarities, policy, warm));
        const cold = { temperature: 0.001, seed, required: true };
        expect(chooseTool(similarities, policy, cold)).toBe(
          similarities.indexOf(Math.max(...similarities)),
        );
      },
    ),
  );
});
