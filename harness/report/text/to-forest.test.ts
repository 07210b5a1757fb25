import { expect, it } from 'vitest';

import type { MetricComparison } from '../../compare/comparison.ts';
import { toDifferenceForest } from './to-forest.ts';
import { toMetricWord } from './to-metric-word.ts';

const unintended: MetricComparison = {
  metric: 'effects.unintended',
  gated: false,
  baseline: { value: 0.222, low: 0.1, high: 0.3 },
  candidate: { value: 0, low: 0, high: 0 },
  difference: { value: -0.222, low: -0.3, high: -0.1 },
  p: 0.01,
  adjustedP: null,
  method: 'sign-flip',
  clusters: 9,
  clustersPlanned: 9,
  verdict: 'PASS',
  sentence: '',
  advice: null,
};

const success: MetricComparison = {
  ...unintended,
  metric: 'task.success',
  gated: true,
  difference: { value: 0.1, low: -0.1, high: 0.3 },
  margin: 0.05,
};

const side = {
  name: 'a',
  model: 'm',
  nature: 'learned',
  about: null,
  toolset: 't',
  loop: 'l',
} as const;

it('the plot says what its unit, its dashed line and its turned lines are', () => {
  const forest = toDifferenceForest({
    metrics: [success, unintended],
    baseline: side,
    candidate: { ...side, name: 'b' },
  });
  expect(forest?.axis).toBe(
    'left is worse, right is better; percentage points, 95 % interval or bound; dashed: margin: 5 points',
  );
  expect(forest?.rows.map(({ label }) => label)).toEqual([
    'task.success *',
    'effects.unintended (less is better)',
  ]);
  expect(forest?.rows[1]?.points[0]).toMatchObject({ value: 22.2, text: '-0.222' });
});

it.each([
  ['PASS', success],
  ['nothing to judge', { ...success, clusters: 0 }],
  ['better', unintended],
  ['worse', { ...unintended, difference: { value: 0.2, low: 0.1, high: 0.3 } }],
  ['unclear', { ...unintended, p: 0.5 }],
  ['same', { ...unintended, difference: { value: 0, low: 0, high: 0 }, p: 1 }],
] as const)('%s is the word for a metric', (word, metric) => {
  expect(toMetricWord(metric)).toBe(word);
});
