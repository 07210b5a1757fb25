import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { checkComments, checkMarkdown, checkTexts } from '../testing/house/check-words.ts';
import { isTestFile, readSourceFiles, type Violation } from '../testing/house/read-source-files.ts';

const root = join(import.meta.dirname, '../..');

/** Generated texts: they repeat what models and tools said in recordings. */
const generated = ['reports/sample/', 'harness/report/golden/'];

/** Texts that are right as they are: the beginning of a path, the word, and the reason. */
const allowed: readonly (readonly [path: string, word: string, reason: string])[] = [
  [
    'harness/schema/judge/find-damage.ts',
    'stands',
    'shown to models, and so changed only with the version of the protocol',
  ],
  ['harness/report/README.md', 'told', 'the name of a column of `calls.csv`'],
];

async function readMarkdown(): Promise<readonly (readonly [path: string, text: string])[]> {
  const tops = ['.', 'harness', 'scripts', 'suites', 'cassettes', 'reports'];
  const listed = await Promise.all(
    tops.map(async (top) => {
      const names = await readdir(join(root, top), { recursive: top !== '.' });
      return names.map((name) => join(top, name).split(sep).join('/'));
    }),
  );
  const paths = listed
    .flat()
    .filter((path) => path.endsWith('.md') && !generated.some((start) => path.startsWith(start)))
    .sort();
  return Promise.all(
    paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const),
  );
}

function toLines(violations: readonly Violation[]): readonly string[] {
  return violations
    .filter(({ path, text }) => !isAllowed(path, text))
    .map(({ path, line, text }) => `${path}:${line} ${text}`);
}

function isAllowed(path: string, text: string): boolean {
  return allowed.some(([start, word]) => path.startsWith(start) && text.startsWith(`"${word}"`));
}

it('Markdown has no long line and none of the avoided words', async () => {
  const files = await readMarkdown();
  expect(files.map(([path]) => path)).toEqual(
    expect.arrayContaining(['README.md', 'harness/boundary/fault/README.md']),
  );
  expect(toLines(files.flatMap(([path, text]) => checkMarkdown(path, text)))).toEqual([]);
});

it('help, messages and other texts of the product have none of the avoided words', async () => {
  const files = await readSourceFiles(join(root, 'harness'));
  const product = files.filter(({ path }) => !isTestFile(path));
  const found = product.flatMap(({ path, text }) => checkTexts(`harness/${path}`, text));
  expect(toLines(found)).toEqual([]);
});

it('comments have none of the avoided words', async () => {
  const files = await readSourceFiles(join(root, 'harness'));
  const product = files.filter(({ path }) => !isTestFile(path));
  const found = product.flatMap(({ path, text }) => checkComments(`harness/${path}`, text));
  expect(toLines(found)).toEqual([]);
});

it('what is planted is found, with its line', () => {
  const long = 'x'.repeat(161);
  expect(toLines(checkMarkdown('A.md', `He was Told.\n${long}\nstands-in, understands\n`))).toEqual(
    [
      'A.md:2 161 characters, 160 at most',
      'A.md:1 "Told": write reported, said, shown or distinguished',
    ],
  );
  const source = [
    "const nobody = 'No one'; // whoever",
    'const text = `once ${nobody} anew`;',
    "/** It stands. */ const other = { told: 'nobody' };",
  ].join('\n');
  expect(toLines(checkTexts('a.ts', source))).toEqual([
    'a.ts:2 "anew": write again',
    'a.ts:3 "nobody": write no one, or a passive sentence',
  ]);
  expect(toLines(checkComments('a.ts', source))).toEqual([
    'a.ts:1 "whoever": write anyone who, or a passive sentence',
    'a.ts:3 "stands": write is, appears or means',
  ]);
});
