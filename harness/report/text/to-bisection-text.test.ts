import { expect, it } from 'vitest';

import { toBisectionText } from './to-bisection-text.ts';

it.each([
  {
    high: 0.02,
    certain: false,
    says: '(95 % interval -12 to +2, p 0.25, 4 clusters, not certain)',
  },
  { high: -0.01, certain: true, says: '(95 % interval -12 to -1, p 0.25, 4 clusters)' },
])('tells how sure a harmful edit is: $certain', ({ high, certain, says }) => {
  const certainty = { low: -0.12, high, p: 0.25, clusters: 4, certain };
  const text = toBisectionText({
    suite: 'made',
    baseline: 'a',
    candidate: 'b',
    metric: 'selection.f1',
    edits: [{ id: 'look_up.description', tool: 'look_up', kind: 'description' }],
    total: -0.05,
    culprits: [
      { edits: ['look_up.description'], alone: -0.05, without: null, worse: [], certainty },
    ],
    measurements: [],
    requests: 8,
  });
  expect(text).toContain(`alone -5 points ${says}`);
});
