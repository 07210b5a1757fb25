import { expect, it } from 'vitest';

import { UsageError } from '../core/usage-error.ts';
import type { ScoreRecord } from '../core/trial/trial.ts';
import { makeScoreRecord, makeScoreRecords } from '../testing/score-records.ts';
import { compareAllRuns, compareRuns } from './compare-runs.ts';
import type { VariantIdentity } from './find/find-differences.ts';
import type { ComparisonChoice } from './pair/choose-comparisons.ts';
import type { ComparedTool } from './pair/compared-records.ts';
import { toTrialKey } from './pair/pair-trials.ts';
import type { RunSource } from './pair/run-source.ts';

const identity: VariantIdentity = {
  name: 'a',
  model: 'm',
  toolset: 't',
  loop: 'l',
  settings: '{}',
  prompt: 'null',
  params: '{}',
};

interface Made {
  readonly variant?: Partial<VariantIdentity>;
  readonly records?: readonly ScoreRecord[];
  readonly tools?: readonly ComparedTool[];
  /** An accepted baseline keeps no trials. */
  readonly isBaseline?: boolean;
}

function toSource(label: string, made: Made = {}): RunSource {
  const { variant = {}, tools = [], records = [makeScoreRecord()], isBaseline = false } = made;
  const known = { ...identity, ...variant };
  const { name, model, toolset, loop } = known;
  return {
    suite: 'made',
    label,
    variants: [known],
    load: () =>
      Promise.resolve({
        suite: 'made',
        side: { name, model, nature: 'real', about: null, toolset, loop },
        tools,
        records,
        refusals: [],
      }),
    trials: isBaseline
      ? null
      : async function* () {
          yield* await Promise.resolve([]);
        },
  };
}

function toChoice(
  baseline: RunSource,
  candidate: RunSource,
  more: Partial<Pick<ComparisonChoice, 'by' | 'asked'>> = {},
): ComparisonChoice {
  return {
    baseline: { source: baseline, variant: 'a', plans: null },
    candidate: { source: candidate, variant: 'a', plans: null },
    by: 'variant',
    ...more,
  };
}

const planned = (plan: string): readonly ScoreRecord[] =>
  makeScoreRecords('task.success', [1, 1], { plan });
const underPlans = ['none', 'standard/a', 'standard.b', 'standards', 'direct/x'].flatMap(planned);

/** Compares the plans of one variant, and says which plans each side has. */
async function comparePlans(
  before: readonly string[],
  after: readonly string[],
  records: readonly ScoreRecord[] = underPlans,
): ReturnType<typeof compareRuns> {
  const source = toSource('one', { records });
  return await compareRuns({
    baseline: { source, variant: 'a', plans: before },
    candidate: { source, variant: 'a', plans: after },
    by: 'plan',
  });
}

it.each<[readonly string[], readonly string[], number, string, string]>([
  [['none'], ['*', '!none'], 8, 'a under no faults', 'a under all faults'],
  [['none'], ['standard'], 4, 'a under no faults', 'a under standard'],
  [['none'], ['standards'], 2, 'a under no faults', 'a under standards'],
  [['none'], ['direct'], 2, 'a under no faults', 'a under direct'],
  [['none'], ['*', '!standard'], 6, 'a under no faults', 'a under all faults'],
  [['none'], ['standards', 'direct'], 4, 'a under no faults', 'a under standards, direct'],
  [['direct'], ['none'], 2, 'a under direct', 'a under no faults'],
])('compares plans %j with %j', async (...[before, after, pairs, first, second]) => {
  const { baseline, candidate, coverage } = await comparePlans(before, after);
  expect([baseline.name, candidate.name, coverage.pairedTrials]).toEqual([first, second, pairs]);
});

it('a word with ! only excludes, and never chooses the plan that is spelled like it', async () => {
  const records = [...underPlans, ...planned('!odd')];
  const { coverage } = await comparePlans(['none'], ['direct', '!odd'], records);
  expect([coverage.pairedTrials, coverage.onlyCandidate]).toEqual([2, 0]);
  await expect(comparePlans(['none'], ['!odd'], records)).rejects.toThrow(
    'Cannot compare plan "!odd": one has !odd, direct/x, none',
  );
});

it('refuses a plan that no trial is under, with those that there are', async () => {
  await expect(comparePlans(['none'], ['direkt'])).rejects.toThrow(
    new UsageError(
      'Cannot compare plan "direkt": one has direct/x, none, standard.b, standard/a, standards',
    ),
  );
});

const named = (count: number): readonly ScoreRecord[] =>
  Array.from({ length: count }, (_, place) => planned(`p${10 + place}`)).flat();
const firstTwelve = Array.from({ length: 12 }, (_, place) => `p${10 + place}`).join(', ');

it.each([
  [12, ''],
  [13, ' and 1 more'],
  [20, ' and 8 more'],
])('names twelve plans of %d', async (count, more) => {
  await expect(comparePlans(['p10'], ['z'], named(count))).rejects.toThrow(
    new UsageError(`Cannot compare plan "z": one has ${firstTwelve}${more}`),
  );
});

it.each(['standard', 'full', 'chaos-12', '*'])(
  'a preset may have found no place to strike: %s',
  async (preset) => {
    const { exitCode, coverage } = await comparePlans(['none'], [preset, '!none'], planned('none'));
    expect([exitCode, coverage.pairedTrials]).toEqual([4, 0]);
  },
);

it.each(['standardly', 'my-full', 'chaos-', 'chaos-1x', 'chaos'])(
  'only whole names of presets are presets: %s',
  async (word) => {
    await expect(comparePlans(['none'], [word], planned('none'))).rejects.toThrow(
      `Cannot compare plan "${word}": one has none`,
    );
  },
);

