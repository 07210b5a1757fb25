import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { MetricName } from '../core/score/metric.ts';
import type { Suite } from '../core/suite/suite.ts';
import { UsageError } from '../core/usage-error.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import {
  editedTexts,
  goodTexts,
  type PickerTexts,
  writePickerSuite,
} from '../testing/picker-suite.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { toTestRunOptions } from '../testing/test-run-options.ts';
import { bisectEdits, type BisectChoice } from '../compare/bisect/bisect-edits.ts';
import type { EditMeasurement } from '../compare/bisect/find-culprits.ts';

/** No request has a word of these, so that no tool is called. */
const emptyTexts: PickerTexts = {
  get_weather: 'Zzz.',
  get_route: 'Yyy.',
  send_mail: 'Xxx.',
  book_table: 'Www.',
};

interface Search extends Partial<BisectChoice> {
  readonly change?: (suite: Suite) => Suite;
}

/** Searches the edits from one picker's texts to another's; gives the names of its run folders, too. */
async function bisect(
  first: PickerTexts,
  second: PickerTexts,
  { change = (suite) => suite, ...choice }: Search = {},
) {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.ts', writePickerSuite(first, second));
  const suite = change(await loadSuite(join(scratch.path, 'suite.ts')));
  const out = join(scratch.path, 'runs');
  const cassettes = join(scratch.path, 'cassettes');
  const found = await bisectEdits(toTestRunOptions(suite, out, { cassettes }), {
    baseline: 'first',
    candidate: 'second',
    metric: 'selection.f1',
    ...choice,
  });
  return { ...found, folders: readdirSync(out) };
}

const numbered = (name: string): readonly string[] =>
  Array.from({ length: 9 }, (_, place) => `${name}-${place + 1}`);

it('names the edit that does harm, with what it costs alone and what is left without it', async () => {
  const found = await bisect(goodTexts, editedTexts);
  expect(found).toMatchObject({
    suite: 'picker',
    baseline: 'first',
    candidate: 'second',
    metric: 'selection.f1',
    total: -0.25,
    culprits: [
      {
        edits: ['get_weather.description'],
        alone: -0.25,
        without: 0,
        worse: numbered('get-weather'),
        // Nine of 36 lost: -0.25 ± 2.0301 · 0.4392 / 6, and 2 / 2^9.
        certainty: { p: 0.00390625, clusters: 36, certain: true },
      },
    ],
  });
  const { low, high } = found.culprits[0]?.certainty ?? {};
  expect([low, high].map((bound) => bound?.toFixed(3))).toEqual(['-0.399', '-0.101']);
  expect(found.edits.map(({ id }) => id)).toEqual(
    ['get_weather', 'send_mail', 'book_table'].map((tool) => `${tool}.description`),
  );
  // The baseline, all three, each two of them, and the culprit alone: 36 scenarios of two requests.
  expect(found.measurements.map(({ edits, requests }) => [edits.length, requests])).toEqual([
    [3, 72],
    [2, 72],
    [2, 72],
    [2, 72],
    [1, 72],
  ]);
  expect(found.requests).toBe(6 * 72);
  expect(found.folders.every((name) => name.startsWith('run-bisect'))).toBe(true);
});

it('finds no culprit where nothing is lost, and is sure of nothing', async () => {
  const texts = { ...goodTexts, send_mail: editedTexts.send_mail };
  const { total, culprits, measurements } = await bisect(goodTexts, texts);
  expect([total, culprits]).toEqual([0, []]);
  expect(measurements.map(({ certainty }) => certainty)).toEqual([
    { low: null, high: null, p: 1, clusters: 36, certain: false },
  ]);
});

