import { expect, it } from 'vitest';

import type { Gate } from '../../core/suite/gate.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { toBaseline } from '../baseline/to-baseline.ts';
import type { GateReport, GateResult } from '../gate/gate-report.ts';
import { judgeGates } from '../gate/judge-gates.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { checkGates, type GatedRun } from './check-gates.ts';

const side = { model: 'm', nature: 'real', about: null, toolset: 't', loop: 'l' } as const;
const records = (lost: number): readonly ScoreRecord[] =>
  Array.from({ length: 60 }, (_, place) =>
    makeScoreRecord({
      scenario: `s${place}`,
      values: { 'task.success': place < lost ? 0 : 1, 'selection.f1': 1 },
      facts: { confusion: [{ expected: 'look_up', called: place < lost ? null : 'look_up' }] },
    }),
  );
const runOf = (lost: number): ComparedRecords => ({
  suite: 'made',
  side: { name: 'a', ...side },
  tools: [],
  records: records(lost),
  refusals: [],
});
const limit: Gate = {
  metric: 'task.success',
  suite: null,
  variant: null,
  kind: 'limit',
  min: 0.9,
  max: null,
  at: 'value',
};
const margin: Gate = {
  metric: 'selection.f1',
  suite: null,
  variant: null,
  kind: 'margin',
  margin: 0.05,
};
const baseline = toBaseline(
  { suite: 'made', mode: 'replay', manifestHash: 'x' },
  [runOf(0)],
  ['task.success', 'selection.f1'],
);

const judge = (lost: number, gates: readonly Gate[] = [limit, margin]): GateReport =>
  judgeGates([runOf(lost)], gates, baseline);
const given = (lost: number, isInvalid = false): GatedRun => ({
  variants: [runOf(lost)],
  isInvalid,
});
const change = (report: GateReport, place: number, part: Partial<GateResult>): GateReport => ({
  ...report,
  results: report.results.map((result, index) =>
    index === place ? { ...result, ...part } : result,
  ),
});

const [good, bad] = [judge(0), judge(12)];

it('finds nothing in reports as they were made', () => {
  // A limit, a margin, and a tool that holds the margin up.
  expect(good.results.map(({ verdict }) => verdict)).toEqual(['PASS', 'PASS']);
  expect(bad.results.map(({ verdict }) => verdict)).toEqual(['FAIL', 'PASS', 'REGRESSION']);
  expect([good.verdict, bad.verdict]).toEqual(['PASS', 'REGRESSION']);
  expect([checkGates(good, given(0)), checkGates(bad, given(12))]).toEqual([null, null]);
});

it.each([
  ['the verdict', { ...bad, verdict: 'PASS' }, '$.verdict', '"PASS"', '"REGRESSION"'],
  ['the exit code', { ...bad, exitCode: 3 }, '$.exitCode', '3', '1'],
  ['a limit', change(bad, 0, { verdict: 'PASS' }), '$.results[0].verdict', '"PASS"', '"FAIL"'],
  [
    'a margin',
    change(bad, 1, { verdict: 'INCONCLUSIVE' }),
    '$.results[1].verdict',
    '"INCONCLUSIVE"',
    '"PASS"',
  ],
  ['a tool', change(bad, 2, { verdict: 'PASS' }), '$.results[2].verdict', '"PASS"', '"REGRESSION"'],
  [
    'a gate on a metric that the comparison does not have',
    change(bad, 1, { gate: { ...margin, metric: 'arguments.correct' } }),
    '$.results[1].verdict',
    '"PASS"',
    '"INVALID"',
  ],
  [
    'a gate on a variant that did not run',
    change(bad, 0, { variant: 'b' }),
    '$.results[0].verdict',
    '"FAIL"',
    '"INVALID"',
  ],
  [
    'a comparison',
    { ...bad, comparisons: bad.comparisons.map((one) => ({ ...one, exitCode: 0 })) },
    '$.comparisons[0].exitCode',
    '0',
    '1',
  ],
] as const)('finds a change in %s', (...[, report, path, found, due]) => {
  expect(checkGates(report, given(12))).toEqual({ path, found, due });
});

it('results that were taken out still count where their comparison is kept', () => {
  const cut = { ...bad, results: bad.results.slice(0, 1), verdict: 'FAIL' } as const;
  expect(checkGates(cut, given(12))).toEqual({
    path: '$.verdict',
    found: '"FAIL"',
    due: '"REGRESSION"',
  });
});

it('a run that could not be measured makes every report INVALID', () => {
  const due = { path: '$.verdict', found: '"PASS"', due: '"INVALID"' };
  expect(checkGates(good, given(0, true))).toEqual(due);
  expect(checkGates({ ...good, verdict: 'INVALID', exitCode: 4 }, given(0, true))).toBeNull();
});

it('a limit that is open is judged all the same', () => {
  const open = judge(3, [{ ...limit, min: 0.9, at: 'lower' }]);
  expect([open.verdict, checkGates(open, given(3))]).toEqual(['INCONCLUSIVE', null]);
});

it('a comparison with a reason against it makes its gates INVALID', () => {
  const [comparison] = good.comparisons;
  if (comparison === undefined) throw new Error('nothing compared');
  const comparisons = [
    {
      ...comparison,
      invalidReasons: [{ code: 'x', text: 'X' }],
      verdict: 'INVALID',
      exitCode: 4,
    } as const,
  ];
  const report = { ...good, comparisons, verdict: 'INVALID', exitCode: 4 } as const;
  expect(checkGates(report, given(0))).toEqual({
    path: '$.results[1].verdict',
    found: '"PASS"',
    due: '"INVALID"',
  });
});

it('without a baseline, margins stay open, and nothing but them is INVALID', () => {
  const open = judgeGates([runOf(0)], [limit, margin], null);
  expect([open.verdict, checkGates(open, given(0))]).toEqual(['INCONCLUSIVE', null]);
  const alone = judgeGates([runOf(0)], [margin], null);
  expect([alone.verdict, checkGates(alone, given(0))]).toEqual(['INVALID', null]);
  const claimed = { ...alone, verdict: 'INCONCLUSIVE', exitCode: 3 } as const;
  expect(checkGates(claimed, given(0))).toMatchObject({ path: '$.verdict', due: '"INVALID"' });
  // A margin that is no longer said to be open is not taken for judged either.
  expect(checkGates(change(alone, 0, { verdict: 'PASS' }), given(0))).toMatchObject({
    path: '$.results[0].verdict',
    due: '"INCONCLUSIVE"',
  });
});
