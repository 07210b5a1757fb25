import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { InvalidArgumentError } from 'commander';
import { afterAll, expect, it } from 'vitest';

import { UsageError } from '../../core/usage-error.ts';
import { createTestIo } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { plainIo } from '../io/plain-io.ts';
import { choosePair } from './choose-pair.ts';
import type { CompareFlags } from './compare-flags.ts';
import { openLinted } from './open-linted.ts';
import { openMcpTools } from './open-mcp-tools.ts';
import { openTranscripts } from './open-transcripts.ts';
import { priceRecording, toPriceText } from './price-recording.ts';
import { readMetrics, readShare } from './read-metrics.ts';

const tool = {
  name: 'look',
  description: 'Looks.',
  effect: 'read',
  parameters: { type: 'object' },
};
const toSuite = (models: readonly string[]): string =>
  JSON.stringify({
    name: 'small',
    toolsets: ['t@1', 't@2'].map((id) => ({ id, tools: [tool] })),
    models: models.map((name) => ({
      name,
      model: name,
      nature: 'learned',
      about: 'A model.',
      ...(name === 'free' ? {} : { price: { inputPerMillion: 1, outputPerMillion: 1 } }),
    })),
    variants: models.map((model, index) => ({
      name: `v${index + 1}`,
      toolset: 't@1',
      model,
      default: index === 0,
    })),
    scenarios: [
      { id: 'a', user: 'Hi', expected: { calls: [] } },
      { id: 'b', user: 'Hi', expected: { calls: ['look'] } },
    ],
  });
const document = JSON.stringify({ tools: { look: {} }, calls: [], expected: { calls: [] } });
const files: Readonly<Record<string, string>> = {
  'two/suite.json': toSuite(['m1', 'm2']),
  'three/suite.json': toSuite(['m1', 'm2', 'm3']),
  'free/suite.json': toSuite(['m1', 'free']),
  'tools.json': `\uFEFF${JSON.stringify([{ name: 'look', parameters: { type: 'object', properties: {} } }])}`,
  'long.json': JSON.stringify([
    { name: 'look', parameters: { type: 'object', maximum: 1_234_567_890_123_456 } },
  ]),
  'data.json': JSON.stringify({ scenarios: [] }),
  'number.json': '5',
  'broken.json': '{',
  'a/one.json': document,
  'a/in/two.jsonl': document,
  'b/one.jsonl': document,
  'x.ndjson': document,
  'grades.json': JSON.stringify({ look: 'irreversible' }),
  'ledger.json': JSON.stringify([{ run: 'r', effects: [{ tool: 'look' }] }]),
  'text.txt': 'no JSON {',
};
const scratch = await createScratchFolder();
for (const [name, text] of Object.entries(files)) await scratch.write(name, text);
mkdirSync(join(scratch.path, 'folder.json'));
afterAll(async () => {
  await scratch[Symbol.asyncDispose]();
});
const io = plainIo(createTestIo({ cwd: scratch.path }));

const compares: CompareFlags = {
  mode: 'replay',
  concurrency: 1,
  seed: 's',
  out: 'runs',
  tier: 'exact',
  margin: 0.1,
  minCoverage: 0.9,
};

it.each<[words: readonly string[], flags: Partial<CompareFlags>, says: string]>([
  [[], {}, 'exactly one suite'],
  [['two', 'three'], {}, 'exactly one suite'],
  [['two'], { baseline: 'none' }, 'Cannot compare "two": '],
  [['three'], { by: 'model' }, 'choose one with --candidate from v2, v3'],
])('a pair of %j with %j is refused', async (words, flags, says) => {
  const chosen = choosePair(words, { ...compares, ...flags }, io);
  await expect(chosen).rejects.toBeInstanceOf(UsageError);
  await expect(chosen).rejects.toThrow(says);
});

