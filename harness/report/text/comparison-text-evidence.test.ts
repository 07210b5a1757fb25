import { expect, it } from 'vitest';

import { compareScores } from '../../compare/compare-scores.ts';
import { makeScoreRecords } from '../../testing/score-records.ts';
import { toComparisonText } from './to-comparison-text.ts';

const compareToText = (before: readonly number[], after: readonly number[]): string => {
  const toSide = (values: readonly number[]): Parameters<typeof compareScores>[0] => ({
    suite: 'made',
    side: { name: 'a', model: 'm', nature: 'real', about: null, toolset: 't', loop: 'l' },
    tools: [],
    records: [1, 2].flatMap((repeat) => makeScoreRecords('task.success', values, { repeat })),
    refusals: [],
  });
  return toComparisonText(compareScores(toSide(before), toSide(after), { by: 'variant' }));
};

it('prints the p of other tests next to ours, and pass^k', () => {
  const text = compareToText([1, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1]);
  expect(text).toMatch(/task\.success: clustered by scenario clusters: p 0\.01\d*; if the pairs/u);
  expect(text).toContain('if the pairs were independent: 0.0313 (0 better, 6 worse)');
  expect(text).toContain('all succeed (pass^k)');
});

it('prints no interval of no width where nothing moved', () => {
  const text = compareToText([1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1]);
  expect(text).toContain('nothing moved; up to 40 % may get worse');
  expect(text).not.toContain('0.000 to');
});
