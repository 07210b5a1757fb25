import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { JsonObject } from '../../json/json.ts';
import type { RunSummary } from '../../core/run.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { readRun, type StoredRun } from '../../run/folder/read-run.ts';
import { makeRun, type MadeRunTrial } from '../../testing/made-run.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { toBaseline } from '../baseline/to-baseline.ts';
import { loadWithTranscripts } from './load-with-transcripts.ts';
import type { ComparedRecords } from './compared-records.ts';
import { readEvidence } from './read-evidence.ts';
import { type RunSource, toBaselineSource, toRunSource } from './run-source.ts';

interface Opened {
  readonly content?: JsonObject;
  readonly variants?: readonly string[];
  readonly change?: (summary: StoredRun['summary']) => StoredRun['summary'];
}

/** Opens a made-up run, and does something with it while its folder is there. */
async function withRun<Value>(
  trials: readonly MadeRunTrial[],
  { content = {}, variants, change = (summary) => summary }: Opened,
  use: (source: RunSource) => Promise<Value> | Value,
): Promise<Value> {
  const made = makeRun(trials);
  const { manifest } = made;
  const selection = { ...manifest.selection, ...(variants === undefined ? {} : { variants }) };
  await using scratch = await createScratchFolder();
  await saveMadeRun(
    { ...made, manifest: { ...manifest, selection, content: { ...manifest.content, ...content } } },
    scratch,
  );
  const run = readRun(join(scratch.path, 'run'));
  return await use(toRunSource({ ...run, summary: change(run.summary) }, 'this run'));
}

const two: readonly MadeRunTrial[] = [
  { variant: 'a' },
  { variant: 'a', scenario: 's2' },
  { variant: 'b' },
];
const content: JsonObject = {
  plans: [{ name: 'standard/x' }, { name: 'p' }, 7],
  decides: ['selection.f1', 'unknown', 'task.success'],
  variants: [
    {
      model: 'puppet',
      toolset: 'made@1',
      loop: { name: 'reference', turns: 4 },
      systemPrompt: 'Hi',
    },
    {
      model: 'puppet',
      toolset: 'made@1',
      loop: { name: 'reference' },
      params: { seed: 1 },
      agent: 'own',
    },
  ],
  toolsets: [
    { id: 'other@1', tools: [{ name: 'no' }] },
    {
      id: 'made@1',
      tools: [
        { name: 'look', description: 'Looks', parameters: { type: 'object' } },
        7,
        { name: 5 },
      ],
    },
  ],
};

it('knows what the run folder says of suite, variants and plans', async () => {
  const source = await withRun(two, { content }, (found) => found);
  const known = { model: 'puppet', toolset: 'made@1', loop: 'reference' };
  expect(source).toMatchObject({
    suite: 'made',
    label: 'this run',
    plans: ['standard/x', 'p', ''],
  });
  expect(source.variants).toMatchObject([
    {
      ...known,
      name: 'a',
      settings: '{"agent":null,"settings":{"turns":4}}',
      prompt: '"Hi"',
      params: '{}',
    },
    {
      ...known,
      name: 'b',
      settings: '{"agent":"own","settings":{}}',
      prompt: 'null',
      params: '{"seed":1}',
    },
  ]);
});

it('a variant without any trial comes last, and has the settings that fit it', async () => {
  const source = await withRun(two, { content, variants: ['b'] }, (found) => found);
  expect(source.variants.map(({ name, prompt }) => [name, prompt])).toEqual([
    ['b', '"Hi"'],
    ['a', '"Hi"'],
  ]);
  const unfit = [
    { model: 'other', toolset: 'made@1', loop: { name: 'reference' }, systemPrompt: 'No' },
    { model: 'puppet', toolset: 'other', loop: { name: 'reference' }, systemPrompt: 'No' },
    { model: 'puppet', toolset: 'made@1', loop: { name: 'other' }, systemPrompt: 'No' },
    { model: 'puppet', toolset: 'made@1', loop: { name: 'reference' }, systemPrompt: 'Yes' },
  ];
  const fitting = { content: { variants: unfit }, variants: ['b'] };
  const found = await withRun(two, fitting, ({ variants }) => variants);
  expect(found.map(({ prompt }) => prompt)).toEqual(['"Yes"', '"Yes"']);
  const unknown = await withRun(two, { variants: ['z', 'a', 'b'] }, ({ variants }) => variants);
  expect(unknown.map(({ name, prompt, params }) => [name, prompt, params])).toEqual([
    ['a', 'null', '{}'],
    ['b', 'null', '{}'],
  ]);
});

