import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const model = { name: 'm', script: [{ calls: [{ name: 'f' }] }, 'Done.'] };
const toSuite = (name: string, calls: readonly (readonly string[])[], more: object = {}): string =>
  JSON.stringify({
    name,
    tools: [
      {
        name: 'f',
        description: 'F.',
        effect: 'read',
        parameters: { type: 'object' },
        results: [{ give: { found: 1 } }],
      },
    ],
    model,
    scenarios: calls.map((wanted, at) => ({
      id: `s${at + 1}`,
      user: `Go ${at + 1}`,
      expected: { calls: wanted },
    })),
    ...more,
  });

const made = await createScratchFolder();
afterAll(async () => {
  await made[Symbol.asyncDispose]();
});
const run = async (folder: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, args, { cwd: folder.path });

const suites = {
  good: toSuite('good', [['f']]),
  bad: toSuite('bad', [['f'], ['f', 'f']]),
  two: toSuite('two', [['f'], ['f']], {
    models: [model, { ...model, name: 'n' }],
    model: undefined,
    variants: [
      { name: 'first', model: 'm', default: true },
      { name: 'second', model: 'n' },
    ],
  }),
  unrecorded: toSuite('unrecorded', [['f']], { model: { name: 'm', model: 'm-1' } }),
};
for (const [name, text] of Object.entries(suites)) {
  await made.write(`${name}.json`, text);
  await run(made, 'run', `${name}.json`, '--variant', '*', '--out', name);
}
await run(made, 'run', 'two.json', '--variant', '*', '--out', 'part', '--shard', '1/2');

const runOf = (out: string, suite = out): string => `${out}/20260101T000000Z-${suite}`;
const usual = 'reports/baseline';

/** A folder with the runs, in which a good baseline of `good` was accepted before. */
async function createPlace(config: object = {}): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  cpSync(made.path, folder.path, { recursive: true });
  await folder.write('toolrig.config.mjs', `export default ${JSON.stringify(config)};\n`);
  return folder;
}

const read = (folder: ScratchFolder, path: string): string | null =>
  existsSync(join(folder.path, path)) ? readFileSync(join(folder.path, path), 'utf8') : null;

it.each([
  {
    what: 'a run that passed',
    args: [runOf('good')],
    file: `${usual}/good.json`,
    out: `accepted 1 trial of reference as baseline of suite good: ${usual}/good.json\n`,
  },
  {
    what: 'a run of two variants',
    args: [runOf('two')],
    file: `${usual}/two.json`,
    out: `accepted 4 trials of first, second as baseline of suite two: ${usual}/two.json\n`,
  },
  {
    what: 'a run with a failure',
    args: [runOf('bad')],
    file: `${usual}/bad.json`,
    out:
      `accepted 2 trials of reference as baseline of suite bad: ${usual}/bad.json\n` +
      'note: 1 of them failed; gates with this baseline will accept the same failures\n',
  },
  {
    what: 'a run into the folder of the configuration',
    args: [runOf('good')],
    config: { baselines: 'kept' },
    file: 'kept/good.json',
    out: 'accepted 1 trial of reference as baseline of suite good: kept/good.json\n',
  },
  {
    what: 'a run into a folder that is named',
    args: [runOf('good'), '--folder', 'named'],
    config: { baselines: 'kept' },
    file: 'named/good.json',
    out: 'accepted 1 trial of reference as baseline of suite good: named/good.json\n',
  },
])('accepts $what', async ({ args, config, file, out }) => {
  await using folder = await createPlace(config);
  expect(await run(folder, 'baseline', 'accept', ...args)).toEqual({ exitCode: 0, out, err: '' });
  const places = [usual, 'kept', 'named'].flatMap((place) =>
    Object.keys(suites).map((name) => `${place}/${name}.json`),
  );
  expect(places.filter((place) => read(folder, place) !== null)).toEqual([file]);
});

it('prints one JSON object, with what failed', async () => {
  const gates = [
    { metric: 'recovery.handled', min: 1 },
    { metric: 'own.thing', min: 1, suite: 'other' },
  ];
  await using folder = await createPlace({ gates });
  const result = await run(folder, 'baseline', 'accept', runOf('bad'), '--json');
  expect([result.exitCode, result.err, JSON.parse(result.out)]).toEqual([
    0,
    '',
    {
      schemaVersion: 1,
      file: `${usual}/bad.json`,
      suite: 'bad',
      metrics: [
        'arguments.valid_first',
        'effects.double',
        'recovery.handled',
        'selection.f1',
        'task.success',
        'termination.clean',
      ],
      trials: 2,
      failed: 1,
    },
  ]);
  expect(read(folder, `${usual}/bad.json`)).toContain('"suite": "bad"');
});

it.each([
  { what: 'no such run', args: ['nowhere'], exitCode: 2, says: /there is no such run folder/u },
  {
    what: 'a run that could not be measured',
    args: [runOf('unrecorded')],
    exitCode: 4,
    says: /as baseline: it is INVALID, since /u,
  },
  {
    what: 'a part of a run',
    args: [runOf('part', 'two')],
    exitCode: 4,
    says: /as baseline: it is part 1 of 2\. Merge all parts/u,
  },
  {
    what: 'a run that was changed',
    damage: ['scores.jsonl', '"value":1', '"value":0'] as const,
    args: [runOf('good')],
    exitCode: 4,
    says: /it was changed after the run/u,
  },
  {
    what: 'a transcript that was changed',
    damage: ['trials.jsonl', 'Done.', 'Gone.'] as const,
    args: [runOf('good')],
    exitCode: 4,
    says: /does not match the seal/u,
  },
  {
    what: 'a run without a metric that a gate names',
    config: { gates: [{ metric: 'own.thing', min: 1 }] },
    args: [runOf('good')],
    exitCode: 2,
    says: /by own\.thing: its run has no such metric/u,
  },
  {
    what: 'a folder that is a file',
    args: [runOf('good'), '--folder', 'good.json'],
    exitCode: 4,
    says: /Cannot write the baseline/u,
  },
])('refuses $what, and keeps the accepted baseline', async (row) => {
  await using folder = await createPlace(row.config);
  const files = Object.keys(suites).map((name) => `${usual}/${name}.json`);
  for (const file of files) await folder.write(file, 'kept');
  const [file, from, to] = row.damage ?? [];
  if (file !== undefined) {
    const path = join(folder.path, runOf('good'), file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(from ?? '', to ?? ''));
    expect(readFileSync(path, 'utf8')).not.toBe(text);
  }
  const result = await run(folder, 'baseline', 'accept', ...row.args);
  expect([result.exitCode, result.out, result.err]).toEqual([
    row.exitCode,
    '',
    expect.stringMatching(row.says),
  ]);
  expect(files.map((path) => read(folder, path))).toEqual(files.map(() => 'kept'));
});

it.each([
  { args: [], exitCode: 2, written: false },
  { args: ['--folder', usual], exitCode: 0, written: true },
])('writes through a link only where it was named: %j', async ({ args, exitCode, written }) => {
  await using folder = await createPlace();
  await using other = await createScratchFolder();
  mkdirSync(join(folder.path, 'reports'));
  symlinkSync(other.path, join(folder.path, usual));
  const result = await run(folder, 'baseline', 'accept', runOf('good'), ...args);
  expect([result.exitCode, read(other, 'good.json') !== null]).toEqual([exitCode, written]);
  if (!written) expect(result.err).toContain('Remove the link, or name the place with --folder');
});
