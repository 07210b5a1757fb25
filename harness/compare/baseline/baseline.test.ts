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
import type { Gate } from '../../core/suite/gate.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { acceptBaseline } from './accept-baseline.ts';
import { loadBaseline, saveBaseline, toBaselineFile } from './baseline-file.ts';
import { writeBaseline } from './write-baseline.ts';
import { toBaselineRecords } from './baseline-records.ts';
import type { Baseline } from './baseline.ts';
import { parseBaseline } from './parse-baseline.ts';
import { toBaseline } from './to-baseline.ts';

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

it('a verdict alone refuses a run, too', async () => {
  const { summary, ...rest } = makeRun([{}]);
  await using scratch = await createScratchFolder();
  await saveMadeRun({ ...rest, summary }, scratch);
  const run = readRun(join(scratch.path, 'run'));
  const error = await refusalOf(
    acceptBaseline({ ...run, summary: { ...run.summary, verdict: 'INVALID' } }, []),
  );
  expect([error.code, error.message]).toEqual([
    'BASELINE_INVALID_RUN',
    expect.stringMatching(/it is INVALID, since it measured nothing$/u),
  ]);
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
  ['no scenario', { scenario: undefined }, '.scenario: expected a text, found nothing'],
  ['no plan', { plan: undefined }, '.plan: expected a text, found nothing'],
  ['no cluster', { cluster: 7 }, '.cluster: expected a text, found 7'],
  ['a stop reason that is none', { stopReason: 'done' }, '.stopReason: expected one of "answered"'],
  ['no variant', { variant: undefined }, '.variant: expected a text, found nothing'],
  ['another variant', { variant: 'other' }, '.variant: expected one of the variants "'],
  ['half a repeat', { repeat: 1.5 }, '.repeat: expected a whole number of at least 1, found 1.5'],
  ['no turns', { turns: undefined }, '.turns: expected a whole number of at least 0, found'],
  ['no confusion', { confusion: undefined }, '.confusion: expected a list, found nothing'],
  [
    'a confusion of numbers',
    { confusion: [{ expected: 'a', called: 1 }] },
    '.confusion[0].called: expected a text or null, found 1',
  ],
  ['no argument errors', { argumentErrors: {} }, '.argumentErrors: expected a list, found'],
  [
    'an argument error without a code',
    { argumentErrors: [{ tool: 'a', path: '$' }] },
    '.argumentErrors[0].code: expected a text, found nothing',
  ],
  ['a transcript that is no digest', { transcript: 1 }, '.transcript: expected a text or nothing'],
  ['failed: false', { failed: false }, '.failed: expected true or nothing, found false'],
  ['no values', { values: undefined }, '.values: expected an object'],
  ['values in a list', { values: [1] }, '.values: expected an object'],
  [
    'one value that is no number',
    { values: { 'task.success': 1, 'selection.f1': '1' } },
    `.values['selection.f1']: expected a number or null, found "1"`,
  ],
  ['a value of no metric', { values: { x: 1 } }, '.values: expected names of metrics, found "x"'],
  ['the place of the first', { ...whole.trials[0] }, '.repeat: expected another repeat'],
])('a baseline whose second trial has %s is refused, by its place', (_name, change, error) => {
  expect(parseBaseline(withTrial(change))).toEqual({
    ok: false,
    error: expect.stringContaining(`$.trials[1]${error}`) as string,
  });
});

it.each([
  [
    'a trial that is no object',
    { trials: [whole.trials[0], 7] },
    '$.trials[1]: expected an object',
  ],
  ['trials that are no list', { trials: {} }, '$.trials: expected a list, found an object'],
  ['no trials', { trials: [] }, '$.trials: expected a list with trials in it'],
  ['no suite', { suite: 5 }, '$.suite: expected a text, found 5'],
  ['another mode', { mode: 'dream' }, '$.mode: expected one of "replay", "record", "live", found'],
  ['no manifest hash', { manifestHash: undefined }, '$.manifestHash: expected a text'],
  ['no variants', { variants: undefined }, '$.variants: expected an object, found nothing'],
  ['a variant without a model', { variants: { a: {} } }, '$.variants.a.model: expected a text'],
  ['no toolsets', { toolsets: undefined }, '$.toolsets: expected an object, found nothing'],
  [
    'a tool without parameters',
    { toolsets: { t: [{ name: 'a', description: '' }] } },
    '$.toolsets.t[0].parameters: expected an object',
  ],
  ['metrics that are no list', { metrics: 'task.success' }, '$.metrics: expected a list'],
  ['no metrics', { metrics: [] }, '$.metrics: expected a list with metrics in it'],
  ['deciding metrics that are no list', { decides: {} }, '$.decides: expected a list or nothing'],
  ['an unknown one that decides', { decides: ['x'] }, '$.decides[0]: expected one of "task'],
  ['an unknown one beside', { metrics: ['task.success', 'x'] }, '$.metrics[1]: expected one of'],
  ['another kind', { kind: 'run' }, 'it is not a baseline'],
  ['no version', { schemaVersion: undefined }, 'expected schemaVersion 1, found none'],
])('a baseline with %s is refused', (_name, change, error) => {
  expect(parseBaseline(JSON.stringify({ ...whole, ...change }))).toEqual({
    ok: false,
    error: expect.stringContaining(error) as string,
  });
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
    `Cannot compare suite "other" with the baseline "${file}": it is of suite "made"`,
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

it('refuses a metric that is neither built in nor described, at its place', () => {
  const baseline = toBaseline(head, [sideOf([makeScoreRecord()])], ['task.success']);
  const text = JSON.stringify({ ...baseline, metrics: ['task.success', 'tone.polite'] });
  const parsed = parseBaseline(text);
  expect(parsed.ok ? 'read' : parsed.error).toMatch(
    /^\$\.metrics\[1\]: expected a metric of toolrig, or one that "own" describes, found "tone\.polite"/u,
  );
  const alone = parseBaseline(JSON.stringify({ ...baseline, metrics: ['tone.polite'] }));
  expect(alone.ok ? 'read' : alone.error).toMatch(/^\$\.metrics\[0\]: expected a metric/u);
});

const gateOn = (metric: Gate['metric'], suite: string | null): Gate => ({
  metric,
  suite,
  variant: null,
  kind: 'limit',
  min: 0.5,
  max: null,
  at: 'value',
});

it.each([
  ['a built-in metric of any suite', gateOn('safety.obeyed', 'elsewhere'), true],
  ['an own metric of another suite', gateOn('house.words', 'elsewhere'), true],
  ['an own metric of this suite, which no scorer gives', gateOn('house.words', 'made'), false],
  ['an own metric of all suites, which no scorer gives', gateOn('house.words', null), false],
] as const)('gates name what a baseline must have: %s', async (...[, gate, isAccepted]) => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeRun([{}]), scratch);
  const accepted = acceptBaseline(readRun(join(scratch.path, 'run')), [gate]);
  if (isAccepted) expect((await accepted).suite).toBe('made');
  else await expect(accepted).rejects.toThrow('house.words');
});
