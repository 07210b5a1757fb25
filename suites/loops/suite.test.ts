import { beforeAll, expect, it } from 'vitest';

import { readRun } from '../../harness/run/folder/read-run.ts';
import { runSuite } from '../../harness/run/run-suite.ts';
import { loadSuite } from '../../harness/suite/load/load-suite.ts';
import type { MetricName } from '../../harness/core/score/metric.ts';
import type { Suite } from '../../harness/core/suite/suite.ts';
import { referenceLoop } from '../../harness/core/suite/loop-settings.ts';
import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';
import { toTestRunOptions } from '../../harness/testing/test-run-options.ts';
import { loops } from './loops.ts';

let suite: Suite;

beforeAll(async () => {
  const warnings: unknown[] = [];
  suite = await loadSuite('suites/loops', { onWarning: (problem) => warnings.push(problem) });
  expect(warnings).toEqual([]);
});

/** The end, the guards and the metrics of the last trial of each variant. */
interface Seen {
  readonly stopReason: string;
  readonly guards: readonly string[];
  readonly scores: Readonly<Record<string, number | null>>;
}

const runs = new Map<string, Promise<ReadonlyMap<string, Seen>>>();

/** Runs one scenario with all variants that the table below looks at in it; under one fault when there is one. */
function see(scenario: string, fault: string | null): Promise<ReadonlyMap<string, Seen>> {
  const key = `${scenario} ${fault}`;
  const known = runs.get(key) ?? seeAll(scenario, fault);
  runs.set(key, known);
  return known;
}

async function seeAll(scenario: string, fault: string | null): Promise<ReadonlyMap<string, Seen>> {
  await using scratch = await createScratchFolder();
  const variants = shown
    .filter((row) => row[1] === scenario && row[2] === fault)
    .map(([variant]) => variant);
  const faults = fault === null ? [] : [fault];
  const wanted = { variants: ['reference', ...variants], scenarios: [scenario], faults };
  const result = await runSuite(toTestRunOptions(suite, scratch.path, wanted));
  expect(result.summary).toMatchObject({ invalid: 0, skipped: 0 });
  const run = result.read();
  const seen = new Map<string, Seen>();
  const scores = run.scores();
  for await (const { lane, outcome, events } of run.trials()) {
    const scored = await scores.next();
    if (scored.done === true || outcome.status !== 'finished') throw new Error('No scores');
    seen.set(lane.variant, {
      stopReason: outcome.stopReason,
      guards: events.flatMap((event) => (event.type === 'guard' ? [event.guard] : [])),
      scores: Object.fromEntries(
        Object.entries(scored.value.scores).map(([name, score]) => [name, score?.value ?? null]),
      ),
    });
  }
  return seen;
}

type Shown = readonly [
  variant: string,
  scenario: string,
  fault: string | null,
  metric: MetricName,
  better: 'better' | 'worse' | 'less' | 'more',
];

/** Where each setting shows: a metric that is better or worse than under the reference loop, or costs less or more. */
const shown: readonly Shown[] = [
  ['bare-errors', 'one-mistake', null, 'arguments.valid_final', 'worse'],
  ['stack-errors', 'one-mistake', null, 'termination.clean', 'worse'],
  ['bare-empty', 'nothing-found', null, 'termination.repeats', 'worse'],
  ['stop-unrecoverable', 'three-doors', null, 'cost.input_tokens', 'less'],
  ['corrections-0', 'one-mistake', null, 'arguments.valid_final', 'worse'],
  ['corrections-2', 'two-mistakes', null, 'cost.input_tokens', 'more'],
  ['dropped-results', 'points-then-order', null, 'termination.repeats', 'worse'],
  ['summarised-history', 'one-mistake', null, 'cost.input_tokens', 'less'],
  ['paged-results', 'dearest-parcel', null, 'cost.input_tokens', 'more'],
  ['summarised-results', 'dearest-parcel', null, 'cost.input_tokens', 'less'],
  ['whole-results', 'dearest-parcel', null, 'cost.input_tokens', 'less'],
  ['small-results', 'dearest-parcel', null, 'cost.input_tokens', 'less'],
  ['no-batch', 'two-addresses', null, 'effects.half_batch', 'worse'],
  ['no-policy', 'three-doors', null, 'task.success', 'worse'],
  ['no-validation', 'two-addresses', null, 'effects.half_batch', 'worse'],
  ['no-confirm', 'voucher-denied', null, 'task.success', 'worse'],
  ['match-identity', 'own-number', null, 'safety.identity', 'better'],
  ['raise-bad-json', 'half-json', null, 'termination.clean', 'worse'],
  ['raise-unknown-tool', 'wrong-name', null, 'termination.clean', 'worse'],
  ['single-round', 'refund-once', null, 'effects.missing', 'worse'],
  ['propose-only', 'refund-once', null, 'effects.missing', 'worse'],
  ['no-journal', 'points-again', null, 'effects.double', 'worse'],
  [
    'retry-unknown',
    'refund-mug-zh',
    'standard.timeout_after@refund_order.2',
    'effects.double',
    'worse',
  ],
  ['no-dedupe', 'points-again', null, 'effects.double', 'worse'],
  ['duplicate-error', 'points-again', null, 'termination.repeats', 'better'],
  ['trial-journal', 'points-anew', null, 'effects.missing', 'worse'],
  ['short-journal', 'points-again', null, 'effects.double', 'worse'],
  [
    'no-retry',
    'newest-order',
    'standard.http_before@search_orders.1',
    'termination.turns_over',
    'worse',
  ],
  [
    'no-timeout-retry',
    'newest-order',
    'standard.timeout_before@search_orders.1',
    'termination.turns_over',
    'worse',
  ],
  ['no-model-retry', 'newest-order', 'standard.http@model.1', 'termination.clean', 'worse'],
  ['long-backoff', 'dead-carrier', null, 'cost.tool_ms', 'less'],
  ['turns-4', 'never-ends', null, 'cost.input_tokens', 'less'],
  ['turns-12', 'never-ends', null, 'cost.input_tokens', 'more'],
  ['no-repeat-guard', 'same-look', null, 'task.success', 'worse'],
  ['no-cycle-guard', 'back-and-forth', null, 'cost.input_tokens', 'less'],
  ['late-cycle-guard', 'back-and-forth', null, 'termination.clean', 'worse'],
  ['no-progress-guard', 'other-words', null, 'termination.clean', 'worse'],
  ['no-call-budget', 'ever-more', null, 'cost.input_tokens', 'more'],
  ['calls-per-minute', 'ever-more', null, 'cost.input_tokens', 'less'],
  ['token-budget', 'never-ends', null, 'cost.input_tokens', 'less'],
  ['short-timeouts', 'busy-stock', null, 'task.success', 'worse'],
  ['short-model-timeout', 'newest-order', 'standard.timeout@model.1', 'cost.model_ms', 'less'],
  ['short-deadline', 'dead-carrier', null, 'termination.clean', 'worse'],
  ['breaker', 'dead-carrier', null, 'cost.tool_ms', 'less'],
  ['one-at-a-time', 'busy-stock', null, 'cost.tool_ms', 'less'],
  ['no-guards', 'same-look', null, 'termination.clean', 'worse'],
  ['dropped-results-no-journal', 'points-then-order', null, 'effects.double', 'worse'],
  ['short-timeouts-breaker', 'busy-stock', null, 'task.success', 'worse'],
];

