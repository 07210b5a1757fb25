import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { VariantSummary, Verdict } from '../core/run.ts';
import { makeScoreRecords } from '../testing/score-records.ts';
import { compareScores } from './compare-scores.ts';
import type { Comparison } from './comparison.ts';
import { decide, type Deciders } from './decide.ts';
import type { GateReport } from './gate/gate-report.ts';
import type { ComparedRecords } from './pair/compared-records.ts';
import { joinVerdicts, toExitCode } from './judge/judge-comparison.ts';

const verdicts: readonly Verdict[] = ['INVALID', 'REGRESSION', 'FAIL', 'INCONCLUSIVE', 'PASS'];
const codes: Readonly<Record<Verdict, number>> = {
  INVALID: 4,
  REGRESSION: 1,
  FAIL: 1,
  INCONCLUSIVE: 3,
  PASS: 0,
};

const summaryOf = (
  verdict: Verdict,
  reasons: readonly string[] = [],
): NonNullable<Deciders['summary']> => ({
  verdict,
  exitCode: codes[verdict],
  invalidReasons: reasons.map((code) => ({ code, text: code, lanes: [] })),
});

const gatesOf = (verdict: Verdict): GateReport => ({
  schemaVersion: 1,
  verdict,
  exitCode: codes[verdict],
  results: [],
  comparisons: [],
});

const made = (() => {
  const side = { name: 'a', model: 'm', about: null, toolset: 't', loop: 'l' };
  const records = makeScoreRecords('task.success', [1]);
  const compared: ComparedRecords = {
    suite: 'made',
    side: { ...side, nature: 'real' },
    tools: [],
    records,
    refusals: [],
  };
  return compareScores(compared, compared, { by: 'variant' });
})();
const comparisonOf = (verdict: Verdict): Comparison => ({ ...made, verdict });

const ofRun = (more: Partial<Deciders>): Deciders => ({
  about: 'run',
  summary: summaryOf('PASS'),
  comparisons: [],
  gates: null,
  ...more,
});

it.each(verdicts.map((verdict) => [verdict, codes[verdict]] as const))(
  'the exit code of %s is %d',
  (verdict, code) => {
    expect(toExitCode(verdict)).toBe(code);
  },
);

it('joins verdicts by their order: INVALID, REGRESSION, FAIL, INCONCLUSIVE, PASS; none at all are INVALID', () => {
  expect(joinVerdicts([])).toBe('INVALID');
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...verdicts), { minLength: 1 }), (some) => {
      const first = Math.min(...some.map((verdict) => verdicts.indexOf(verdict)));
      expect(joinVerdicts(some)).toBe(verdicts[first]);
    }),
  );
});

it.each(verdicts)('gates never turn an INVALID run into anything else: gates say %s', (verdict) => {
  const decision = decide(
    ofRun({ summary: summaryOf('INVALID', ['provider_error']), gates: gatesOf(verdict) }),
  );
  expect(decision).toEqual({
    verdict: 'INVALID',
    exitCode: 4,
    by: 'run',
    line: 'the run could not be measured, which outweighs its gates: INVALID (exit code 4)',
  });
});

it.each(
  (['PASS', 'FAIL'] as const).flatMap((run) =>
    verdicts.map((verdict) => ({ run, verdict, exitCode: codes[verdict] })),
  ),
)('gates decide over single trials: the run is $run, its gates $verdict', (row) => {
  const decision = decide(ofRun({ summary: summaryOf(row.run), gates: gatesOf(row.verdict) }));
  expect(decision).toEqual({
    verdict: row.verdict,
    exitCode: row.exitCode,
    by: 'gates',
    line: `the gates decide: ${row.verdict} (exit code ${row.exitCode})`,
  });
});

it.each(['PASS', 'FAIL', 'INVALID'] as const)('without gates the run decides: %s', (verdict) => {
  const exitCode = codes[verdict];
  expect(decide(ofRun({ summary: summaryOf(verdict) }))).toEqual({
    verdict,
    exitCode,
    by: 'run',
    line: `${verdict} (exit code ${exitCode})`,
  });
});

