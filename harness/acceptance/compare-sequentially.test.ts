import { join } from 'node:path';

import { expect, it } from 'vitest';

import { UsageError } from '../core/usage-error.ts';
import type { Suite } from '../core/suite/suite.ts';
import type { SequentialState } from '../stats/test/create-sequential-test.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { goodTexts, type PickerTexts, writePickerSuite } from '../testing/picker-suite.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';
import {
  compareSequentially,
  type SequentialChoice,
} from '../compare/sequential/compare-sequentially.ts';

/** No request has a word of these, so that no tool is called. */
const emptyTexts: PickerTexts = {
  get_weather: 'Zzz.',
  get_route: 'Yyy.',
  send_mail: 'Xxx.',
  book_table: 'Www.',
};

interface Search extends Partial<SequentialChoice> {
  readonly change?: (suite: Suite) => Suite;
  readonly scenarios?: readonly string[];
  readonly mode?: 'live';
  readonly onExpected?: (...all: readonly unknown[]) => void;
}

/** Compares a picker that is right everywhere with one that calls nothing, cluster by cluster. */
async function compare({ change = (suite) => suite, ...search }: Search = {}) {
  const { scenarios = null, mode = 'replay', onExpected, ...choice } = search;
  await using scratch = await createScratchFolder();
  await scratch.write('suite.ts', writePickerSuite(goodTexts, emptyTexts));
  const suite = change(await loadSuite(join(scratch.path, 'suite.ts')));
  const cassettes = join(scratch.path, 'cassettes');
  const options = {
    ...toTestRunOptions(suite, join(scratch.path, 'runs'), { cassettes, scenarios, mode }),
    ...(onExpected === undefined ? {} : { onExpected }),
  };
  const states: SequentialState[] = [];
  const found = await compareSequentially(options, {
    baseline: 'first',
    candidate: 'second',
    by: 'toolset',
    metric: 'selection.f1',
    margin: 0.05,
    budget: 8,
    onLook: (state) => {
      states.push(state);
    },
    ...choice,
  });
  return { ...found, states };
}

it('stops as soon as a loss is certain, and counts what was sent until then', async () => {
  const { comparison, requests, states } = await compare();
  expect(states.map(({ mean, verdict }) => [mean, verdict])).toEqual([
    ...Array.from({ length: states.length - 1 }, () => [-1, null]),
    [-1, 'REGRESSION'],
  ]);
  // Of eight looks, six that all lost are needed for a p that is small enough.
  expect(states.length).toBeGreaterThanOrEqual(6);
  expect(states.length).toBeLessThanOrEqual(8);
  // A right answer takes two requests, one without a call takes one.
  expect(requests).toBe(3 * states.length);
  expect([comparison.verdict, comparison.exitCode, comparison.by]).toEqual([
    'REGRESSION',
    1,
    'toolset',
  ]);
  expect(comparison.coverage).toMatchObject({
    pairedTrials: states.length,
    clusters: states.length,
  });
  expect(comparison.metrics.filter(({ gated }) => gated).map(({ metric }) => metric)).toEqual([
    'selection.f1',
  ]);
  expect(comparison.sequential).toMatchObject({
    metric: 'selection.f1',
    budget: 8,
    looks: states.length,
    decidedAt: states.length,
    low: -1,
  });
  expect([comparison.baseline.name, comparison.candidate.name]).toEqual(['first', 'second']);
});

it('the other way round it is a gain, which so few clusters do not prove', async () => {
  const { comparison, states } = await compare({
    baseline: 'second',
    candidate: 'first',
    budget: 3,
  });
  expect(states.map(({ mean }) => mean)).toEqual([1, 1, 1]);
  expect([comparison.verdict, comparison.sequential?.looks]).toEqual(['INCONCLUSIVE', 3]);
  expect(comparison.sequential?.low).toBeGreaterThan(-1);
});

it('the budget is all clusters that are wanted, unless a smaller one is named', async () => {
  const scenarios = ['get-weather-1', 'send-mail-1'];
  const all = await compare({ scenarios, budget: null });
  expect([all.states.length, all.comparison.sequential?.budget]).toEqual([2, 2]);
  const more = await compare({ scenarios, budget: 9 });
  expect(more.comparison.sequential?.budget).toBe(2);
});

const cluster = (suite: Suite): Suite => ({
  ...suite,
  scenarios: suite.scenarios.slice(0, 6).map((scenario, place) => ({
    ...scenario,
    cluster: place < 4 ? 'four' : `own-${place}`,
    // The last is for one side alone.
    variants: place === 5 ? ['first'] : place === 4 ? ['second', 'first'] : null,
  })),
});

it('a look is a whole cluster, of scenarios that are for both sides', async () => {
  const { comparison, states, requests } = await compare({ change: cluster, budget: null });
  expect([states.length, comparison.sequential?.budget]).toEqual([2, 2]);
  expect(comparison.coverage).toMatchObject({ pairedTrials: 5, clusters: 2 });
  expect(requests).toBe(15);
});

it('a cluster in which nothing was judged takes no look', async () => {
  const { states, comparison } = await compare({ metric: 'recovery.handled', budget: 2 });
  expect([states, comparison.verdict]).toEqual([[], 'INVALID']);
  expect(comparison.sequential).toMatchObject({ looks: 0, low: -1, high: 1, decidedAt: null });
});

it('the order of clusters is drawn from the seed, the same each time', async () => {
  const order: string[][] = [];
  for (let round = 0; round < 2; round += 1) {
    const { comparison } = await compare({ budget: 4 });
    order.push(comparison.flips.map(({ scenario }) => scenario));
  }
  expect(order[0]).toHaveLength(4);
  expect(order[1]).toEqual(order[0]);
  const first = ['book-table-1', 'get-weather-1', 'get-weather-2', 'get-weather-3'];
  expect(order[0]).not.toEqual(first);
});

it('says before a live comparison what it may send at most, and nothing before a replay', async () => {
  const said: unknown[] = [];
  const onExpected = (...all: readonly unknown[]): void => {
    said.push(all);
  };
  await compare({ budget: 1, onExpected });
  expect(said).toEqual([]);
  await compare({ budget: 1, mode: 'live', onExpected });
  expect(said).toHaveLength(1);
});

it.each([
  [
    'an amount',
    { metric: 'cost.input_tokens' },
    'Cannot compare by cost.input_tokens cluster by cluster: only shares have bounds',
  ],
  [
    'no scenario for both',
    {
      change: (suite: Suite): Suite => ({
        ...suite,
        scenarios: suite.scenarios.map((scenario) => ({ ...scenario, variants: ['second'] })),
      }),
    },
    'Cannot compare: no scenario is for both variants',
  ],
] as const)('refuses %s', async (_, search, message) => {
  await expect(compare(search)).rejects.toThrow(new UsageError(message));
});
