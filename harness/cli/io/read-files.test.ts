import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, expect, it } from 'vitest';

import { UsageError } from '../../core/usage-error.ts';
import { LimitError } from '../../limit/limit-error.ts';
import { createTestIo } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { useLimits } from '../../testing/use-limits.ts';
import { plainIo } from './plain-io.ts';
import { readImportFiles } from './read-import-files.ts';
import { readSuiteSource } from './read-suite-source.ts';

const scratch = await createScratchFolder();
const io = plainIo(createTestIo({ cwd: scratch.path }));
const packed = gzipSync('{"packed":true}');
const files: Readonly<Record<string, string | Buffer>> = {
  'one.json': '{"one":1}',
  'packed.json.gz': packed,
  // What is compressed is known by its first bytes, not by its name.
  'hidden.json': packed,
  'plain.json.gz': '{"plain":true}',
  'cut.json.gz': packed.subarray(0, 15),
  'half.json': Buffer.from([0x1f, 0x20]),
  'other.json': Buffer.from([0x20, 0x8b]),
  'long.json.gz': gzipSync(' '.repeat(5_000)),
  'deep.json': '['.repeat(300),
  'in/b.jsonl': 'b',
  'in/a/c.json': 'c',
  'in/a.json.gz': gzipSync('a'),
  'in/notes.md': 'no result',
  'in/notjson': 'no result',
  'in/suite.yaml': 'y: 1',
  'in/suite.yml': 'y: 2',
  'text/notes.md': 'no result',
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(join(scratch.path, name, '..'), { recursive: true });
  writeFileSync(join(scratch.path, name), text);
}
afterAll(async () => {
  await scratch[Symbol.asyncDispose]();
});

it.each<[words: readonly string[], read: readonly (readonly [name: string, text: string])[]]>([
  [[], []],
  [['one.json'], [['one.json', '{"one":1}']]],
  [['./one.json'], [['./one.json', '{"one":1}']]],
  [['packed.json.gz'], [['packed.json', '{"packed":true}']]],
  [['hidden.json'], [['hidden.json', '{"packed":true}']]],
  [['plain.json.gz'], [['plain.json', '{"plain":true}']]],
  [['other.json'], [['other.json', ' \uFFFD']]],
  [['half.json'], [['half.json', '\u001F ']]],
  [['text/notes.md'], [['text/notes.md', 'no result']]],
  [
    ['in', 'one.json'],
    [
      ['in/a.json', 'a'],
      ['in/a/c.json', 'c'],
      ['in/b.jsonl', 'b'],
      ['one.json', '{"one":1}'],
    ],
  ],
])('%j are read, decompressed, and of folders all results by name', (words, read) => {
  expect(readImportFiles(words, io).map(({ name, text }) => [name, text])).toEqual(read);
});

it('a folder gives the files of other endings where these are asked for', () => {
  const read = readImportFiles(['in'], io, { endings: ['yaml', 'yml'] });
  expect(read.map(({ name }) => name)).toEqual(['in/suite.yaml', 'in/suite.yml']);
});

it.each<
  [
    word: string,
    options: { readonly action?: string; readonly endings?: readonly string[] },
    says: string,
  ]
>([
  ['none.json', {}, 'Cannot read "none.json": '],
  ['text', {}, 'Cannot import "text": the folder holds no .json or .jsonl file'],
  ['text', { action: 'score' }, 'Cannot score "text": the folder holds no .json or .jsonl file'],
  ['text', { endings: ['yaml'] }, 'Cannot import "text": the folder holds no .yaml file'],
  ['cut.json.gz', {}, 'Cannot read "cut.json.gz": it is not a complete gzip file'],
])('%s with %j is refused', (word, options, says) => {
  const read = (): unknown => readImportFiles([word], io, options);
  expect(read).toThrow(UsageError);
  expect(read).toThrow(says);
});

it.each([
  ['long.json.gz', { inputBytes: 1_000 }, 'unpack "long.json.gz"'],
  ['one.json', { inputBytes: 5 }, 'one.json'],
  ['deep.json', { depth: 100 }, 'read "deep.json"'],
])('%s is refused where it is over the limit %j', (word, limits, says) => {
  using _ = useLimits(limits);
  const read = (): unknown => readImportFiles([word], io);
  expect(read).toThrow(LimitError);
  expect(read).toThrow(says);
});

it('the source of a suite reads and lists what is beside it, and nothing where there is nothing', () => {
  const source = readSuiteSource('in/a.json.gz', io);
  expect([source.name, source.text]).toEqual(['in/a.json', 'a']);
  expect(source.read('b.jsonl')).toBe('b');
  expect(source.read('../packed.json')).toBe('{"packed":true}');
  expect(source.read('none.json')).toBeNull();
  expect(source.read('../text')).toBeNull();
  expect(source.read('../cut.json')).toBeNull();
  expect(source.list('.')).toEqual([
    'a',
    'a.json.gz',
    'b.jsonl',
    'notes.md',
    'notjson',
    'suite.yaml',
    'suite.yml',
  ]);
  expect(source.list('none')).toEqual([]);
});

it('the source of a suite may be the one file of a folder', () => {
  expect(readSuiteSource('in/suite.yml', io).text).toBe('y: 2');
  expect(() => readSuiteSource('text', io)).toThrow('holds no .yaml or .yml or .json or .jsonl');
  expect(() => readSuiteSource('none.yaml', io)).toThrow('Cannot read "none.yaml"');
});

it('what is too large is refused beside a suite as well', () => {
  const source = readSuiteSource('one.json', io);
  using _ = useLimits({ inputBytes: 1_000 });
  expect(() => source.read('long.json.gz')).toThrow(LimitError);
});