it.each<[word: string, flags: Partial<CompareFlags>, pair: readonly string[]]>([
  ['two', { by: 'model' }, ['v1', 'v2']],
  ['two', { by: 'model', swap: true }, ['v2', 'v1']],
  ['three', { by: 'model', candidate: ['v3'] }, ['v1', 'v3']],
])('of %s with %j the pair is %j', async (word, flags, pair) => {
  const chosen = await choosePair([word], { ...compares, workers: 2, ...flags }, io);
  expect([chosen.baseline, chosen.candidate]).toEqual(pair);
  expect(chosen.options.variants).toEqual(pair.toSorted());
  expect(chosen.by).toBe('model');
});

it.each<[input: string, wanted: readonly string[] | undefined, says: string]>([
  ['broken.json', undefined, 'Cannot read tools from "broken.json": it is not JSON'],
  ['number.json', undefined, 'Cannot read tools from "number.json": expected a list of tools'],
  ['tools.json', ['t@1'], 'There is no toolset "t@1" in "tools.json"; it has tools.json'],
  ['two', ['t@1', 't@3', 't@4'], 'There is no toolset "t@3", "t@4" in "two"; it has t@1, t@2'],
])('tools of %s, %j, are refused', async (input, wanted, says) => {
  await expect(openLinted(input, wanted, io)).rejects.toThrow(says);
});

it.each<[input: string, wanted: readonly string[] | undefined, ids: readonly string[]]>([
  ['tools.json', undefined, ['tools.json']],
  ['tools.json', ['tools.json'], ['tools.json']],
  ['two', undefined, ['t@1', 't@2']],
  ['two/suite.json', ['t@2'], ['t@2']],
])('tools of %s, %j, are those of %j', async (input, wanted, ids) => {
  const { file, toolsets, list, recordedCalls } = await openLinted(input, wanted, io);
  expect([file, toolsets.map(({ id }) => id)]).toEqual([input, ids]);
  expect(list === null).toBe(!input.startsWith('tools'));
  expect(recordedCalls(ids[0] ?? '')).toEqual([]);
});

it('a list of tools is written again, unless its numbers would be rounded or its place is gone', async () => {
  const fix = async (input: string): Promise<void> => {
    const { toolsets, list } = await openLinted(input, undefined, io);
    const [set] = toolsets;
    if (set === undefined) throw new Error('no toolset');
    const tools = set.tools.map((one) => ({ ...one, parameters: { type: 'object' } }));
    list?.write({ ...set, tools });
  };
  await fix('tools.json');
  expect(JSON.parse(readFileSync(join(scratch.path, 'tools.json'), 'utf8'))).toEqual([
    { name: 'look', parameters: { type: 'object' } },
  ]);
  await expect(fix('long.json')).rejects.toThrow('has numbers that writing it again would round');
  expect(readFileSync(join(scratch.path, 'long.json'), 'utf8')).toBe(files['long.json']);
});

it.each<[words: readonly string[], says: string]>([
  [[], 'name its URL, or its program'],
  [[''], 'name its URL, or its program'],
  [['http://'], 'Cannot lint the MCP server "http://": expected one URL'],
  [['HTTP://a b'], 'expected one URL'],
  [['http://127.0.0.1:1/mcp', 'more'], '"http://127.0.0.1:1/mcp more": expected one URL'],
])('the MCP server %j is refused', async (words, says) => {
  await expect(openMcpTools(words, io)).rejects.toThrow(says);
});

it.each<[words: readonly string[], variant: string | undefined, read: readonly string[]]>([
  [['a/one.json'], undefined, ['one: document']],
  [['x.ndjson'], undefined, ['x: line-1']],
  [['a'], undefined, ['a: in.two.line-1', 'a: one']],
  [['./a/'], undefined, ['a: in.two.line-1', 'a: one']],
  [['a/one.json', 'b/one.jsonl'], undefined, ['a/one: document', 'b/one: line-1']],
  [['a', 'b'], undefined, ['a: in.two.line-1', 'a: one', 'b: one.line-1']],
  [['a', 'b'], 'v', ['v: in.two.line-1', 'v: one', 'v: one.line-1']],
])('the documents of %j under the name %j are %j', async (words, variant, read) => {
  const flags = variant === undefined ? {} : { variant };
  const { transcripts, unread } = await openTranscripts(words, flags, io);
  expect(unread).toEqual([]);
  expect(transcripts.map((one) => `${one.variant}: ${one.name}`)).toEqual(read);
});

