import { afterAll, expect, it } from 'vitest';

import { CassetteMissError } from '../../core/talk/cassette.ts';
import { openRecordedTill } from '../../testing/recorded-till.ts';
import { type TestRun, toTestRunOptions } from '../../testing/test-run-options.ts';
import type { RunOptions } from '../run-options.ts';
import { describeMisses } from './describe-misses.ts';

const till = await openRecordedTill();
afterAll(async () => {
  await till[Symbol.asyncDispose]();
});

const toMiss = (
  scenario: string,
  {
    variant = 'first',
    plan = 'none',
    suite = 'till',
    repeat = 1,
    reason = 'no_cassette' as const,
  } = {},
): CassetteMissError =>
  new CassetteMissError(`Cannot replay ${scenario}`, {
    lane: `${suite}/${scenario}/${variant}/${plan}/r${repeat}`,
    where: { suite, scenario, variant, plan, repeat },
    reason,
    differences: [],
    remedy: 'toolrig record',
  });

const describe = async (
  misses: readonly CassetteMissError[],
  run: TestRun & Partial<RunOptions> = {},
): Promise<readonly string[]> => {
  const options = toTestRunOptions(till.suite, '', { cassettes: '/none', ...run });
  return await describeMisses(misses, { ...options, ...run, cassettes: run.cassettes ?? '/none' });
};

it.each<
  [
    what: string,
    misses: readonly CassetteMissError[],
    run: TestRun & Partial<RunOptions>,
    says: readonly RegExp[],
  ]
>([
  ['none', [], {}, []],
  ['one', [toMiss('look')], {}, [/^1 lane: Cannot replay look \(about 2 requests\)$/u]],
  [
    'every scenario, which need no naming',
    [toMiss('look'), toMiss('pay')],
    {},
    [/Record them with `toolrig record [^ ]+suite\.json --variant first` \(about 4 requests\)$/u],
  ],
  [
    'every scenario of those that were chosen',
    [toMiss('look'), toMiss('pay')],
    { scenarios: ['look', 'pay'] },
    [/--scenario '?look,pay'? .*\(about 4 requests\)$/u],
  ],
  ['another repeat', [toMiss('look', { repeat: 2 })], {}, [/\(about 4 requests\)$/u]],
  [
    'a lane of another suite',
    [toMiss('look', { suite: 'other' })],
    {},
    [/^1 lane: Cannot replay look$/u],
  ],
  [
    'a folder that was looked in',
    [toMiss('look')],
    { shownCassettes: 'kept' },
    [/\(about 2 requests\)\. Looked in the folder "kept"; --cassettes names another$/u],
  ],
])('misses, %s', async (...[, misses, run, says]) => {
  expect(await describe(misses, run)).toEqual(says.map((text) => expect.stringMatching(text)));
});

it('a recording that is there but does not answer is not looked for elsewhere', async () => {
  const miss = new CassetteMissError('Cannot replay look', {
    lane: 'till/look/first/none/r1',
    where: { suite: 'till', scenario: 'look', variant: 'first', plan: 'none', repeat: 1 },
    reason: 'changed',
    differences: [],
    remedy: '',
  });
  const [text] = await describe([miss], { shownCassettes: 'kept', cassettes: till.cassettes });
  expect(text).not.toContain('Looked in');
});

it('faulted lanes are counted with the faults of the run, clean ones without', async () => {
  const clean = await describe([toMiss('look')], { faults: ['standard'] });
  const faulted = await describe([toMiss('look', { plan: 'standard.x@model.1' })], {
    faults: ['standard'],
  });
  const read = (texts: readonly string[]): number =>
    Number(/about ([0-9]+) requests/u.exec(texts[0] ?? '')?.[1]);
  expect(read(clean)).toBe(2);
  expect(read(faulted)).toBeGreaterThan(2);
});

it('prices are said where every model has one', async () => {
  const price = { inputPerMillion: 1000, outputPerMillion: 1000 };
  const models = till.suite.models.map((model) => ({ ...model, price }));
  const [text] = await describe([toMiss('look')], { suite: { ...till.suite, models } });
  expect(text).toMatch(/\(about 2 requests, about \$[0-9.]+\)$/u);
});

const sweep = { path: 'loop.guards.maxTurns', base: 'first', values: [] };
const lanes = ['a', 'b', 'c', 'd'].map((scenario) => toMiss(scenario));

it.each<[misses: readonly CassetteMissError[], says: readonly RegExp[]]>([
  [[], []],
  [
    lanes.slice(0, 1),
    [
      /^The recordings of "first" do not answer 1 trial \(till\/a\/first\/none\/r1\): under another value of loop\.guards\.maxTurns /u,
    ],
  ],
  [[toMiss('a'), toMiss('a')], [/ do not answer 1 trial \(/u]],
  [lanes.slice(0, 3), [/ answer 3 trials \([^,]+, [^,]+, [^,]+r1\): /u]],
  [lanes, [/ answer 4 trials \([^,]+, [^,]+, [^,]+r1, …\): /u]],
])('misses of a sweep: %#', async (misses, says) => {
  // Only the names of a sweep are printed.
  const sweeps = [sweep] as unknown as NonNullable<RunOptions['sweeps']>;
  expect(await describe(misses, { sweeps })).toEqual(
    says.map((text) => expect.stringMatching(text)),
  );
});