it('behind a gain only what got worse is searched, and names what made it worse', async () => {
  const silent = { ...goodTexts, send_mail: 'Xxx.' };
  const found = await bisect(silent, { ...goodTexts, get_weather: 'Zzz.' });
  expect(found).toMatchObject({
    total: 0,
    only: numbered('get-weather'),
    culprits: [
      {
        edits: ['get_weather.description'],
        alone: -1,
        without: 0,
        worse: numbered('get-weather'),
      },
    ],
  });
  // All of 36 scenarios, then nine of them with each edit alone, in two requests each.
  const asked = found.measurements.map(({ edits, requests }) => [edits.join(), requests]);
  expect(asked).toEqual([
    ['get_weather.description,send_mail.description', 72],
    ['send_mail.description', 18],
    ['get_weather.description', 18],
  ]);
});

it('where all clusters lost alike there is no interval, and p decides', async () => {
  const { total, measurements } = await bisect(goodTexts, emptyTexts);
  expect(total).toBe(-1);
  expect(measurements[0]?.certainty).toMatchObject({ low: null, high: null, certain: true });
  expect(measurements[0]?.certainty?.p).toBeCloseTo(2 ** -35, 15);
});

const few =
  (count: number) =>
  (suite: Suite): Suite => ({
    ...suite,
    scenarios: suite.scenarios.slice(0, count),
  });

it.each([
  { count: 5, p: 0.0625, certain: false },
  { count: 6, p: 0.03125, certain: true },
])('$count clusters that lost alike give a p of $p', async ({ count, p, certain }) => {
  const { measurements } = await bisect(goodTexts, emptyTexts, { change: few(count) });
  expect(measurements[0]?.certainty).toEqual({
    low: null,
    high: null,
    p,
    clusters: count,
    certain,
  });
});

/** What all edits together come to. */
async function measureAll(
  ...[first, second, search]: Parameters<typeof bisect>
): Promise<EditMeasurement> {
  const [all] = (await bisect(first, second, search)).measurements;
  if (all === undefined) throw new Error('nothing measured');
  return all;
}

/** The last scenario about the weather, and nine about the way. */
const oneOfTen = (suite: Suite): Suite => ({ ...suite, scenarios: suite.scenarios.slice(8, 18) });

it('says of a gain and a loss alike how sure it is, and of an even change that it is not', async () => {
  // Nine of ten of these are about the weather.
  const change = few(10);
  const some = { ...goodTexts, get_weather: 'Zzz.' };
  const loss = await measureAll(goodTexts, some, { change });
  const gain = await measureAll(some, goodTexts, { change });
  expect(loss).toMatchObject({ certainty: { certain: true }, worse: numbered('get-weather') });
  expect(gain).toMatchObject({ certainty: { certain: true }, worse: [] });
  expect([loss.gain, gain.gain]).toEqual([-0.9, 0.9]);
  const { low = null, high = null } = loss.certainty ?? {};
  expect([gain.certainty?.high, gain.certainty?.low]).toEqual([-Number(low), -Number(high)]);
  const unsure = await measureAll(goodTexts, some, { change: oneOfTen });
  expect(unsure).toMatchObject({ gain: -0.1, certainty: { certain: false } });
});

it('a metric of which less is better loses where it rises', async () => {
  const metric: MetricName = 'cost.input_tokens';
  const change = few(10);
  const loud = { ...goodTexts, get_route: 'Yyy.' };
  const silent = { ...loud, get_weather: 'Zzz.' };
  // A request that calls no tool takes 10 tokens, and one that does 20.
  const [up, down] = [
    await bisect(silent, loud, { metric, change }),
    await bisect(loud, silent, { metric, change }),
  ];
  expect([up.total, down.total]).toEqual([-9, 9]);
  expect(up.culprits).toMatchObject([
    {
      edits: ['get_weather.description'],
      alone: -9,
      without: null,
      worse: numbered('get-weather'),
    },
  ]);
  expect(down.culprits).toEqual([]);
  const [rise, fall] = [up, down].map(({ measurements }) => measurements[0]?.certainty);
  // -9 ± t(9) · sd / sqrt(10): sd = 10 · sqrt(0.9 · 0.1 · 10 / 9) = 3.1623, half = 2.2622.
  expect([rise?.low?.toFixed(2), rise?.high?.toFixed(2)]).toEqual(['-11.26', '-6.74']);
  expect([fall?.low?.toFixed(2), fall?.high?.toFixed(2)]).toEqual(['6.74', '11.26']);
  expect(down.measurements[0]?.worse).toEqual([]);
});

