import { expect, it } from 'vitest';

import type { MetricName } from '../../core/score/metric.ts';
import type { Verdict } from '../../core/run.ts';
import type { MetricComparison, ToolVerdict } from '../comparison.ts';
import { judgeComparison, type ComparisonFindings } from './judge-comparison.ts';

const none = { value: null, low: null, high: null };

const metric = (
  name: MetricName,
  verdict: Verdict,
  more: Partial<MetricComparison> = {},
): MetricComparison => ({
  metric: name,
  gated: true,
  baseline: { value: 1, low: 0.8, high: 1 },
  candidate: { value: 1, low: 0.8, high: 1 },
  difference: { value: 0, low: null, high: null },
  p: 1,
  adjustedP: 1,
  method: 'sign-flip, exact',
  margin: 0.05,
  clusters: 10,
  clustersPlanned: 10,
  verdict,
  sentence: `${name} is ${verdict}`,
  advice: null,
  ...more,
});

const tool = (verdict: ToolVerdict['verdict'], blocks: boolean): ToolVerdict => ({
  tool: 'close',
  recall: { baseline: 1, candidate: 0 },
  clusters: 3,
  worse: 3,
  better: 0,
  p: 0.03,
  adjustedP: 0.03,
  verdict,
  blocks,
  sentence: `close is ${verdict}`,
});

const coverage = {
  pairedTrials: 10,
  onlyBaseline: 0,
  onlyCandidate: 0,
  invalid: 0,
  clusters: 10,
  scenarios: 10,
  scenariosPlanned: 10,
};

const judge = (found: Partial<ComparisonFindings>): readonly unknown[] => {
  const { verdict, exitCode, sentence } = judgeComparison({
    metrics: [metric('task.success', 'PASS')],
    tools: [],
    coverage,
    identical: false,
    invalidReasons: [],
    ...found,
  });
  return [verdict, exitCode, sentence];
};

const reasons = [
  { code: 'a', text: 'First' },
  { code: 'b', text: 'Second' },
];
const noLoss = 'Nothing that decides got worse by more than its margin (task.success)';

it.each([
  { name: 'nothing got worse', found: {}, wanted: ['PASS', 0, noLoss] },
  {
    name: 'a reason why nothing was measured outweighs all',
    found: { invalidReasons: reasons, metrics: [metric('task.success', 'REGRESSION')] },
    wanted: ['INVALID', 4, 'First. Second'],
  },
  { name: 'no metric at all', found: { metrics: [] }, wanted: ['INVALID', 4, ''] },
  {
    name: 'one regression among metrics that hold',
    found: {
      metrics: [metric('task.success', 'PASS'), metric('effects.double', 'REGRESSION')],
    },
    wanted: ['REGRESSION', 1, 'effects.double is REGRESSION'],
  },
  {
    name: 'a regression outweighs what is open',
    found: {
      metrics: [metric('task.success', 'INCONCLUSIVE'), metric('effects.double', 'REGRESSION')],
    },
    wanted: ['REGRESSION', 1, 'effects.double is REGRESSION'],
  },
  {
    name: 'what is open outweighs what holds',
    found: {
      metrics: [metric('task.success', 'INCONCLUSIVE'), metric('effects.double', 'PASS')],
    },
    wanted: ['INCONCLUSIVE', 3, 'task.success is INCONCLUSIVE'],
  },
  {
    name: 'a metric that is not gated has no say',
    found: {
      metrics: [
        metric('task.success', 'PASS'),
        metric('cost.price', 'REGRESSION', { gated: false }),
      ],
    },
    wanted: ['PASS', 0, noLoss],
  },
  {
    name: 'a gated metric that was judged nowhere has no say',
    found: {
      metrics: [
        metric('task.success', 'PASS'),
        metric('effects.double', 'INVALID', { clusters: 0, difference: none }),
      ],
    },
    wanted: ['PASS', 0, noLoss],
  },
  {
    name: 'a tool that lost recall',
    found: { tools: [tool('REGRESSION', true)] },
    wanted: ['REGRESSION', 1, 'close is REGRESSION'],
  },
  {
    name: 'a large loss of a tool that is not certain',
    found: { tools: [tool('INCONCLUSIVE', true)] },
    wanted: ['INCONCLUSIVE', 3, 'close is INCONCLUSIVE'],
  },
  {
    name: 'a small one blocks nothing',
    found: { tools: [tool('INCONCLUSIVE', false)] },
    wanted: ['PASS', 0, noLoss],
  },
  {
    name: 'tools count where selection is gated',
    found: {
      metrics: [metric('selection.recall', 'PASS')],
      tools: [tool('REGRESSION', true)],
    },
    wanted: ['REGRESSION', 1, 'close is REGRESSION'],
  },
  {
    name: 'tools do not count where neither success nor selection is gated',
    found: {
      metrics: [metric('effects.double', 'PASS'), metric('task.success', 'PASS', { gated: false })],
      tools: [tool('REGRESSION', true)],
    },
    wanted: ['PASS', 0, noLoss.replace('task.success', 'effects.double')],
  },
  {
    name: 'identical transcripts',
    found: { identical: true },
    wanted: ['PASS', 0, 'Identical: all 10 paired trials are the same, event by event'],
  },
  {
    name: 'what was left out is said',
    found: { coverage: { ...coverage, onlyBaseline: 1, onlyCandidate: 2, invalid: 3 } },
    wanted: [
      'PASS',
      0,
      `${noLoss}. Compared were the 10 trials that both sides have; left out: 1 only in the baseline, 2 only in the candidate, 3 invalid`,
    ],
  },
  {
    name: 'a single trial of one side is said',
    found: { coverage: { ...coverage, onlyCandidate: 1 } },
    wanted: [
      'PASS',
      0,
      `${noLoss}. Compared were the 10 trials that both sides have; left out: 0 only in the baseline, 1 only in the candidate, 0 invalid`,
    ],
  },
] as const)('$name', ({ found, wanted }) => {
  expect(judge(found)).toEqual(wanted);
});

const gained = {
  candidate: { value: 1, low: 0.8, high: 1 },
  baseline: { value: 0.5, low: 0.3, high: 0.7 },
  difference: { value: 0.5, low: 0.3, high: 0.7 },
  p: 0.001,
  adjustedP: 0.001,
};
it.each([
  { name: 'a gain', more: gained, sentence: `task.success is PASS; nothing${noLoss.slice(7)}` },
  {
    name: 'a gain that p does not bear out',
    more: { ...gained, adjustedP: 0.05 },
    sentence: noLoss,
  },
  {
    name: 'a loss within the margin',
    more: { ...gained, difference: { value: -0.02, low: -0.04, high: -0.01 } },
    sentence: noLoss,
  },
  {
    name: 'a bound beyond the margin where nothing moved',
    more: { worseShareBound: 0.251 },
    sentence: `${noLoss}. Bound: where nothing moved (task.success), up to 26 % of clusters like these could still get worse`,
  },
  { name: 'a bound at the margin', more: { worseShareBound: 0.05 }, sentence: noLoss },
  {
    name: 'a bound where something moved',
    more: {
      worseShareBound: 0.2,
      difference: { value: 0.1, low: null, high: null },
      p: 1,
      adjustedP: 1,
    },
    sentence: noLoss,
  },
])('says of a PASS: $name', ({ more, sentence }) => {
  expect(judge({ metrics: [metric('task.success', 'PASS', more)] })).toEqual(['PASS', 0, sentence]);
});
