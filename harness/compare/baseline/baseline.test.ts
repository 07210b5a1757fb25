import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { RigError } from '../../core/rig-error.ts';
import { UsageError } from '../../core/usage-error.ts';
import { readRun } from '../../run/folder/read-run.ts';
import { makeRun, type MadeRunNames, type MadeRunTrial } from '../../testing/made-run.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { acceptBaseline } from './accept-baseline.ts';
import { loadBaseline, saveBaseline, toBaselineFile } from './baseline-file.ts';
import { toBaselineRecords } from './baseline-records.ts';
import type { Baseline } from './baseline.ts';
import { parseBaseline } from './parse-baseline.ts';
import { toBaseline } from './to-baseline.ts';
import { writeBaseline } from './write-baseline.ts';

const acceptMade = async (
  trials: readonly MadeRunTrial[],
  names: MadeRunNames = {},
): Promise<Baseline> => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeRun(trials, names), scratch);
  return await acceptBaseline(readRun(join(scratch.path, 'run')), []);
};

const refusalOf = async (work: Promise<unknown>): Promise<RigError> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof RigError) return error;
    throw error;
  }
  throw new Error('It was accepted');
};

const invalid = { status: 'invalid', code: 'provider_error', cause: 'Gone', detail: [] } as const;

it('never accepts an INVALID run as baseline, whichever way it is invalid', async () => {
  const reason = { code: 'interrupted', text: 'Stopped', lanes: [] };
  const byReason = await refusalOf(acceptMade([{}], { invalidReasons: [reason] }));
  expect([byReason.code, byReason.message]).toEqual([
    'BASELINE_INVALID_RUN',
    expect.stringMatching(/it is INVALID, since Stopped$/u),
  ]);
  const byTrial = await refusalOf(acceptMade([{}, { scenario: 's2', outcome: invalid }]));
  expect([byTrial.code, byTrial.message]).toEqual([
    'BASELINE_INVALID_RUN',
    expect.stringMatching(/it is INVALID, since Gone$/u),
  ]);
});

it('a reason alone refuses a run, whatever verdict its summary claims', async () => {
  const { summary, ...rest } = makeRun([{}]);
  const reason = { code: 'x', text: 'Something', lanes: [] };
  await using scratch = await createScratchFolder();
  await saveMadeRun({ ...rest, summary: { ...summary, invalidReasons: [reason] } }, scratch);
  const error = await refusalOf(acceptBaseline(readRun(join(scratch.path, 'run')), []));
  expect(error.code).toBe('BASELINE_INVALID_RUN');
});

const side = {
  name: 'a',
  model: 'm',
  nature: 'real',
  about: null,
  toolset: 't',
  loop: 'l',
} as const;
const head = { suite: 'made', mode: 'replay', manifestHash: 'abc' } as const;
const sideOf = (
  records: ComparedRecords['records'],
  more: Partial<ComparedRecords> = {},
): ComparedRecords => ({ suite: 'made', side, tools: [], records, refusals: [], ...more });

const measured = makeScoreRecord({ values: { 'selection.f1': null, 'arguments.correct': 0.5 } });
const failed = makeScoreRecord({
  scenario: 's2',
  repeat: 2,
  cluster: 'c',
  values: { 'task.success': 0 },
  facts: {
    stopReason: 'max_turns',
    turns: 7,
    confusion: [{ expected: 'a', called: null }],
    argumentErrors: [{ tool: 'a', path: '$.x', code: 'wrong_type' }],
  },
});

it('gives the records of a run back as they were, but for what no comparison needs', () => {
  const baseline = toBaseline(
    head,
    [sideOf([measured, failed], { decides: ['selection.f1'] })],
    ['task.success', 'selection.f1', 'arguments.correct'],
  );
  const back = toBaselineRecords(baseline, 'a');
  expect(back?.side).toEqual({ ...side, name: 'a (accepted baseline)' });
  expect(back?.decides).toEqual(['selection.f1']);
  expect(
    back?.records.map(({ lane, cluster, verdict, facts }) => ({ lane, cluster, verdict, facts })),
  ).toEqual(
    [measured, failed].map(({ lane, cluster, verdict, facts }) => ({
      lane,
      cluster,
      verdict,
      facts,
    })),
  );
  // What had nothing to judge stays so; it is neither 0 nor absent.
  expect(back?.records.map(({ scores }) => scores)).toEqual([
    {
      'task.success': { value: 1, count: 1, of: 1, losses: [] },
      'selection.f1': { value: null, count: 0, of: 0, losses: [] },
      'arguments.correct': { value: 0.5, count: 0.5, of: 1, losses: [] },
    },
    { 'task.success': { value: 0, count: 0, of: 1, losses: [] } },
  ]);
});

it('has no side for a variant that it does not have, and no say in what decides where it has none', () => {
  const baseline = toBaseline(head, [sideOf([measured])], ['task.success']);
  expect(toBaselineRecords(baseline, 'b')).toBeNull();
  expect(toBaselineRecords(baseline, 'a')).not.toHaveProperty('decides');
  expect(baseline).not.toHaveProperty('decides');
});

it('keeps what any of its variants says decides', () => {
  const other = sideOf([], { side: { ...side, name: 'b' }, decides: ['safety.obeyed'] });
  expect(toBaseline(head, [sideOf([measured]), other], ['task.success']).decides).toEqual([
    'safety.obeyed',
  ]);
});

