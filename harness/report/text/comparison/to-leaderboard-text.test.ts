import { expect, it } from 'vitest';

import type { Comparison } from '../../../compare/comparison.ts';
import { compareScores } from '../../../compare/compare-scores.ts';
import type { ComparedRecords } from '../../../compare/pair/compared-records.ts';
import { makeScoreRecord } from '../../../testing/score-records.ts';
import { toLeaderboardText } from './to-leaderboard-text.ts';

const toSide = (name: string, right: number): ComparedRecords => ({
  suite: 'made',
  side: { name, model: 'm', nature: 'real', about: null, toolset: name, loop: 'l' },
  tools: [],
  records: Array.from({ length: 10 }, (_, i) =>
    makeScoreRecord({ scenario: `s${i}`, values: { 'task.success': i < right ? 1 : 0 } }),
  ),
  refusals: [],
});

const compare = (candidate: string, right: number, baseline = 'v1'): Comparison =>
  compareScores(toSide(baseline, 6), toSide(candidate, right), { by: 'toolset' });

it('ranks all sides, the baseline among them, by what decides', () => {
  const board = toLeaderboardText([compare('v2', 2), compare('v3', 10), compare('v4', 6)]);
  expect(board.split('\n').map((line) => line.trim().split(/ +/u).slice(0, 4))).toEqual([
    ['4', 'sides,', 'the', 'best'],
    ['side', 'task.success', 'difference', 'verdict'],
    ['1', 'v3', '1.000', '+0.400'],
    ['2', 'v1', '0.600', 'baseline'],
    ['3', 'v4', '0.600', '±0.000'],
    ['4', 'v2', '0.200', '-0.400'],
    [''],
  ]);
});

it.each([
  ['two comparisons', [compare('v2', 2), compare('v3', 10)]],
  ['different baselines', [compare('v2', 2), compare('v3', 10), compare('v4', 6, 'other')]],
  ['nothing', []],
])('%s have no table of all sides', (_name, comparisons) => {
  expect(toLeaderboardText(comparisons)).toBe('');
});