it('loads one variant: its trials, tools and what decides', async () => {
  const loaded = await withRun(two, { content }, async (source) => await source.load('a'));
  expect(loaded.records.map(({ lane }) => [lane.variant, lane.scenario])).toEqual([
    ['a', 's1'],
    ['a', 's2'],
  ]);
  expect(loaded).toMatchObject({
    suite: 'made',
    side: {
      name: 'a',
      model: 'puppet',
      nature: 'scripted',
      about: 'Made up for a test',
      toolset: 'made@1',
      loop: 'reference',
    },
    decides: ['task.success', 'selection.f1'],
    refusals: [],
  });
  expect(loaded.tools).toEqual([
    { name: 'look', description: 'Looks', parameters: { type: 'object' } },
    { name: '', description: '', parameters: {} },
  ]);
  const bare = await withRun(two, {}, async (source) => await source.load('b'));
  expect([bare.tools, 'decides' in bare]).toEqual([[], false]);
  await expect(withRun(two, {}, async (source) => await source.load('z'))).rejects.toThrow(
    'Cannot compare variant "z": it is not in this run',
  );
});

const stopped = { code: 'interrupted', text: 'Stopped', lanes: [] };
it.each([
  ['nothing', 0, [], []],
  ['a reason of the whole run', 4, [{ ...stopped, code: 'x' }], [{ code: 'x', text: 'Stopped' }]],
  ['a reason of some trials', 4, [{ code: 'x', text: 'X', lanes: ['s1/a/none/r1'] }], []],
  ['an interrupt', 130, [], [{ code: 'interrupted', text: 'The run was interrupted' }]],
  [
    'an interrupt that is among its reasons',
    130,
    [stopped],
    [{ code: 'interrupted', text: 'Stopped' }],
  ],
  [
    'an interrupt and something else',
    130,
    [{ ...stopped, code: 'x' }],
    [
      { code: 'x', text: 'Stopped' },
      { code: 'interrupted', text: 'The run was interrupted' },
    ],
  ],
] as const)(
  'reasons against the whole run: %s',
  async (...[, exitCode, invalidReasons, wanted]) => {
    const change = (summary: StoredRun['summary']): StoredRun['summary'] => ({
      ...summary,
      exitCode,
      invalidReasons,
    });
    const loaded = await withRun(two, { change }, async (source) => await source.load('a'));
    expect(loaded.refusals).toEqual(wanted);
  },
);

const side = {
  name: 'a',
  model: 'm',
  nature: 'real',
  about: null,
  toolset: 't',
  loop: 'l',
} as const;
const accepted: ComparedRecords = {
  suite: 'made',
  side,
  tools: [],
  records: [makeScoreRecord()],
  refusals: [],
  transcripts: new Map([['s1/none/r1', 'digest']]),
};
const baseline = toBaseline(
  { suite: 'made', mode: 'replay', manifestHash: 'x' },
  [accepted],
  ['task.success'],
);

it('an accepted baseline is a source without transcripts, but with their digests', async () => {
  const source = toBaselineSource(baseline, 'the baseline');
  expect(source).toMatchObject({ suite: 'made', label: 'the baseline', trials: null });
  expect(source.variants).toEqual([
    { name: 'a', model: 'm', toolset: 't', loop: 'l', settings: 'l', prompt: '', params: '' },
  ]);
  const loaded = await loadWithTranscripts(source, 'a');
  expect([...(loaded.transcripts ?? [])]).toEqual([['s1/none/r1', 'digest']]);
  await expect(source.load('b')).rejects.toThrow('variant "b": it is not in the baseline');
});

