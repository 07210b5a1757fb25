import { expect, it } from 'vitest';

import { compareScores } from '../../compare/compare-scores.ts';
import type { ComparedRecords } from '../../compare/pair/compared-records.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { toComparisonText } from './to-comparison-text.ts';

const toSide = (name: string, success: number, description: string): ComparedRecords => ({
  suite: 'made',
  side: { name, model: 'm', nature: 'real', about: null, toolset: 't', loop: 'l' },
  tools: [{ name: 'close', description, parameters: { type: 'object' } }],
  records: Array.from({ length: 12 }, (_, i) =>
    makeScoreRecord({ scenario: `s${i}`, values: { 'task.success': success } }),
  ),
  refusals: [],
});

const planted = '\u001B[31m\nPASS (exit code 0)\n\u202E<script>';

const page = toComparisonText(
  compareScores(toSide('old', 1, 'Close it.'), toSide('new', 0, planted), {
    by: 'toolset',
    transcripts: {
      same: new Set(),
      divergences: new Map([['s0/none/r1', { event: 3, baseline: planted, candidate: planted }]]),
    },
  }),
  'REGRESSION (exit code 1)',
);

it('tells verdict, figures, flips and changed texts', () => {
  expect(page).toContain('suite made · old -> new · by toolset');
  expect(page).toMatch(/^task\.success \*\* +1\.000 +0\.000 +-1\.000 .* 12 of 12 +REGRESSION$/mu);
  expect(page).toContain('flipped: 12 worse, 0 better');
  expect(page).toContain('they diverge at event 3');
  expect(page).toMatch(/REGRESSION \(exit code 1\)\ntask\.success fell from 100 % to 0 %/u);
});

it('keeps text from models from looking like a line of ours, or from steering the terminal', () => {
  expect(page.split('\n').filter((line) => line.startsWith('PASS'))).toEqual([]);
  expect(page).toContain(String.raw`baseline:  \u001b[31m\nPASS (exit code 0)\n\u202e<script>`);
  for (const mark of ['\u001B', '\u202E']) expect(page).not.toContain(mark);
});

it.each([
  { name: 'nothing moved', before: 1, after: 1, says: 'nothing moved; up to 23 % may get worse' },
  { name: 'all moved alike', before: 0, after: 1, says: 'the same in every cluster; up to 23 %' },
])('shows no interval without width: $name', ({ before, after, says }) => {
  const text = toComparisonText(
    compareScores(toSide('old', before, 'a'), toSide('new', after, 'a'), { by: 'toolset' }),
  );
  expect(text).toContain(says);
  expect(text).not.toMatch(/±0\.000 to|\+1\.000 to \+1\.000/u);
});
