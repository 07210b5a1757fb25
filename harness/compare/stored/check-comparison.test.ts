import { expect, it } from 'vitest';

import type { ScoreRecord } from '../../core/trial/trial.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { compareScores } from '../compare-scores.ts';
import type { Comparison, MetricComparison, ToolVerdict } from '../comparison.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { checkComparison, findChange } from './check-comparison.ts';

const side = { model: 'm', nature: 'real', about: null, toolset: 't', loop: 'l' } as const;
const toSide = (name: string, records: readonly ScoreRecord[]): ComparedRecords => ({
  suite: 'made',
  side: { name, ...side },
  tools: [],
  records,
  refusals: [],
});

/** Twenty scenarios that all expect a call of `look_up`, of which the first few got none. */
const records = (lost: number): readonly ScoreRecord[] =>
  Array.from({ length: 20 }, (_, place) =>
    makeScoreRecord({
      scenario: `s${place}`,
      values: { 'task.success': place < lost ? 0 : 1, 'effects.double': 0 },
      facts: { confusion: [{ expected: 'look_up', called: place < lost ? null : 'look_up' }] },
    }),
  );
const made = (lost: number): Comparison =>
  compareScores(toSide('a', records(0)), toSide('b', records(lost)), { by: 'variant' });

const [won, lost] = [made(0), made(12)];

const changeMetric = (name: string, change: Partial<MetricComparison>): Comparison => ({
  ...lost,
  metrics: lost.metrics.map((metric) =>
    metric.metric === name ? { ...metric, ...change } : metric,
  ),
});
const changeTool = (change: Partial<ToolVerdict>): Comparison => ({
  ...lost,
  tools: (lost.tools ?? []).map((tool) => ({ ...tool, ...change })),
});
const placeOf = (name: string): number => lost.metrics.findIndex(({ metric }) => metric === name);
const estimate = (value: number | null): MetricComparison['baseline'] => ({
  value,
  low: null,
  high: null,
});
const sequential = {
  metric: 'task.success',
  looks: 4,
  budget: 9,
  decidedAt: 4,
  low: -1,
  high: 1,
} as const;

it('finds nothing in comparisons as they were made', () => {
  expect([won.verdict, lost.verdict]).toEqual(['INCONCLUSIVE', 'REGRESSION']);
  expect([checkComparison(won), checkComparison(lost)]).toEqual([null, null]);
  const { tools: _, ...older } = won;
  expect(checkComparison(older)).toBeNull();
});

const double = placeOf('effects.double');
const rare = { recall: { baseline: 1, candidate: 0.9 }, verdict: 'INCONCLUSIVE' } as const;

it.each([
  ['the verdict', { ...lost, verdict: 'PASS' }, '$.verdict', '"PASS"', '"REGRESSION"'],
  ['the exit code', { ...lost, exitCode: 0 }, '$.exitCode', '0', '1'],
  [
    'a reason against it that its verdict does not follow',
    { ...lost, invalidReasons: [{ code: 'x', text: 'X' }] },
    '$.verdict',
    '"REGRESSION"',
    '"INVALID"',
  ],
  [
    'a first doubled effect that is no regression',
    changeMetric('effects.double', { candidate: estimate(0.05) }),
    `$.metrics[${double}].verdict`,
    '"PASS"',
    '"REGRESSION"',
  ],
  [
    'a tool that lost and passes',
    changeTool({ verdict: 'PASS' }),
    '$.tools[0].verdict',
    '"PASS"',
    '"REGRESSION"',
  ],
  [
    'a tool that lost nothing and does not pass',
    changeTool({ recall: { baseline: 1, candidate: 1 } }),
    '$.tools[0].verdict',
    '"REGRESSION"',
    '"PASS"',
  ],
  [
    'a tool whose p is no longer small',
    changeTool({ adjustedP: 0.05 }),
    '$.tools[0].verdict',
    '"REGRESSION"',
    '"INCONCLUSIVE"',
  ],
  [
    'a tool that lost surely and does not block',
    changeTool({ blocks: false }),
    '$.tools[0].blocks',
    'false',
    'true',
  ],
  [
    'a tool that lost half and does not block',
    changeTool({
      recall: { baseline: 1, candidate: 0.5 },
      adjustedP: 0.2,
      verdict: 'INCONCLUSIVE',
      blocks: false,
    }),
    '$.tools[0].blocks',
    'false',
    'true',
  ],
  [
    'a tool that may have lost little and blocks',
    changeTool({ ...rare, adjustedP: 0.2, blocks: true }),
    '$.tools[0].blocks',
    'true',
    'false',
  ],
  [
    'a tool that lost nothing and blocks',
    changeTool({ recall: { baseline: 0.5, candidate: 1 }, verdict: 'PASS', blocks: true }),
    '$.tools[0].blocks',
    'true',
    'false',
  ],
] as const)('finds %s', (...[, comparison, path, found, due]) => {
  expect(checkComparison(comparison)).toEqual({ path, found, due });
});

it('names the place of a comparison among others', () => {
  expect(checkComparison({ ...lost, exitCode: 0 }, ['comparisons', 2])?.path).toBe(
    '$.comparisons[2].exitCode',
  );
  const changed = changeMetric('effects.double', { candidate: estimate(1) });
  expect(checkComparison(changed, ['comparisons', 0])?.path).toBe(
    `$.comparisons[0].metrics[${double}].verdict`,
  );
  const tool = changeTool({ verdict: 'PASS' });
  expect(checkComparison(tool, ['x'])?.path).toBe('$.x.tools[0].verdict');
  expect(checkComparison(changeTool({ blocks: false }), ['x'])?.path).toBe('$.x.tools[0].blocks');
});

it.each([
  ['the baseline has some already', { baseline: estimate(0.1), candidate: estimate(0.3) }],
  ['nothing was judged in the candidate', { candidate: estimate(null) }],
  ['nothing was judged in the baseline', { baseline: estimate(null), candidate: estimate(1) }],
])('doubled effects are judged like others where %s', (_, change) => {
  expect(checkComparison(changeMetric('effects.double', change))).toBeNull();
});

it('takes the verdict of the one metric that was looked at after each cluster', () => {
  const judged = { ...changeMetric('task.success', { verdict: 'PASS' }), sequential };
  const passed = { ...judged, verdict: 'PASS', exitCode: 0 } as const;
  expect(checkComparison(passed)).toBeNull();
  expect(checkComparison({ ...passed, verdict: 'REGRESSION' })).toMatchObject({ due: '"PASS"' });
  const doubled = passed.metrics.map((metric) =>
    metric.metric === 'effects.double' ? { ...metric, candidate: estimate(1) } : metric,
  );
  expect(checkComparison({ ...passed, metrics: doubled })).toBeNull();
  const refused = { ...passed, invalidReasons: [{ code: 'x', text: 'X' }] };
  expect(checkComparison(refused)).toEqual({
    path: '$.verdict',
    found: '"PASS"',
    due: '"INVALID"',
  });
});

it('says of a change what was found and what is due, the first of several', () => {
  expect(findChange([])).toBeNull();
  expect(
    findChange([
      [['a', 0, 'b c'], 1, 1],
      [['a', 1], undefined, null],
      [['z'], 1, 2],
    ]),
  ).toEqual({ path: '$.a[1]', found: 'absent', due: 'null' });
});
