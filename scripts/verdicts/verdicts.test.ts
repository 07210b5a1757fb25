import { expect, it } from 'vitest';
import { judgeSet } from './judge-set.ts';
import { dataSets } from './registry.ts';

it.each(dataSets.map((set) => [set.name, set] as const))(
  '%s: every case comes out as the data says',
  (name, set) => {
    const verdict = judgeSet(set);
    if (verdict === null) return;
    console.log(`${name}: ${verdict.cases} cases`);
    expect(verdict.different).toEqual([]);
    expect(verdict.equal).toBe(verdict.cases);
    expect(verdict.cases).toBeGreaterThan(0);
  },
  180_000,
);
