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