it.each<[flags: object, says: string]>([
  [{ effects: ['ledger.json'] }, 'Cannot score with a ledger'],
  [{ tools: 'text.txt' }, 'Cannot read "text.txt": it is not JSON'],
  [{ expected: 'text.txt' }, 'Cannot read "text.txt": it is not JSON'],
  [{ tools: 'none.json' }, 'Cannot read "none.json"'],
  [{ format: 'none' }, 'none'],
])('documents with %j are refused', async (flags, says) => {
  await expect(openTranscripts(['a'], flags, io)).rejects.toThrow(says);
});

it('grades of effects are taken from a file', async () => {
  const flags = { effects: ['grades.json'] };
  const { transcripts } = await openTranscripts(['a/one.json'], flags, io);
  expect(JSON.stringify(transcripts)).toContain('irreversible');
});

it.each<[wish: Parameters<typeof priceRecording>[1], names: readonly string[]]>([
  [{}, ['clean']],
  [{ faults: ['none', 'standard'] }, ['clean', 'clean + standard']],
  [{ variant: 'v2' }, ['clean']],
])('the price of recording with %j is that of %j', async (wish, names) => {
  const prices = await priceRecording('free', wish, io);
  expect(prices.map(({ faults }) => faults)).toEqual(names);
  for (const { lanes, requests, tokens, price } of prices) {
    expect(lanes).toBeGreaterThanOrEqual(2);
    expect(requests).toBeGreaterThanOrEqual(3);
    expect(tokens).toBeGreaterThan(requests);
    expect(price === null).toBe(wish.variant === 'v2');
  }
  const [clean, more] = prices;
  const twice = await priceRecording('free', { ...wish, repeats: 2 }, io);
  expect(twice[0]?.requests).toBe(2 * (clean?.requests ?? 0));
  expect(twice[0]?.tokens).toBe(2 * (clean?.tokens ?? 0));
  if (more !== undefined) expect(more.price ?? 0).toBeGreaterThan(clean?.price ?? 0);
});

it('prices are a table, with "no price" where a model has none', () => {
  const row = { faults: 'clean', lanes: 2, requests: 3, tokens: 4 };
  expect(toPriceText([])).toBe('');
  const text = toPriceText([
    { ...row, price: 0.5 },
    { ...row, price: null },
  ]);
  expect(text.split('\n').slice(1, 4)).toEqual([
    expect.stringMatching(/^to record +lanes +requests +tokens +price/u),
    expect.stringMatching(/^clean +2 +3 +4 +\$0\.5000/u),
    expect.stringMatching(/^clean +2 +3 +4 +no price/u),
  ]);
});

it('shares and metrics are read from words', () => {
  expect(['0', '1', '0.5'].map(readShare)).toEqual([0, 1, 0.5]);
  for (const text of ['', ' ', '-0.1', '1.1', 'x', 'NaN']) {
    expect(() => readShare(text)).toThrow(InvalidArgumentError);
  }
  expect(readMetrics('task.success, selection.exact', undefined)).toEqual([
    'task.success',
    'selection.exact',
  ]);
  expect(readMetrics('selection.exact', ['task.success'])).toEqual([
    'task.success',
    'selection.exact',
  ]);
  for (const text of ['', 'task', 'task.success,', 'task.success,none']) {
    expect(() => readMetrics(text, undefined)).toThrow(InvalidArgumentError);
  }
});
