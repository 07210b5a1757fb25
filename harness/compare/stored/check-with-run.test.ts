import { expect, it } from 'vitest';

import type { ScoreRecord } from '../../core/trial/trial.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { compareTogether, draftComparison, type CompareOptions } from '../compare-scores.ts';
import type { Comparison } from '../comparison.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import type { RunSource } from '../pair/run-source.ts';
import { checkWithRun } from './check-with-run.ts';

const recordsOf = (variant: string, lost: number, isJudged: boolean): readonly ScoreRecord[] =>
  Array.from({ length: 20 }, (_, place) =>
    makeScoreRecord({
      scenario: `s${place}`,
      variant,
      values: {
        'task.success': place < lost ? 0 : 1,
        'selection.f1': isJudged ? 1 : null,
        'cost.input_tokens': 100,
      },
      facts: { confusion: [{ expected: 'look_up', called: place < lost ? null : 'look_up' }] },
    }),
  );

/** A variant of a run that lost so many of twenty scenarios. */
const toSide = (name: string, lost: number, isJudged = true): ComparedRecords => ({
  suite: 'made',
  side: { name, model: 'm', nature: 'real', about: null, toolset: 't', loop: 'l' },
  tools: [],
  records: recordsOf(name, lost, isJudged),
  refusals: [],
});

function toSource(...sides: readonly ComparedRecords[]): RunSource {
  return {
    suite: 'made',
    label: 'this run',
    variants: sides.map(({ side: { name, model, toolset, loop } }) => ({
      name,
      model,
      toolset,
      loop,
      settings: '',
      prompt: '',
      params: '',
    })),
    load: async (name) => {
      const found = sides.find(({ side }) => side.name === name);
      if (found === undefined) throw new Error(`no ${name}`);
      return await Promise.resolve(found);
    },
    trials: async function* none() {
      // No transcripts were kept.
    },
  };
}

const [first, second, third] = [toSide('a', 0), toSide('b', 12), toSide('c', 1)];
const source = toSource(first, second, third);
const none = { same: new Set<string>(), divergences: new Map() };
const compareAll = (
  baseline: ComparedRecords,
  candidates: readonly ComparedRecords[],
  options: Partial<CompareOptions> = {},
): readonly Comparison[] =>
  compareTogether(
    candidates.map((candidate) =>
      draftComparison(baseline, candidate, { by: 'variant', transcripts: none, ...options }),
    ),
  );
const stored = compareAll(first, [second, third]);
const only = (index: number): Comparison => {
  const found = stored[index];
  if (found === undefined) throw new Error('nothing compared');
  return found;
};
const changed = (change: Partial<Comparison>): readonly Comparison[] => [
  only(0),
  { ...only(1), ...change },
];
const changeMetric = (
  name: string,
  change: Partial<Comparison['metrics'][number]>,
): readonly Comparison[] =>
  changed({
    metrics: only(1).metrics.map((metric) =>
      metric.metric === name ? { ...metric, ...change } : metric,
    ),
  });
const estimate = { value: 0.123, low: null, high: null };

it('finds nothing in comparisons as the run gives them, whatever they were made with', async () => {
  expect(await checkWithRun(stored, source)).toBeNull();
  expect(await checkWithRun([], source)).toBeNull();
  const options = {
    margin: 0.2,
    metrics: ['selection.f1', 'task.success'],
    deciding: ['selection.f1'],
  } as const;
  const others = compareAll(first, [second, third], options);
  expect(await checkWithRun(others, source)).toBeNull();
});

