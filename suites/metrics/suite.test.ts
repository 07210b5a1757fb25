import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, expect, it } from 'vitest';

import type { MetricName } from '../../harness/core/score/metric.ts';
import type { VariantSummary } from '../../harness/core/run.ts';
import type { Suite } from '../../harness/core/suite/suite.ts';
import { runSuite } from '../../harness/run/run-suite.ts';
import { loadSuite } from '../../harness/suite/load/load-suite.ts';
import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';
import { toTestRunOptions } from '../../harness/testing/test-run-options.ts';
import { badArguments } from './requests.ts';

let suite: Suite;

beforeAll(async () => {
  suite = await loadSuite('suites/metrics');
});

async function summarise(variant: string): Promise<VariantSummary> {
  await using scratch = await createScratchFolder();
  const options = toTestRunOptions(suite, scratch.path, { variants: [variant] });
  const { summary } = await runSuite(options);
  expect(summary.invalidReasons).toEqual([]);
  const found = summary.variants[variant];
  if (found === undefined) throw new Error(`No variant "${variant}"`);
  return found;
}

const counts = ({ scores }: VariantSummary, ...names: readonly MetricName[]): readonly string[] =>
  names.map((name) => `${scores[name]?.count} of ${scores[name]?.of}`);

it.each([
  ['structured', '4 of 4', '0 of 4'],
  ['bare', '0 of 4', '0 of 4'],
  ['stack', '0 of 4', '0 of 4'],
  ['unchecked', '0 of 4', '0 of 0'],
])('%s: none fits at first, %s are mended, %s corrections are worse', async (...row) => {
  const [variant, mended, worse] = row;
  const found = await summarise(variant);
  const names = ['arguments.valid_first', 'arguments.mended', 'arguments.worse'] as const;
  expect(counts(found, ...names)).toEqual(['0 of 4', mended, worse]);
  expect(found.wrongFields?.map(({ path }) => path)).toEqual(
    badArguments.map(({ path }) => path).toSorted(),
  );
  const each = Number(mended[0]) / 4;
  expect(found.wrongFields?.map((field) => field.mended)).toEqual([each, each, each, each]);
});

it('nothing is billed before the arguments fit, where they are checked', async () => {
  expect(counts(await summarise('structured'), 'effects.once', 'effects.unintended')).toEqual([
    '4 of 4',
    '0 of 4',
  ]);
  expect(counts(await summarise('unchecked'), 'effects.once', 'effects.unintended')).toEqual([
    '1 of 4',
    '3 of 4',
  ]);
});

it('an agent without mistakes has no wrong field', async () => {
  const found = await summarise('careful');
  expect(counts(found, 'task.success', 'arguments.valid_first')).toEqual(['6 of 6', '7 of 7']);
  expect(found.wrongFields).toBeUndefined();
});

it('an agent whose numbers grow is not mended, and its correction is worse', async () => {
  const found = await summarise('drifting');
  expect(counts(found, 'arguments.mended', 'arguments.worse')).toEqual(['0 of 1', '1 of 1']);
  expect(found.wrongFields).toEqual([
    {
      tool: 'query_ad_metrics',
      path: '$.limit',
      codes: ['out_of_range'],
      wrong: 1,
      mended: 0,
      worse: 1,
    },
  ]);
});

it.each([
  ['wrong-below', 'wrong_type', { country: { value: 'IT' } }],
  ['missing-below', 'missing_field', {}],
])('the plan %s strikes below the top, and the agent without mistakes passes', async (...row) => {
  const [plan, kind, filters] = row;
  await using scratch = await createScratchFolder();
  const more = { variants: ['careful'], faults: [plan] };
  const { summary, runFolder } = await runSuite(toTestRunOptions(suite, scratch.path, more));
  expect(summary).toMatchObject({ failed: 0, invalid: 0, skipped: 0 });
  expect(summary.faultKinds[kind]).toMatchObject({ planned: 6, fired: 6, handled: 6 });
  const trials = await readFile(join(runFolder, 'trials.jsonl'), 'utf8');
  expect(trials).toContain(JSON.stringify(JSON.stringify(filters)).slice(1, -1));
});

it('a span that only the business check refuses is asked for in batches', async () => {
  const found = await summarise('spans');
  expect(counts(found, 'task.success', 'arguments.valid_first', 'effects.once')).toEqual([
    '1 of 1',
    '3 of 3',
    '2 of 2',
  ]);
});

it('a query that a fault repeats is billed once, in batches too, whatever the journal remembers', async () => {
  await using scratch = await createScratchFolder();
  const edited: Suite = {
    ...suite,
    variants: suite.variants.map((variant) =>
      variant.name === 'spans'
        ? { ...variant, settings: { ...variant.settings, journal: null } }
        : variant,
    ),
  };
  const variants = ['careful', 'spans'];
  const options = { variants, scenarios: ['wide-span'], faults: ['full'] };
  const { summary } = await runSuite(toTestRunOptions(edited, scratch.path, options));
  for (const kind of ['repeated_call', 'duplicate_call', 'duplicate_delivery']) {
    expect(summary.faultKinds[kind]?.fired).toBeGreaterThanOrEqual(2);
  }
  for (const variant of variants) {
    const { scores } = summary.variants[variant] ?? {};
    expect(scores?.['effects.weighted']?.value).toBe(0);
    expect(scores?.['effects.unintended']?.value).toBe(0);
  }
});