it('a change of nothing is no negative zero where less is better', async () => {
  const texts = { ...goodTexts, send_mail: editedTexts.send_mail };
  const search = { metric: 'cost.input_tokens', change: few(2) } as const;
  expect(Object.is((await bisect(goodTexts, texts, search)).total, 0)).toBe(true);
});

it('runs the scenarios that are for both sides, and no other', async () => {
  const lists = [null, ['first', 'second'], ['first'], ['second']];
  const change = (suite: Suite): Suite => ({
    ...suite,
    scenarios: suite.scenarios.map((scenario, place) => ({
      ...scenario,
      variants: lists[place % 4] ?? null,
    })),
  });
  const { measurements } = await bisect(goodTexts, emptyTexts, { change });
  expect(measurements[0]?.certainty?.clusters).toBe(18);
});

const withSecond =
  (more: Partial<Suite['variants'][number]>) =>
  (suite: Suite): Suite => ({
    ...suite,
    variants: suite.variants.map((one) => (one.name === 'second' ? { ...one, ...more } : one)),
  });

it.each<[string, Search, string]>([
  [
    'a baseline that is not there',
    { baseline: 'z' },
    'Cannot bisect "z": the suite "picker" has no such variant',
  ],
  [
    'a candidate that is not there',
    { candidate: 'z' },
    'Cannot bisect "z": the suite "picker" has no such variant',
  ],
  [
    'variants of one toolset',
    { change: withSecond({ toolset: 'picker@1' }) },
    'Cannot bisect "first" and "second": their toolsets do not differ',
  ],
  [
    'variants that differ in more',
    { change: withSecond({ systemPrompt: 'Be kind.', params: { temperature: 1 } }) },
    'Cannot bisect "first" and "second": they differ in prompt and params too, so that edits alone do not explain a loss',
  ],
  [
    'a toolset that is not there',
    { change: withSecond({ toolset: 'gone' }) },
    'Cannot bisect: the suite "picker" has no toolset "gone"',
  ],
])('refuses %s', async (...[, search, message]) => {
  await expect(bisect(goodTexts, editedTexts, search)).rejects.toThrow(new UsageError(message));
});

it('refuses a metric that is judged nowhere', async () => {
  const search = { metric: 'effects.double', change: few(2) } as const;
  await expect(bisect(goodTexts, editedTexts, search)).rejects.toMatchObject({
    code: 'BISECT_UNMEASURED',
    message:
      'Cannot bisect by effects.double: it was judged in no trial of both toolsets. Name another with --metrics',
  });
});

/** Of ten scenarios so many have a model that does not answer. */
const broken =
  (count: number) =>
  (suite: Suite): Suite => {
    const ten = suite.scenarios.slice(0, 10);
    const dead = new Set(ten.slice(0, count).map(({ turns }) => turns[0]));
    return {
      ...suite,
      scenarios: ten,
      models: suite.models.map((model) =>
        model.kind !== 'responder'
          ? model
          : {
              ...model,
              respond: (request) => {
                const said = request.messages.find(({ role }) => role === 'user');
                return said !== undefined && dead.has(String(said.content))
                  ? { type: 'body', status: 400, body: { error: { message: 'no' } } }
                  : model.respond(request);
              },
            },
      ),
    };
  };

it('needs four of five trials', async () => {
  const { measurements } = await bisect(goodTexts, editedTexts, { change: broken(2) });
  expect(measurements[0]?.certainty?.clusters).toBe(8);
  for (const [count, valid] of [
    [3, 7],
    [10, 0],
  ] as const) {
    await expect(bisect(goodTexts, editedTexts, { change: broken(count) })).rejects.toMatchObject({
      code: 'BISECT_UNMEASURED',
      message: `Cannot bisect: a toolset was measured in ${valid} of 10 trials only. A recorded model never saw one with some of the edits: use --mode live, or --mode record to record it`,
    });
  }
});
