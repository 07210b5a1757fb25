import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { goodTexts, editedTexts, writePickerSuite } from '../../../testing/picker-suite.ts';
import { type CommandResult, runCommandLine } from '../../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../../testing/scratch-folder.ts';
import { runCli } from '../../run-cli.ts';

const run = async (folder: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, args, { cwd: folder.path });

/** The one run folder below a root. */
function only(folder: ScratchFolder, root: string): string {
  const names = readdirSync(join(folder.path, root));
  expect(names).toHaveLength(1);
  return join(folder.path, root, names[0] ?? '');
}

function readAll(path: string): Readonly<Record<string, string>> {
  const names = readdirSync(path).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

/** Of the 36 scenarios, three a tool. */
const suiteText = writePickerSuite(goodTexts, editedTexts).replace('length: 9', 'length: 3');

const all = ['run', 'suite.ts', '--variant', '*', '--repeats', '2'];
let shared: ScratchFolder;

beforeAll(async () => {
  shared = await createScratchFolder();
  await shared.write('suite.ts', suiteText);
  await run(shared, ...all, '--out', 'whole');
  for (const part of [1, 2, 3]) {
    await run(shared, ...all, '--shard', `${part}/3`, '--out', `part-${part}`);
  }
});

afterAll(async () => {
  await shared[Symbol.asyncDispose]();
});

it('three shards, named in any order, merge to the bytes, the verdict and the exit code of one run of everything', async () => {
  const merged = await run(
    shared,
    'merge',
    'part-3',
    'part-1',
    'part-2',
    '--out',
    'merged',
    '--json',
  );
  const whole = await run(shared, ...all, '--out', 'again', '--json');
  expect(merged.exitCode).toBe(1);
  const { runFolder: _merged, ...found } = JSON.parse(merged.out) as Record<string, unknown>;
  const { runFolder: _whole, ...due } = JSON.parse(whole.out) as Record<string, unknown>;
  expect(found).toEqual(due);
  expect(readAll(only(shared, 'merged'))).toEqual(readAll(only(shared, 'whole')));
});

it('a shard never passes alone: it is INCONCLUSIVE unless a trial fails, which gates still may allow', async () => {
  await using folder = await createScratchFolder();
  await folder.write('suite.ts', suiteText);
  await folder.write(
    'toolrig.config.ts',
    "import { defineConfig } from 'toolrig';\nexport default defineConfig({ gates: [{ metric: 'task.success', min: 0.5 }] });\n",
  );
  const clean = await run(folder, 'run', 'suite.ts', '--shard', '1/2', '--out', 'a');
  expect(clean.exitCode).toBe(3);
  expect(clean.out).toContain(
    'part 1 of 2, `toolrig merge` decides over all of them: INCONCLUSIVE (exit code 3)',
  );
  const report = await run(folder, 'report', only(folder, 'a'), '--json');
  expect([report.exitCode, JSON.parse(report.out)]).toMatchObject([
    3,
    { verdict: 'INCONCLUSIVE', part: { index: 1, count: 2 } },
  ]);
  const allowed = await run(
    folder,
    'run',
    'suite.ts',
    '--shard',
    '2/2',
    '--allow-inconclusive',
    '--json',
    '--out',
    'b',
  );
  expect([allowed.exitCode, JSON.parse(allowed.out)]).toMatchObject([
    0,
    { verdict: 'INCONCLUSIVE' },
  ]);
  const accepted = await run(folder, 'baseline', 'accept', only(folder, 'a'));
  expect([accepted.exitCode, accepted.err]).toEqual([
    4,
    expect.stringContaining('it is part 1 of 2'),
  ]);

  for (const part of ['1/2', '2/2']) {
    const failed = await run(folder, ...all, '--shard', part, '--out', 'c');
    expect(failed.exitCode).toBe(1);
    const gated = await run(folder, ...all, '--shard', part, '--gate', '--out', 'd');
    expect(gated.exitCode).toBe(3);
  }
  expect((await run(folder, 'merge', 'c', '--out', 'e')).exitCode).toBe(1);
  const merged = await run(folder, 'merge', 'd', '--gate', '--out', 'f');
  expect([merged.exitCode, merged.out]).toEqual([
    0,
    expect.stringContaining('the gates decide: PASS (exit code 0)'),
  ]);
});

it.each([
  [['part-1', 'part-3'], 'Cannot merge 2 of 3 shards: shard 2/3 is missing'],
  [['part-1'], 'Cannot merge 1 of 3 shards: shards 2/3, 3/3 are missing'],
  [['part-1', 'part-2', 'part-3', 'part-2'], 'it is shard 2/3, and so is "'],
  [['whole'], 'it is a whole run, not a shard'],
  [['no-such'], 'there is no such run folder'],
])('refuses %j', async (folders, message) => {
  const result = await run(shared, 'merge', ...folders, '--out', 'refused');
  expect(result.exitCode).toBe(2);
  expect(result.err).toContain(message);
});

it.each([
  ['--seed', ['--seed', 'other'], 'its seed is "other", and that of'],
  ['the number of repeats', ['--repeats', '3'], 'its repeats is 3, and that of'],
  ['a scenario', ['--scenario', 'get-*'], 'its scenarios is ["get-weather-1",'],
  ['faults', ['--faults', 'chaos-1'], 'its faults is ["chaos-1"], and that of'],
  ['--tier', ['--tier', 'loose'], 'its --tier is "loose", and that of'],
  ['the number of shards', ['--shard', '2/4'], 'its number of shards is 4, and that of'],
])('refuses a shard of a run with another %s', async (name, options, message) => {
  const out = `foreign-${name.replaceAll(' ', '-')}`;
  await run(shared, ...all, '--shard', '2/3', ...options, '--out', out);
  const result = await run(shared, 'merge', 'part-1', out, 'part-3', '--out', 'refused');
  expect([result.exitCode, result.err]).toEqual([2, expect.stringContaining(message)]);
  expect(result.err).toContain('it is a shard of another run');
});

it('refuses a shard of an edited suite, though only the code of a handler differs, and one of another version of toolrig', async () => {
  await using folder = await createScratchFolder();
  await folder.write(
    'suite.ts',
    suiteText.replace('({ about }) => ({ about })', '({ about }) => ({ about: about })'),
  );
  await run(folder, ...all, '--shard', '2/3', '--out', 'edited');
  const edited = only(folder, 'edited');
  const named = ['merge', 'part-1', edited, 'part-3', '--out', 'refused'];
  const result = await run(shared, ...named);
  expect([result.exitCode, result.err]).toEqual([
    2,
    expect.stringContaining('its code or data of the suite (hash) is "'),
  ]);

  cpSync(only(shared, 'part-2'), edited, { recursive: true });
  const manifest = join(edited, 'manifest.json');
  writeFileSync(
    manifest,
    readFileSync(manifest, 'utf8').replace(/"toolrig": "[^"]*"/u, '"toolrig": "0.0.1"'),
  );
  const older = await run(shared, ...named);
  expect(older.err).toContain('its toolrig version is "0.0.1", and that of');
});

it('refuses a shard that did not end, and merges it once it was resumed', async () => {
  await using folder = await createScratchFolder();
  await folder.write('suite.ts', suiteText);
  cpSync(only(shared, 'part-1'), join(folder.path, 'parts/1'), { recursive: true });
  cpSync(only(shared, 'part-2'), join(folder.path, 'parts/2'), { recursive: true });
  cpSync(only(shared, 'part-3'), join(folder.path, 'parts/3'), { recursive: true });
  const torn = join(folder.path, 'parts/2');
  rmSync(join(torn, 'summary.json'));
  for (const name of ['trials.jsonl', 'scores.jsonl']) {
    const lines = readFileSync(join(torn, name), 'utf8').split('\n').slice(0, 7);
    writeFileSync(join(torn, name), lines.map((line) => `${line}\n`).join(''));
  }
  const refused = await run(folder, 'merge', 'parts', '--out', 'merged');
  expect([refused.exitCode, refused.err]).toEqual([
    4,
    expect.stringContaining('the run did not end'),
  ]);
  const other = await run(folder, ...all, '--shard', '1/3', '--resume', 'parts/2');
  expect([other.exitCode, other.err]).toEqual([2, expect.stringContaining('Cannot resume')]);
  await run(folder, ...all, '--shard', '2/3', '--resume', 'parts/2');
  const merged = await run(folder, 'merge', 'parts', '--out', 'merged');
  expect(merged.exitCode).toBe(1);
  expect(readAll(only(folder, 'merged'))).toEqual(readAll(only(shared, 'whole')));
});

it.each([
  [['--shard', '1/13'], 'the run has 12 conversations'],
  [['--shard', '0/3'], 'Expected a part and the number of parts, such as 1/3'],
  [['--shard', '4/3'], 'Expected a part and the number of parts, such as 1/3'],
  [['--shard', '1'], 'Expected a part and the number of parts, such as 1/3'],
  [['--shard', '1/2', '--mode', 'record'], 'Cannot use --shard with --mode record'],
  [['--shard', '1/2', '--debug', 'get-weather-1'], 'Cannot use --shard with --debug'],
  [['--shard', '1/2', '--distractors', 'far'], 'Cannot use --distractors with --shard'],
])('refuses %j before anything runs', async (options, message) => {
  const result = await run(shared, 'run', 'suite.ts', ...options, '--out', 'none');
  expect([result.exitCode, result.err]).toEqual([2, expect.stringContaining(message)]);
});
