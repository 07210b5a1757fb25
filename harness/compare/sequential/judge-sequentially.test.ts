import { expect, it } from 'vitest';

import { makeScoreRecords } from '../../testing/score-records.ts';
import { compareScores } from '../compare-scores.ts';
import { judgeSequentially } from './judge-sequentially.ts';

it.each([
  { mean: -0.526, says: 'the candidate is 52.6 points worse on average' },
  { mean: 0.25, says: 'the candidate is 25 points better on average' },
])('says which way $mean is', ({ mean, says }) => {
  const side = { name: 'a', model: 'm', about: null, toolset: 't', loop: 'l' };
  const records = makeScoreRecords('task.success', [1, 1, 1, 1]);
  const known = {
    suite: 'made',
    side: { ...side, nature: 'scripted' as const },
    tools: [],
    records,
    refusals: [],
  };
  const judged = judgeSequentially(compareScores(known, known, { by: 'variant' }), {
    metric: 'task.success',
    budget: 10,
    state: {
      clusters: 4,
      mean,
      verdict: null,
      decidedAt: null,
      worse: { p: 1, level: 0 },
      notWorse: { capital: 1, needed: 20 },
    },
    interval: { lower: -0.9, upper: 0.9 },
  });
  expect(judged.sentence).toContain(says);
});

const compared = (refusals: readonly { readonly code: string; readonly text: string }[] = []) => {
  const known = {
    suite: 'made',
    side: {
      name: 'a',
      model: 'm',
      nature: 'real' as const,
      about: null,
      toolset: 't',
      loop: 'l',
    },
    tools: [],
    records: makeScoreRecords('task.success', [1, 1, 1, 1]),
  };
  return compareScores({ ...known, refusals: [] }, { ...known, refusals }, { by: 'variant' });
};
const stateOf = (verdict: 'PASS' | 'REGRESSION' | null) => ({
  clusters: 4,
  mean: -0.1,
  verdict,
  decidedAt: verdict === null ? null : 3,
  worse: { p: 1, level: 0 },
  notWorse: { capital: 1, needed: 20 },
});

it.each([
  { verdict: 'PASS', exitCode: 0, says: 'decided after 3 of 10 clusters: not worse' },
  { verdict: 'REGRESSION', exitCode: 1, says: 'decided after 3 of 10 clusters: worse' },
  { verdict: null, exitCode: 3, says: 'not decided after all 4 clusters' },
] as const)('the verdict of the sequential test is the one of the comparison: $verdict', (row) => {
  const { verdict, exitCode, says } = row;
  const judged = judgeSequentially(compared(), {
    metric: 'task.success',
    budget: 10,
    state: stateOf(verdict),
    interval: { lower: -0.2, upper: 0.1 },
  });
  expect([judged.verdict, judged.exitCode]).toEqual([verdict ?? 'INCONCLUSIVE', exitCode]);
  expect(judged.sentence.endsWith(says)).toBe(true);
  expect(judged.sequential).toEqual({
    metric: 'task.success',
    budget: 10,
    looks: 4,
    decidedAt: verdict === null ? null : 3,
    low: -0.2,
    high: 0.1,
  });
  // The usual rule does not hold here: nothing of it is left.
  for (const { metric, gated, p, adjustedP, method, verdict: own } of judged.metrics) {
    const isTested = metric === 'task.success';
    expect([gated, p, adjustedP, method]).toEqual([isTested, null, null, null]);
    expect(own).toBe(isTested ? (verdict ?? 'INCONCLUSIVE') : 'INCONCLUSIVE');
  }
});

it('is INVALID where no cluster had a value, and where a run could not be measured', () => {
  const stopped = {
    metric: 'task.success',
    budget: 10,
    interval: { lower: -1, upper: 1 },
  } as const;
  const nothing = judgeSequentially(compareValid(), { ...stopped, state: null });
  expect([nothing.verdict, nothing.exitCode, nothing.sentence]).toEqual([
    'INVALID',
    4,
    'task.success was judged in no cluster of both sides',
  ]);
  const refused = judgeSequentially(compared([{ code: 'budget_cut', text: 'Cut' }]), {
    ...stopped,
    state: stateOf('PASS'),
  });
  expect([refused.verdict, refused.exitCode]).toEqual(['INVALID', 4]);
  expect(refused.sentence).toContain('Candidate: Cut');
});

/** A comparison without a reason against it. */
function compareValid(): ReturnType<typeof compareScores> {
  return { ...compared(), invalidReasons: [] };
}
