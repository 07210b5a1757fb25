import { expect, it } from 'vitest';
import { judgeSet } from './judge-set.ts';
import { dataSets } from './registry.ts';

const quick = dataSets.filter(({ isLong }) => isLong !== true);

it.each(quick.map((set) => [set.name, set] as const))(
  '%s: every case comes out as the data says',
  (name, set) => {
    const verdict = judgeSet(set, set.sampled);
    if (verdict === null) return;
    const { cases, equal, different, left = {} } = verdict;
    const leftCount = Object.values(left).reduce((sum, count) => sum + count, 0);
    console.log(`${name}: ${cases} cases, ${leftCount} of them not judged`);
    expect(different).toEqual([]);
    expect(equal + leftCount).toBe(cases);
    expect(equal).toBeGreaterThan(0);
  },
  180_000,
);
