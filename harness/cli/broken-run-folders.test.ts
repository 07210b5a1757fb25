import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { RunSummary } from '../core/run.ts';
import { sealSummary } from '../run/folder/seal-run.ts';
import { listPlaces, type Place, putAt } from '../testing/break-json.ts';
import { makeHostileRun } from '../testing/hostile-run.ts';
import { makeRun } from '../testing/made-run.ts';
import { type CommandResult, runCommandLine } from '../testing/run-command-line.ts';
import { saveMadeRun } from '../testing/save-made-run.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { runCli } from './run-cli.ts';

const files = ['manifest.json', 'summary.json', 'trials.jsonl', 'scores.jsonl'] as const;
type File = (typeof files)[number];

async function toolrig(scratch: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> {
  return await runCommandLine(runCli, args, { cwd: scratch.path });
}

/** A run that passes: whatever is changed in it, a pass would be wrong. */
async function savePassing(scratch: ScratchFolder): Promise<void> {
  const trials = ['s1', 's2', 's3'].map((scenario) => ({ scenario }));
  await saveMadeRun(makeRun(trials), scratch);
}

function read(scratch: ScratchFolder, file: File): string {
  return readFileSync(join(scratch.path, 'run', file), 'utf8');
}

/** One sentence for people: exit code 2 or 4, the file, no stack, no fault of toolrig. */
function expectRefused({ exitCode, out, err }: CommandResult, what: string): void {
  expect([what, [2, 4].includes(exitCode), out]).toEqual([what, true, '']);
  expect(`${what}: ${err}`).toMatch(/: toolrig: Cannot (read|trust) "[^\n]+\n$/u);
  expect(`${what}: ${err}`).not.toMatch(/fault of toolrig|\n {4}at /u);
}

const wrong: readonly (readonly [string, JsonValue | undefined])[] = [
  ['dropped', undefined],
  ['null', null],
  ['an object', { odd: true }],
  ['a list', [1]],
  ['a text', 'odd'],
  ['a number', 7],
  ['huge', 1e300],
  ['negative', -1],
];

/** A place inside the lines of a file; a JSON file is one line. */
interface LinePlace extends Place {
  readonly line: number;
}

function listLinePlaces(lines: readonly string[]): readonly LinePlace[] {
  return lines.flatMap((text, line) => {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? listPlaces(value).map((place) => ({ ...place, line })) : [];
  });
}

/** What the machine was is for people to read; nothing hangs on it. */
function isFree({ segments }: Place): boolean {
  return segments[0] === 'environment' && segments.length > 1;
}

it.each(files)('each field of %s that is dropped or changed is refused', async (file) => {
  await using scratch = await createScratchFolder();
  await savePassing(scratch);
  const sound = read(scratch, file);
  expect((await toolrig(scratch, 'report', 'run')).exitCode).toBe(0);
  const lines = sound.split('\n').filter((line) => line !== '');
  for (const [at, place] of listLinePlaces(lines.slice(0, 1)).entries()) {
    if (isFree(place)) continue;
    // Every field meets every kind of wrong value over the run of the test, two each.
    for (const [name, value] of [
      wrong[at % wrong.length],
      wrong[(at * 3 + 1) % wrong.length],
    ].filter((entry) => entry !== undefined)) {
      const object = JSON.parse(lines[place.line] ?? '') as JsonObject;
      const changed = JSON.stringify(putAt(object, place.segments, value));
      if (changed === JSON.stringify(object)) continue;
      await scratch.write(`run/${file}`, `${lines.with(place.line, changed).join('\n')}\n`);
      expectRefused(await toolrig(scratch, 'report', 'run'), `${place.path} ${name}`);
    }
  }
});

it.each(files)('a field of %s with a wrong type is named, also under a new seal', async (file) => {
  await using scratch = await createScratchFolder();
  await savePassing(scratch);
  const path = join(scratch.path, 'run');
  const lines = read(scratch, file)
    .split('\n')
    .filter((line) => line !== '');
  for (const place of listLinePlaces(lines.slice(0, 1))) {
    const object = JSON.parse(lines[0] ?? '') as JsonObject;
    const changed = JSON.stringify(putAt(object, place.segments, { odd: true }));
    await scratch.write(`run/${file}`, `${lines.with(0, changed).join('\n')}\n`);
    const { seal: _seal, ...summary } = JSON.parse(read(scratch, 'summary.json')) as RunSummary & {
      readonly seal: string;
    };
    await scratch.write('run/summary.json', JSON.stringify(sealSummary(path, summary)));
    const { exitCode, err } = await toolrig(
      scratch,
      'report',
      'run',
      '--csv',
      'csv',
      '--md',
      'a.md',
    );
    expect([place.path, [0, 1, 2, 4].includes(exitCode)]).toEqual([place.path, true]);
    expect(`${place.path}: ${err}`).not.toContain('fault of toolrig');
    await savePassing(scratch);
  }
});

const deep = `"deep":${'['.repeat(1e5)}${']'.repeat(1e5)},`;

const edits: readonly (readonly [string, (text: string) => string])[] = [
  ['emptied', () => ''],
  ['cut in the middle', (text) => text.slice(0, text.length / 2)],
  ['with CR LF', (text) => text.replaceAll('\n', '\r\n').replace(/\}$/u, '}\r\n')],
  ['with a byte-order mark', (text) => `\uFEFF${text}`],
  ['that is no JSON', () => 'no\n'],
  ['that is another JSON', () => '[]\n'],
  [
    'with values nested 100,000 deep',
    (text) => text.replace(/"(?:content|failures|scores|outcome)":[[{]/u, `$&${deep}`),
  ],
  [
    'nested 100,000 deep',
    () => `{"schemaVersion":1,"selection":${'['.repeat(1e5)}${']'.repeat(1e5)}}\n`,
  ],
  [
    'of version 2',
    (text) => text.replace('"schemaVersion":1', '"schemaVersion":2').replace('"lane"', '"l"'),
  ],
];

it.each(files.flatMap((file) => edits.map(([what, edit]) => [file, what, edit] as const)))(
  '%s %s is refused by report, compare and baseline accept',
  async (file, _, edit) => {
    await using scratch = await createScratchFolder();
    await savePassing(scratch);
    await scratch.write(`run/${file}`, edit(read(scratch, file)));
    for (const args of [
      ['report', 'run'],
      ['compare', 'run'],
      ['baseline', 'accept', 'run'],
    ]) {
      expectRefused(await toolrig(scratch, ...args), args.join(' '));
    }
  },
);

it.each([
  ['trials.jsonl', 'a line twice', (lines: readonly string[]) => lines.with(1, lines[0] ?? '')],
  ['scores.jsonl', 'a line twice', (lines: readonly string[]) => lines.with(1, lines[0] ?? '')],
  ['scores.jsonl', 'two lines swapped', (lines: readonly string[]) => lines.toReversed()],
  ['trials.jsonl', 'a line too many', (lines: readonly string[]) => [...lines, lines[0] ?? '']],
  ['scores.jsonl', 'a line lost', (lines: readonly string[]) => lines.slice(1)],
  ['trials.jsonl', 'an empty line', (lines: readonly string[]) => lines.with(0, '')],
] as const)('%s with %s is refused', async (file, what, edit) => {
  await using scratch = await createScratchFolder();
  await savePassing(scratch);
  const lines = read(scratch, file).trimEnd().split('\n');
  await scratch.write(`run/${file}`, `${edit(lines).join('\n')}\n`);
  expectRefused(await toolrig(scratch, 'report', 'run'), what);
});

it.each([
  ['passed', { passed: 2, failed: 0 }, '$.passed is 2, and by trials and scores it is 1'],
  ['the verdict', { verdict: 'PASS', exitCode: 0 }, '$.verdict is "PASS", and'],
  ['the exit code', { exitCode: 0 }, '$.exitCode is 0, and by trials and scores it is 1'],
  ['failures', { failures: [] }, '$.failures[0] is absent, and'],
])(
  'a summary that was forged in %s is refused, and the difference named',
  async (...[, forged, said]) => {
    await using scratch = await createScratchFolder();
    await saveMadeRun(
      makeRun([{ scenario: 's1' }, { scenario: 's2', values: { 'task.success': 0 } }]),
      scratch,
    );
    const summary = JSON.parse(read(scratch, 'summary.json')) as object;
    await scratch.write('run/summary.json', JSON.stringify({ ...summary, ...forged }));
    for (const args of [
      ['report', 'run'],
      ['compare', 'run'],
      ['baseline', 'accept', 'run'],
    ]) {
      const { exitCode, err } = await toolrig(scratch, ...args);
      expect(exitCode).toBe(4);
      expect(err).toContain(said);
    }
  },
);

it('an INVALID run does not become a pass by taking its reasons out, nor by a score that its trial denies', async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeHostileRun(), scratch);
  const summary = JSON.parse(read(scratch, 'summary.json')) as object;
  const clean = { ...summary, invalidReasons: [], verdict: 'FAIL', exitCode: 1 };
  await scratch.write('run/summary.json', JSON.stringify(clean));
  expect((await toolrig(scratch, 'report', 'run')).err).toContain('$.verdict is "FAIL"');
  const scores = read(scratch, 'scores.jsonl').replace('"verdict":"failed"', '"verdict":"passed"');
  await scratch.write('run/scores.jsonl', scores);
  expect((await toolrig(scratch, 'report', 'run')).err).toContain(
    'by its task.success it is "failed"',
  );
});
