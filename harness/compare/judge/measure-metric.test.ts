import { expect, it } from 'vitest';

import type { MetricName } from '../../core/score/metric.ts';
import { makeScoreRecords } from '../../testing/score-records.ts';
import { pairTrials } from '../pair/pair-trials.ts';
import { measureMetric, type MeasuredMetric } from './measure-metric.ts';

const measure = (
  metric: MetricName,
  before: readonly (number | null)[],
  after: readonly (number | null)[],
): MeasuredMetric => {
  const sides = [before, after].map((values) => makeScoreRecords(metric, values));
  const { pairs } = pairTrials(sides[0] ?? [], sides[1] ?? [], 'variant');
  return measureMetric(pairs, { metric, gated: true, deciding: true, margin: 0.05 });
};

it.each([
  { metric: 'task.success', before: [1, 0], margin: 0.05 },
  { metric: 'termination.turns_over', before: [4, 8], margin: 0.05 },
  { metric: 'effects.weighted', before: [4, 8], margin: 0.05 },
  { metric: 'cost.input_tokens', before: [100, 300], margin: 10 },
  { metric: 'cost.output_tokens', before: [100, 300], margin: 10 },
  { metric: 'cost.model_ms', before: [1000, 3000], margin: 100 },
  { metric: 'cost.tool_ms', before: [1000, 3000], margin: 100 },
  { metric: 'cost.price', before: [0.01, 0.03], margin: 0.001 },
  { metric: 'cost.input_tokens', before: [0, 0], margin: 0 },
  { metric: 'cost.input_tokens', before: [null, null], margin: 0 },
] as const)('the margin of amounts is a share of the baseline: $metric of $before', (row) => {
  const { metric, before, margin } = row;
  const measured = measure(metric, before, [5, 5]);
  expect(measured.margin).toBeCloseTo(margin, 12);
  expect(measured.paired.margin).toBeCloseTo(margin, 12);
});

const around = (center: number, far: number): readonly number[] =>
  Array.from({ length: 100 }, (_, place) => center + (place % 2 === 0 ? far : -far));

it('judges tokens by a share of what they were, and not by so many tokens', () => {
  const before = around(1000, 10);
  expect(measure('cost.input_tokens', before, around(1020, 20)).paired.verdict).toBe('PASS');
  expect(measure('cost.input_tokens', before, around(1080, 20)).paired.verdict).toBe('REGRESSION');
  expect(measure('cost.input_tokens', before, around(900, 20)).paired.verdict).toBe('PASS');
});

it('takes shares for bounded, and amounts for not', () => {
  expect(measure('selection.f1', [1, 1], [1, 1]).paired.exactLoss).not.toBeNull();
  expect(measure('cost.input_tokens', [9, 9], [9, 9]).paired.exactLoss).toBeNull();
});

it('keeps the sides apart, and takes differences as candidate minus baseline', () => {
  const { baseline, candidate, paired } = measure('selection.f1', [0.2, 0.4], [0.5, 0.9]);
  expect([baseline.value, candidate.value]).toEqual([0.3, 0.7]);
  expect(paired.mean).toBeCloseTo(0.4, 12);
});

it('takes a rounding error of means for no movement, and nothing larger', () => {
  const third = 0.1 + 0.2;
  expect(measure('selection.f1', [third, third], [0.3, 0.3]).paired.moved).toBe(0);
  expect(measure('selection.f1', [0.3, 0.3], [0.3 + 1e-9, 0.3]).paired.moved).toBe(1);
});
