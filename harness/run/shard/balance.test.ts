import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { balance } from './balance.ts';

const cut = fc
  .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 60 })
  .chain((costs) =>
    fc.record({ costs: fc.constant(costs), count: fc.integer({ min: 1, max: costs.length }) }),
  );

it('each conversation is in one part, no part is empty, and none is larger than another by more than one conversation', () => {
  fc.assert(
    fc.property(cut, ({ costs, count }) => {
      const parts = balance(costs, count);
      expect(parts).toHaveLength(costs.length);
      const sums = Array.from({ length: count }, (_part, index) =>
        costs.reduce((sum, cost, place) => (parts[place] === index + 1 ? sum + cost : sum), 0),
      );
      expect(Math.min(...sums)).toBeGreaterThan(0);
      expect(sums.reduce((sum, one) => sum + one, 0)).toBe(
        costs.reduce((sum, one) => sum + one, 0),
      );
      expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(Math.max(...costs));
      expect(balance(costs, count)).toEqual(parts);
    }),
  );
});