const said = (text: string): readonly TranscriptEvent[] => [
  { type: 'user', text: 'Hi', seq: 0, atMs: 0 },
  { type: 'end', stopReason: 'answered', text, seq: 1, atMs: 9 },
];
const lost = { 'task.success': 0 };
const spoken: readonly MadeRunTrial[] = [
  { variant: 'a', events: said('Yes') },
  { variant: 'b', events: said('No'), values: lost },
  { variant: 'a', scenario: 's2', events: said('Yes') },
  { variant: 'b', scenario: 's2', events: said('Yes') },
  { variant: 'a', scenario: 's3', events: said('Yes') },
  { variant: 'b', scenario: 's3', events: said('Other') },
  { variant: 'a', scenario: 's4', events: said('Yes') },
  { variant: 'b', scenario: 's4', events: said('Yes'), values: lost },
];

it('digests belong to the trials of one variant', async () => {
  const digests = await withRun(
    spoken,
    {},
    async (source) => (await loadWithTranscripts(source, 'b')).transcripts,
  );
  expect([...(digests ?? new Map<string, string>()).keys()]).toEqual([
    's1/none/r1',
    's2/none/r1',
    's3/none/r1',
    's4/none/r1',
  ]);
  expect(digests?.get('s2/none/r1')).toBe(digests?.get('s4/none/r1'));
  expect(new Set(digests?.values()).size).toBe(3);
});

it('evidence: pairs that are the same, and where those that flipped diverge', async () => {
  const evidence = await withRun(spoken, {}, async (source) => {
    const [before, after] = [await source.load('a'), await source.load('b')];
    const choice = {
      baseline: { source, variant: 'a', plans: null },
      candidate: { source, variant: 'b', plans: null },
      by: 'variant',
    } as const;
    return await readEvidence(choice, { baseline: before, candidate: after });
  });
  expect([...(evidence?.same ?? [])].toSorted()).toEqual(['s2/none/r1', 's4/none/r1']);
  expect([...(evidence?.divergences ?? [])]).toEqual([
    [
      's1/none/r1',
      {
        event: 1,
        baseline: 'ended as answered, saying "Yes"',
        candidate: 'ended as answered, saying "No"',
      },
    ],
  ]);
});

it('a baseline without digests leaves nothing to say of transcripts; one with them says what is the same', async () => {
  const { transcripts: _, ...bare } = accepted;
  for (const [known, same] of [
    [accepted, []],
    [bare, undefined],
  ] as const) {
    const before = toBaselineSource(
      toBaseline({ suite: 'made', mode: 'replay', manifestHash: 'x' }, [known], ['task.success']),
      'the baseline',
    );
    const evidence = await withRun([{ variant: 'a', events: said('Yes') }], {}, async (source) => {
      const choice = {
        baseline: { source: before, variant: 'a', plans: null },
        candidate: { source, variant: 'a', plans: null },
        by: 'variant',
      } as const;
      const sides = { baseline: await before.load('a'), candidate: await source.load('a') };
      return await readEvidence(choice, sides);
    });
    expect(evidence === undefined ? undefined : [...evidence.same]).toEqual(same);
  }
});

it("a team's own metrics come with the records, and only where the run has some", async () => {
  const own: RunSummary['metrics'] = [
    { name: 'house.words', unit: 'count', better: 'lower', label: 'Words', meaning: 'Words said' },
  ];
  const withOwn = await withRun(
    two,
    { change: (summary) => ({ ...summary, metrics: own }) },
    async (source) => await source.load('a'),
  );
  const without = await withRun(two, {}, async (source) => await source.load('a'));
  expect([withOwn.own, 'own' in without]).toEqual([own, false]);
});