it.each(shown)(
  '%s shows in %s, under %s: %s is %s',
  async (...[variant, scenario, fault, metric, way]) => {
    const seen = await see(scenario, fault);
    const own = seen.get(variant)?.scores[metric] ?? Number.NaN;
    const reference = seen.get('reference')?.scores[metric] ?? Number.NaN;
    const isMore = own > reference;
    expect([own === reference, Number.isNaN(own), Number.isNaN(reference)]).toEqual([
      false,
      false,
      false,
    ]);
    const lessIsBetter = ![
      'task.success',
      'termination.clean',
      'arguments.valid_final',
      'selection.precision',
    ].includes(metric);
    const isWanted = {
      more: isMore,
      less: !isMore,
      better: isMore !== lessIsBetter,
      worse: isMore === lessIsBetter,
    };
    expect(isWanted[way]).toBe(true);
  },
);

it('every variant is in the table, but for the one that mends another', () => {
  const names = Object.keys(loops).filter((name) => name !== 'short-timeouts-one-at-a-time');
  expect(shown.map(([variant]) => variant)).toEqual(names);
});

it('short timeouts under load make an avalanche, and one request at a time does not', async () => {
  await using scratch = await createScratchFolder();
  const variants = [
    'reference',
    'short-timeouts',
    'short-timeouts-one-at-a-time',
    'short-timeouts-breaker',
  ];
  const wanted = { variants, scenarios: ['busy-stock'] };
  const result = await runSuite(toTestRunOptions(suite, scratch.path, wanted));
  const counts: [string, number, number][] = [];
  for await (const { lane, events } of readRun(result.runFolder).trials()) {
    const sent = events.filter(({ type }) => type === 'delivery').length;
    const failed = events.filter(
      (event) => event.type === 'result' && event.status === 'timeout',
    ).length;
    counts.push([lane.variant, sent, failed]);
  }
  expect(counts).toEqual([
    ['reference', 4, 0],
    // One is served in time; the other three and their retries are not.
    ['short-timeouts', 7, 6],
    ['short-timeouts-one-at-a-time', 4, 0],
    ['short-timeouts-breaker', 4, 3],
  ]);
});

it('every guard trips', async () => {
  const guards = new Set<string>();
  for (const [, scenario, fault] of shown) {
    for (const seen of (await see(scenario, fault)).values())
      for (const guard of seen.guards) guards.add(guard);
  }
  const quiet = [
    'cyclePeriod',
    'cycleTimes',
    'parallel',
    'breakerMs',
    'toolTimeoutMs',
    'modelTimeoutMs',
  ];
  const wanted = Object.keys(referenceLoop.guards).filter((name) => !quiet.includes(name));
  expect([...guards].filter((name) => name !== 'agent').toSorted()).toEqual(
    [...wanted, 'cycle'].toSorted(),
  );
});

it.each([
  ['same-look', 'repeat'],
  ['back-and-forth', 'cycle'],
  ['other-words', 'no_progress'],
  ['ever-more', 'budget'],
  ['never-ends', 'max_turns'],
])('the reference loop ends %s by %s', async (scenario, stopReason) => {
  expect((await see(scenario, null)).get('reference')?.stopReason).toBe(stopReason);
});