it('leaves trials out that were not measured', () => {
  const records = [measured, makeScoreRecord({ scenario: 's9', verdict: 'invalid', facts: null })];
  const { trials } = toBaseline(head, [sideOf(records)], ['task.success']);
  expect(trials.map(({ scenario }) => scenario)).toEqual(['s1']);
});

it('sorts trials by scenario, variant, plan and repeat, and variants and toolsets by name', () => {
  const make = (variant: string) =>
    ['s2', 's1'].flatMap((scenario) =>
      ['p2', 'p1'].flatMap((plan) =>
        [3, 1, 2].map((repeat) => makeScoreRecord({ scenario, variant, plan, repeat })),
      ),
    );
  const sides = ['b', 'a'].map((name) =>
    sideOf(make(name), { side: { ...side, name, toolset: `${name}@1` } }),
  );
  const baseline = toBaseline(head, sides, ['task.success']);
  const places = baseline.trials.map(({ scenario, variant, plan, repeat }) =>
    [scenario, variant, plan, repeat].join('/'),
  );
  expect(places).toEqual(places.toSorted());
  expect(places.length).toBe(24);
  expect(Object.keys(baseline.variants)).toEqual(['a', 'b']);
  expect(Object.keys(baseline.toolsets)).toEqual(['a@1', 'b@1']);
});

const whole = JSON.parse(
  writeBaseline(toBaseline(head, [sideOf([measured, failed])], ['task.success'])),
) as { readonly trials: readonly Record<string, unknown>[] };
const withTrial = (change: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ ...whole, trials: [whole.trials[0], { ...whole.trials[1], ...change }] });

it.each([
  ['no scenario', { scenario: undefined }],
  ['no plan', { plan: undefined }],
  ['no cluster', { cluster: 7 }],
  ['no stop reason', { stopReason: null }],
  ['no variant', { variant: undefined }],
  ['another variant', { variant: 'other' }],
  ['a repeat that is no whole number', { repeat: 1.5 }],
  ['no confusion', { confusion: undefined }],
  ['no argument errors', { argumentErrors: {} }],
  ['a transcript that is no digest', { transcript: 1 }],
  ['failed: false', { failed: false }],
  ['no values', { values: undefined }],
  ['values in a list', { values: [1] }],
  ['one value that is no number', { values: { 'task.success': 1, 'selection.f1': '1' } }],
])('a baseline whose second trial has %s is refused, by its place', (_name, change) => {
  expect(parseBaseline(withTrial(change))).toEqual({ ok: false, error: 'trial 2 is not whole' });
});

it.each([
  ['a trial that is no object', { trials: [whole.trials[0], 7] }, 'trial 2 is not whole'],
  ['trials that are no list', { trials: {} }, 'it has no trials'],
  ['no variants', { variants: undefined }, '"variants" is missing'],
  ['no toolsets', { toolsets: undefined }, '"toolsets" is missing'],
  ['metrics that are no list', { metrics: 'task.success' }, '"metrics" is missing or empty'],
  ['deciding metrics that are no list', { decides: {} }, '"decides" names what is no metric'],
  ['an unknown one that decides', { decides: ['x'] }, '"decides" names what is no metric'],
  [
    'an unknown one beside',
    { metrics: ['task.success', 'x'] },
    '"metrics" names "x", which is no metric',
  ],
  ['another kind', { kind: 'run' }, 'it is no baseline'],
  ['no version', { schemaVersion: undefined }, 'expected schemaVersion 1, found none'],
])('a baseline with %s is refused', (_name, change, error) => {
  expect(parseBaseline(JSON.stringify({ ...whole, ...change }))).toEqual({ ok: false, error });
});

it('reads a whole baseline, with and without what is optional', () => {
  expect(parseBaseline(withTrial({})).ok).toBe(true);
  expect(parseBaseline(withTrial({ transcript: 'abc', failed: true })).ok).toBe(true);
  expect(parseBaseline(withTrial({ transcript: undefined, failed: undefined })).ok).toBe(true);
  expect(parseBaseline(JSON.stringify({ ...whole, decides: ['selection.f1'] })).ok).toBe(true);
});

it('reads back what it wrote, and refuses a file that is missing, damaged or of another suite', async () => {
  await using scratch = await createScratchFolder();
  const baseline = toBaseline(head, [sideOf([measured])], ['task.success']);
  const file = toBaselineFile(scratch.path, 'made');
  expect(() => loadBaseline(file, 'made')).toThrow(UsageError);
  saveBaseline(file, baseline);
  expect(readFileSync(file, 'utf8')).toBe(writeBaseline(baseline));
  expect(loadBaseline(file, 'made')).toEqual(baseline);
  expect(() => loadBaseline(file, 'other')).toThrow(
    `Cannot hold suite "other" against the baseline "${file}": it is of suite "made"`,
  );
  await scratch.write('made.json', '{');
  expect(() => loadBaseline(file, 'made')).toThrow(
    `Cannot read the baseline "${file}": it is not JSON`,
  );
});

it('a baseline that cannot be written is an error', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('file', '');
  const file = join(scratch.path, 'file', 'made.json');
  expect(() => {
    saveBaseline(file, toBaseline(head, [sideOf([measured])], ['task.success']));
  }).toThrow(`Cannot write the baseline "${file}"`);
});