it('an interruption has priority over every verdict of runs, gates and comparisons', () => {
  const interrupted = expect.objectContaining({
    verdict: 'INVALID',
    exitCode: 130,
    line: 'INVALID, interrupted (exit code 130)',
  }) as unknown;
  for (const verdict of verdicts) {
    expect(decide(ofRun({ summary: summaryOf(verdict), interrupted: true }))).toEqual(interrupted);
    expect(decide(ofRun({ gates: gatesOf(verdict), interrupted: true }))).toEqual(interrupted);
    const compared = { about: 'comparison', comparisons: [comparisonOf(verdict)] } as const;
    expect(decide(ofRun({ ...compared, summary: null, interrupted: true }))).toEqual(interrupted);
  }
});

it('reads an interruption from the exit code of a stored run, where it is not said', () => {
  const summary = { ...summaryOf('INVALID', ['interrupted']), exitCode: 130 };
  expect(decide(ofRun({ summary })).exitCode).toBe(130);
  expect(decide(ofRun({ summary: { ...summary, exitCode: 4 } })).exitCode).toBe(4);
});

it.each([
  { verdict: 'INCONCLUSIVE', allow: true, exitCode: 0 },
  { verdict: 'INCONCLUSIVE', allow: false, exitCode: 3 },
  { verdict: 'INVALID', allow: true, exitCode: 4 },
  { verdict: 'REGRESSION', allow: true, exitCode: 1 },
  { verdict: 'FAIL', allow: true, exitCode: 1 },
  { verdict: 'PASS', allow: true, exitCode: 0 },
] as const)(
  '--allow-inconclusive ($allow) changes the exit code of INCONCLUSIVE alone: $verdict',
  ({ verdict, allow, exitCode }) => {
    const decision = decide(ofRun({ gates: gatesOf(verdict), allowInconclusive: allow }));
    expect([decision.verdict, decision.exitCode]).toEqual([verdict, exitCode]);
  },
);

it('says that --allow-inconclusive was used only where it was', () => {
  const asked = ofRun({ gates: gatesOf('INCONCLUSIVE'), allowInconclusive: true });
  expect(decide(asked).line).toBe(
    'the gates decide: INCONCLUSIVE, allowed by --allow-inconclusive (exit code 0)',
  );
  expect(decide({ ...asked, allowInconclusive: false }).line).toBe(
    'the gates decide: INCONCLUSIVE (exit code 3)',
  );
});

it('a comparison is decided by all comparisons together, never by the run that was made for it', () => {
  const asked = ofRun({ about: 'comparison', summary: summaryOf('FAIL') });
  const one = decide({ ...asked, comparisons: [comparisonOf('PASS')] });
  expect(one).toEqual({
    verdict: 'PASS',
    exitCode: 0,
    by: 'comparison',
    line: 'PASS (exit code 0)',
  });
  const two = decide({ ...asked, comparisons: [comparisonOf('PASS'), comparisonOf('REGRESSION')] });
  expect(two).toEqual({
    verdict: 'REGRESSION',
    exitCode: 1,
    by: 'comparison',
    line: 'all comparisons together: REGRESSION (exit code 1)',
  });
  expect(decide({ ...asked, comparisons: [] }).verdict).toBe('INVALID');
});

it.each([
  { reasons: [], verdict: 'PASS' },
  { reasons: ['nothing_judged', 'surplus_recordings'], verdict: 'PASS' },
  { reasons: ['fault_never_fired', 'fault_not_reached', 'scorer_error'], verdict: 'PASS' },
  { reasons: ['provider_error'], verdict: 'INVALID' },
  { reasons: ['nothing_judged', 'provider_error'], verdict: 'INVALID' },
] as const)('a recording is judged by whether all was recorded: $reasons', (row) => {
  const { reasons, verdict } = row;
  const summary = summaryOf(reasons.length === 0 ? 'FAIL' : 'INVALID', reasons);
  const decision = decide(ofRun({ summary, recording: true }));
  expect([decision.verdict, decision.exitCode, decision.by]).toEqual([
    verdict,
    codes[verdict],
    'recording',
  ]);
});