it.each([
  ['identical', changed({ identical: true }), '$.identical', 'true', 'false'],
  [
    'the trials',
    changed({ coverage: { ...only(1).coverage, pairedTrials: 19 } }),
    '$.coverage.pairedTrials',
    '19',
    '20',
  ],
  [
    'the clusters',
    changed({ coverage: { ...only(1).coverage, clusters: 19 } }),
    '$.coverage.clusters',
    '19',
    '20',
  ],
  [
    'a baseline',
    changeMetric('task.success', { baseline: estimate }),
    "$.metrics['task.success'].baseline.value",
    '0.123',
    '1',
  ],
  [
    'a candidate',
    changeMetric('task.success', { candidate: estimate }),
    "$.metrics['task.success'].candidate.value",
    '0.123',
    '0.95',
  ],
  [
    'a difference',
    changeMetric('task.success', { difference: estimate }),
    "$.metrics['task.success'].difference.value",
    '0.123',
    '-0.05',
  ],
  [
    'an adjusted p',
    changeMetric('task.success', { adjustedP: 0.01 }),
    "$.metrics['task.success'].adjustedP",
    '0.01',
    '1',
  ],
  [
    'the clusters of a metric',
    changeMetric('task.success', { clusters: 7 }),
    "$.metrics['task.success'].clusters",
    '7',
    '20',
  ],
  [
    'a verdict',
    changeMetric('task.success', { verdict: 'PASS' }),
    "$.metrics['task.success'].verdict",
    '"PASS"',
    '"INCONCLUSIVE"',
  ],
  [
    'a metric that was taken out',
    changed({ metrics: only(1).metrics.filter(({ metric }) => metric !== 'cost.input_tokens') }),
    "$.metrics['cost.input_tokens'].baseline.value",
    'absent',
    '100',
  ],
  [
    'the verdict on a tool',
    changed({ tools: (only(1).tools ?? []).map((tool) => ({ ...tool, verdict: 'PASS' })) }),
    '$.tools.look_up.verdict',
    '"PASS"',
    '"INCONCLUSIVE"',
  ],
  [
    'whether a tool blocks',
    changed({ tools: (only(1).tools ?? []).map((tool) => ({ ...tool, blocks: true })) }),
    '$.tools.look_up.blocks',
    'true',
    'false',
  ],
  [
    'tools that were taken out',
    changed({ tools: [] }),
    '$.tools.look_up.verdict',
    'absent',
    '"INCONCLUSIVE"',
  ],
] as const)('finds a change in %s', async (...[, comparisons, path, found, due]) => {
  expect(await checkWithRun(comparisons, source)).toEqual({ path, found, due, index: 1 });
});

it('a reason against a comparison that was taken out is missed', async () => {
  const doubled = { ...second, records: [...second.records, ...second.records.slice(0, 1)] };
  const comparisons = compareAll(first, [doubled]);
  const run = toSource(first, doubled);
  expect(comparisons[0]?.invalidReasons.map(({ code }) => code)).toEqual(['doubled_trials']);
  expect(await checkWithRun(comparisons, run)).toBeNull();
  const claimed = comparisons.map((one) => ({
    ...one,
    invalidReasons: [],
    verdict: 'REGRESSION' as const,
  }));
  expect(await checkWithRun(claimed, run)).toEqual({
    path: '$.verdict',
    found: '"REGRESSION"',
    due: '"INVALID"',
    index: 0,
  });
});

it('that a metric was asked for is not in the file: its absence alone is not a change', async () => {
  const sides = [toSide('a', 0, false), toSide('b', 12, false)] as const;
  const comparisons = compareAll(sides[0], [sides[1]]);
  expect(comparisons[0]?.invalidReasons).toEqual([]);
  expect(await checkWithRun(comparisons, toSource(...sides))).toBeNull();
});

it.each([
  ['is by plan', changed({ by: 'plan' })],
  ['has a side of another run', changed({ baseline: { ...only(1).baseline, name: 'z' } })],
  ['has a candidate of another run', changed({ candidate: { ...only(1).candidate, name: 'z' } })],
  [
    'was looked at after each cluster',
    changed({
      sequential: {
        metric: 'task.success',
        looks: 4,
        budget: 9,
        decidedAt: 4,
        low: -1,
        high: 1,
      },
    }),
  ],
] as const)('leaves comparisons alone of which one %s', async (_, comparisons) => {
  const lies = comparisons.map((one) => ({ ...one, identical: true }));
  expect(await checkWithRun(lies, source)).toBeNull();
});

it('leaves comparisons alone that name no margin but those of amounts', async () => {
  const amounts = stored.map((one) => ({
    ...one,
    identical: true,
    metrics: one.metrics.filter(({ metric }) => metric.startsWith('cost.')),
  }));
  expect(await checkWithRun(amounts, source)).toBeNull();
});