it('a side without any trial is not a wrong name of a plan', async () => {
  const { exitCode, invalidReasons } = await comparePlans(['none'], ['mine'], []);
  expect([exitCode, invalidReasons[0]?.code]).toEqual([4, 'no_trials']);
});

it('names the sources where there are two, and only then', async () => {
  const [one, two] = [toSource('one'), toSource('two')];
  const apart = await compareRuns(toChoice(one, two));
  expect([apart.baseline.name, apart.candidate.name]).toEqual(['a (one)', 'a (two)']);
  const within = await compareRuns(toChoice(one, one));
  expect([within.baseline.name, within.candidate.name]).toEqual(['a', 'a']);
});

const tool: ComparedTool = { name: 'find', description: 'Finds.', parameters: {} };
const other = { ...tool, description: 'Searches.' };

it.each<[string, ComparisonChoice['by'], Made, Made]>([
  ['a model', 'model', {}, { variant: { model: 'n' } }],
  ['a toolset by its name', 'toolset', {}, { variant: { toolset: 'u' } }],
  ['a toolset by its tools', 'toolset', { tools: [tool] }, { tools: [other] }],
  ['settings of a loop', 'loop', {}, { variant: { settings: '{"retries":1}' } }],
  ['a prompt', 'prompt', {}, { variant: { prompt: '"Hello"' } }],
  ['params', 'params', {}, { variant: { params: '{"top_p":1}' } }],
  ['any variant', 'variant', {}, {}],
  ['a model of a baseline', 'model', { isBaseline: true }, { variant: { model: 'n' } }],
  ['a loop beside a baseline', 'loop', {}, { isBaseline: true, variant: { loop: 'n' } }],
  [
    'a toolset of a baseline by its tools',
    'toolset',
    { isBaseline: true, tools: [tool] },
    { tools: [other] },
  ],
])('compares by what differs: %s', async (...[, by, before, after]) => {
  const choice = toChoice(toSource('one', before), toSource('two', after), { by, asked: true });
  expect((await compareRuns(choice)).by).toBe(by);
});

it.each<[string, ComparisonChoice['by'], Made, Made]>([
  ['the same model', 'model', {}, { variant: { toolset: 'u' } }],
  ['the same tools', 'toolset', { tools: [tool] }, { tools: [tool], variant: { model: 'n' } }],
  ['other tools, asked for a model', 'model', { tools: [tool] }, { tools: [other] }],
  ['the same loop and settings', 'loop', {}, { variant: { prompt: '"Hello"' } }],
  ['the same model as a baseline', 'model', { isBaseline: true }, { variant: { loop: 'n' } }],
  // An accepted baseline keeps neither, so that a difference is one of what is kept.
  ['a prompt that a baseline lacks', 'prompt', { isBaseline: true, variant: { prompt: '' } }, {}],
  ['params beside a baseline', 'params', {}, { isBaseline: true, variant: { params: '' } }],
  ['settings that a baseline lacks', 'loop', { isBaseline: true, variant: { settings: 'l' } }, {}],
])('refuses to compare by what does not differ: %s', async (...[, by, before, after]) => {
  const [one, two] = [toSource('one', before), toSource('two', after)];
  await expect(compareRuns(toChoice(one, two, { by, asked: true }))).rejects.toThrow(
    new UsageError(
      `Cannot compare by ${by}: "a" of one and "a" of two do not differ in it. Leave --by out to compare the runs as they are`,
    ),
  );
  // Unless it was asked for, the sides are compared as they are.
  expect((await compareRuns(toChoice(one, two, { by }))).by).toBe(by);
});

it('a variant that a source does not declare is compared as it is', async () => {
  const undeclared = { ...toSource('two'), variants: [] };
  const asked = { by: 'model', asked: true } as const;
  expect((await compareRuns(toChoice(toSource('one'), undeclared, asked))).by).toBe('model');
  expect((await compareRuns(toChoice(undeclared, toSource('one'), asked))).by).toBe('model');
});

it('p is adjusted over all comparisons of one command', async () => {
  const records = (lost: number): readonly ScoreRecord[] =>
    makeScoreRecords(
      'task.success',
      Array.from({ length: 12 }, (_, place) => (place < lost ? 0 : 1)),
    );
  const before = toSource('one', { records: records(0) });
  const choice = toChoice(before, toSource('two', { records: records(7) }));
  const [options, find] = [
    { metrics: ['task.success'] as const },
    (comparison: Awaited<ReturnType<typeof compareRuns>>) => comparison.metrics[0],
  ];
  const alone = await compareRuns(choice, options);
  const [first, second] = await compareAllRuns([choice, choice], options);
  // Seven of seven that moved: 2 / 2^7, and twice that for two comparisons.
  expect([find(alone)?.p, find(alone)?.adjustedP]).toEqual([0.015625, 0.015625]);
  expect([first?.comparedTogether, second?.comparedTogether]).toEqual([2, 2]);
  expect(first === undefined ? null : find(first)?.adjustedP).toBe(0.03125);
});

it('sides that kept digests of their transcripts may be identical, and one that kept none is not', async () => {
  const digested = (label: string, digest: string | null): RunSource => {
    const source = toSource(label, { isBaseline: true });
    return {
      ...source,
      load: async (name) => {
        const side = await source.load(name);
        const keys = side.records.map(({ lane }) => toTrialKey(lane));
        if (digest === null) return side;
        return { ...side, transcripts: new Map(keys.map((key) => [key, digest])) };
      },
    };
  };
  const isIdentical = async (digest: string | null): Promise<boolean> =>
    (await compareRuns(toChoice(digested('before', 'd1'), digested('after', digest)))).identical;
  expect([await isIdentical('d1'), await isIdentical('d2'), await isIdentical(null)]).toEqual([
    true,
    false,
    false,
  ]);
});
