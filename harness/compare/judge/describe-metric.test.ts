import { expect, it } from 'vitest';

import type { MetricComparison } from '../comparison.ts';
import { describeMetric } from './describe-metric.ts';

type Figures = Parameters<typeof describeMetric>[0];

const at = (value: number | null, low: number | null = null, high: number | null = null) => ({
  value,
  low,
  high,
});

/** Twenty clusters that fell from 80 % to 70 %, not surely. */
const fell: Figures = {
  metric: 'task.success',
  gated: true,
  baseline: at(0.8),
  candidate: at(0.7),
  difference: at(-0.1, -0.25, 0.05),
  p: 0.2,
  adjustedP: 0.2,
  method: 'sign-flip, exact',
  margin: 0.05,
  clusters: 20,
  clustersPlanned: 20,
  verdict: 'INCONCLUSIVE',
};
const still: Partial<Figures> = {
  candidate: at(0.8),
  difference: at(0),
  p: 1,
  adjustedP: 1,
  worseShareBound: 0.139,
};
const doubled: Partial<Figures> = { metric: 'effects.double', baseline: at(0) };

it.each<readonly [name: string, change: Partial<MetricComparison>, sentence: string]>([
  [
    'a loss that is not sure',
    {},
    'task.success fell from 80 % to 70 % (95 % interval -25 to +5 points, p 0.2, 20 clusters): a loss of more than 5 points is neither shown nor ruled out',
  ],
  [
    'a loss whose p is not small',
    { difference: at(-0.1, -0.15, -0.05), adjustedP: 0.4 },
    'task.success fell from 80 % to 70 % (95 % interval -15 to -5 points, p 0.2, adjusted 0.4, 20 clusters): it looks worse, but is not significant',
  ],
  [
    'one cluster',
    { clusters: 1, difference: at(-0.1), p: null, adjustedP: null },
    'task.success fell from 80 % to 70 % (1 cluster): a single cluster cannot show significance',
  ],
  [
    'a sure loss',
    { verdict: 'REGRESSION', difference: at(-0.1, -0.15, -0.05) },
    'task.success fell from 80 % to 70 % (95 % interval -15 to -5 points, p 0.2, 20 clusters): worse',
  ],
  [
    'a gain',
    {
      verdict: 'PASS',
      candidate: at(0.9),
      difference: at(0.1, 0.05, 0.15),
      p: 0.01,
      adjustedP: null,
    },
    'task.success rose from 80 % to 90 % (95 % interval +5 to +15 points, p 0.01, 20 clusters): better',
  ],
  [
    'a gain whose p is not small',
    { verdict: 'PASS', candidate: at(0.9), difference: at(0.1, 0.05, 0.15) },
    'task.success rose from 80 % to 90 % (95 % interval +5 to +15 points, p 0.2, 20 clusters): not worse by more than 5 points',
  ],
  [
    'gains and losses that even out',
    { verdict: 'PASS', candidate: at(0.8), difference: at(0, -0.04, 0.04) },
    'task.success stays at 80 % (95 % interval -4 to +4 points, p 0.2, 20 clusters): not worse by more than 5 points',
  ],
  [
    'a loss that is the same everywhere',
    { verdict: 'REGRESSION', difference: at(-0.1), p: 0.01, worseShareBound: 1 },
    'task.success fell from 80 % to 70 % (the same in every cluster, p 0.01, adjusted 0.2, 20 clusters): worse',
  ],
  [
    'little movement, by the exact bound',
    {
      difference: at(0.05, -0.04, 0.14),
      candidate: at(0.85),
      exactLoss: 0.07,
      moved: 1,
      clustersToDecide: 58,
    },
    'task.success rose from 80 % to 85 % (95 % interval -4 to +14 points, p 0.2, 20 clusters): 1 of 20 clusters moved: by the exact bound, up to 7 points could be lost; 58 clusters would decide it if no more of them move',
  ],
  [
    'little movement that no number of clusters decides',
    { difference: at(0.05, -0.04, 0.14), candidate: at(0.85), clustersToDecide: null },
    'task.success rose from 80 % to 85 % (95 % interval -4 to +14 points, p 0.2, 20 clusters): 0 of 20 clusters moved: by the exact bound',
  ],
  [
    'nothing that moved, in too few',
    { ...still, clustersToDecide: 59 },
    'task.success is 80 % on both sides, in 20 clusters: nothing moved, yet up to 14 % of clusters like these could still get worse; 59 clusters without a change would decide it',
  ],
  [
    'nothing that moved, with no margin',
    { ...still, clustersToDecide: null, margin: 0 },
    'task.success is 80 % on both sides, in 20 clusters: nothing moved, yet up to 14 % of clusters like these could still get worse, and no number of clusters shows that there is no loss at all',
  ],
  [
    'nothing that moved, of a metric that does not decide',
    { ...still, verdict: 'PASS' },
    'task.success is 80 % on both sides, in 20 clusters: nothing moved, yet up to 14 % of clusters like these could still get worse',
  ],
  [
    'nothing that moved, in enough',
    { ...still, verdict: 'PASS', worseShareBound: 0.05 },
    'task.success is 80 % on both sides, in 20 clusters',
  ],
  [
    'a bound at the margin without a pass',
    { ...still, worseShareBound: 0.05 },
    'task.success is 80 % on both sides, in 20 clusters: nothing moved, yet up to 5 % of clusters like these could still get worse',
  ],
  [
    'a first doubled effect',
    { ...doubled, verdict: 'REGRESSION', candidate: at(0.1), difference: at(0.1, -0.1, 0.3) },
    'effects.double rose from 0 % to 10 % (95 % interval -10 to +30 points, p 0.2, 20 clusters): worse, since not one irreversible effect may happen twice',
  ],
  [
    'more doubled effects than before',
    {
      ...doubled,
      verdict: 'REGRESSION',
      baseline: at(0.1),
      candidate: at(0.6),
      difference: at(0.5, 0.3, 0.7),
    },
    'effects.double rose from 10 % to 60 % (95 % interval +30 to +70 points, p 0.2, 20 clusters): worse',
  ],
  [
    'as many doubled effects as before',
    {
      ...doubled,
      verdict: 'PASS',
      baseline: at(0.1),
      candidate: at(0.1),
      difference: at(0, -0.04, 0.04),
    },
    'effects.double stays at 10 % (95 % interval -4 to +4 points, p 0.2, 20 clusters): not worse by more than 5 points, but not 0',
  ],
  [
    'no doubled effect any more',
    {
      ...doubled,
      verdict: 'PASS',
      baseline: at(0.1),
      candidate: at(0),
      difference: at(-0.1, -0.24, 0.04),
    },
    'effects.double fell from 10 % to 0 % (95 % interval -24 to +4 points, p 0.2, 20 clusters): not worse by more than 5 points',
  ],
  [
    'tokens',
    {
      metric: 'cost.input_tokens',
      baseline: at(100),
      candidate: at(90),
      difference: at(-10, -30, 10),
      margin: 5,
    },
    'cost.input_tokens fell from 100 tokens to 90 tokens (95 % interval -30 to +10, p 0.2, 20 clusters): a loss of more than 5 tokens is neither shown nor ruled out',
  ],
  [
    'a value that is no number',
    { verdict: 'INVALID' },
    'task.success has a value that is not a finite number',
  ],
  [
    'nothing judged in the baseline',
    { baseline: at(null) },
    'task.success was judged in no trial that both sides have',
  ],
  [
    'nothing judged in the candidate',
    { candidate: at(null), verdict: 'INVALID' },
    'task.success was judged in no trial that both sides have',
  ],
  [
    'nothing paired',
    { difference: at(null) },
    'task.success was judged in no trial that both sides have',
  ],
])('says of %s', (_, change, sentence) => {
  expect(describeMetric({ ...fell, ...change })).toBe(sentence);
});