it('gates that are asked for while recording decide as in any other run', () => {
  const decision = decide(ofRun({ gates: gatesOf('FAIL'), recording: true }));
  expect([decision.by, decision.exitCode]).toEqual(['gates', 1]);
});

const counts = (passed: number, failed: number): VariantSummary => ({
  model: 'm',
  nature: 'scripted',
  about: null,
  toolset: 't',
  loop: 'l',
  planned: passed + failed,
  passed,
  failed,
  invalid: 0,
  skipped: 0,
  scores: {},
});
const sweepOf = (...variants: readonly string[]) => ({
  path: 'loop.guards.maxTurns',
  base: 'a',
  own: null,
  points: variants.map((variant, value) => ({ value, variant })),
});

it.each([
  { sweeps: [['a', 'b', 'c']], verdict: 'PASS', words: '1 of 3' },
  { sweeps: [['b', 'c', 'd']], verdict: 'FAIL', words: '0 of 3' },
  { sweeps: [['a', 'a2'], ['b']], verdict: 'FAIL', words: '2 of 2 and 0 of 1' },
  { sweeps: [['a', 'b'], ['a2']], verdict: 'PASS', words: '1 of 2 and 1 of 1' },
  { sweeps: [['gone']], verdict: 'FAIL', words: '0 of 1' },
] as const)(
  'a sweep passes where one of its values does: $sweeps',
  ({ sweeps, verdict, words }) => {
    const variants = {
      a: counts(2, 0),
      a2: counts(1, 0),
      b: counts(1, 1),
      c: counts(0, 2),
      d: counts(0, 0),
    };
    const decision = decide(
      ofRun({
        summary: { ...summaryOf('FAIL'), variants },
        sweeps: sweeps.map((names) => sweepOf(...names)),
      }),
    );
    expect(decision).toEqual({
      verdict,
      exitCode: codes[verdict],
      by: 'sweep',
      line: `the sweep decides, ${words} values pass every trial: ${verdict} (exit code ${codes[verdict]})`,
    });
  },
);

it('a sweep over an INVALID run is INVALID, and no sweep at all leaves the run to decide', () => {
  const sweeps = [sweepOf('a')];
  const summary = { ...summaryOf('INVALID', ['provider_error']), variants: { a: counts(1, 0) } };
  expect(decide(ofRun({ summary, sweeps }))).toMatchObject({ by: 'run', exitCode: 4 });
  expect(decide(ofRun({ sweeps: [] }))).toMatchObject({ by: 'run', exitCode: 0 });
});

it('without the summary of a run, comparisons decide', () => {
  const decided = decide(ofRun({ summary: null, comparisons: [comparisonOf('REGRESSION')] }));
  expect(decided).toMatchObject({ by: 'comparison', verdict: 'REGRESSION', exitCode: 1 });
});

const part = { index: 1, of: 3 } as unknown as NonNullable<Deciders['summary']>['part'];
const partOf = (verdict: Verdict): Deciders['summary'] => ({
  ...summaryOf(verdict),
  ...(part === undefined ? {} : { part }),
});

it.each([
  ['FAIL', false, 'part', 'FAIL'],
  ['FAIL', true, 'part', 'INCONCLUSIVE'],
  ['INCONCLUSIVE', false, 'part', 'INCONCLUSIVE'],
  ['INVALID', true, 'run', 'INVALID'],
] as const)('a part of a run that is %s, with gates that wait %j', (...row) => {
  const [verdict, gatesWait, by, decided] = row;
  expect(decide(ofRun({ summary: partOf(verdict), gatesWait }))).toMatchObject({
    by,
    verdict: decided,
  });
});
