import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeRun } from '../../testing/made-run.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const tool = {
  name: 'look',
  description: 'Looks.',
  effect: 'read',
  results: [{ give: { id: 'x' } }],
  parameters: { type: 'object', properties: { id: { type: 'string' } } },
};
const suite = {
  name: 'small',
  tools: [tool],
  model: { script: [] },
  scenarios: [{ id: 's', user: 'Hi', script: ['Hello.'], expected: { calls: [] } }],
};

async function createPlace(): Promise<ScratchFolder> {
  const scratch = await createScratchFolder();
  await saveMadeRun(makeRun([{ variant: 'a' }, { variant: 'a', scenario: 's2' }]), scratch);
  const files = {
    'suite.json': JSON.stringify(suite),
    'tools.json': JSON.stringify([tool]),
    'other.json': JSON.stringify([{ ...tool, description: 'Looks again.' }]),
    'none.json': '[]',
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(scratch.path, name), text);
  }
  return scratch;
}

async function run(words: string): Promise<CommandResult & { readonly scratch: ScratchFolder }> {
  const scratch = await createPlace();
  const result = await runCommandLine(runCli, words.split(' '), { cwd: scratch.path });
  return { ...result, scratch };
}

// What is wrong with a command line is said before anything is read, run or written.
it.each<[words: string, text: string]>([
  ['report run --to x', 'Cannot write to --to: name the report with --format'],
  ['report run --format csv', 'Cannot print the report "csv": it is a folder of files'],
  ['report run --format nothing', '"nothing"'],
  ['import tools.json --format nothing', "argument 'nothing' is invalid"],
  ['view nowhere', 'Cannot view "nowhere": there is no such folder'],
  ['view suite.json', 'Cannot view "suite.json": there is no such folder'],
  ['view run --port 65536', 'expected a port from 0 to 65535'],
  ['view run --port -1', 'expected a port from 0 to 65535'],
  ['view run --port x', 'expected a port from 0 to 65535'],
  ['view run --port 1.5', 'expected a port from 0 to 65535'],
  ['exec --mcp x=ftp://a -- node', 'Cannot use --mcp "x=ftp://a": expected NAME=URL'],
  ['exec --mcp 1x=http://a -- node', 'Cannot use --mcp "1x=http://a": expected NAME=URL'],
  ['run suite.json --sweep loop.guards.maxTurns=2 --mode record', 'Cannot record a sweep'],
  ['run suite.json --sweep loop.guards.maxTurns=2 --gate', 'Cannot use --gate with --sweep'],
  ['run suite.json --stale --rerecord --mode record', 'use --rerecord or --stale'],
  ['run suite.json --stale', 'Cannot use --stale with --mode replay: nothing is recorded'],
  ['run suite.json --rerecord --mode live', 'Cannot use --rerecord with --mode live'],
  ['run suite.json --distractors far --sweep loop.guards.maxTurns=2', '--distractors with --sweep'],
  ['run suite.json --distractors far --gate', 'Cannot use --distractors with --gate'],
  ['run suite.json --distractors far --debug s', 'Cannot use --distractors with --debug'],
  ['run suite.json --distractors far --mode record', '--distractors with --mode record'],
  ['run suite.json --debug nobody', 'Cannot debug scenario "nobody": the suite "small" has s'],
  ['score tools.json --suite=', 'A name is needed'],
  ['score tools.json --gate', 'Cannot apply gates without a run folder'],
  ['versions tools.json other.json tools.json', 'Cannot compare three files'],
  ['diagnose nowhere', 'nowhere'],
  ['lint suite.json --fix', 'Cannot fix a suite: --fix changes only JSON files'],
  ['cassettes accept suite.json --part system --reason r', 'no replay differs there'],
  ['compare suite.json --by plan --sequential', 'Cannot compare plans cluster by cluster'],
  ['compare suite.json --by attack --sequential', 'Cannot compare plans cluster by cluster'],
  ['compare suite.json --by model --sequential --margin 0', 'a margin between 0 and 1'],
  ['compare suite.json --by model --sequential --margin 1', 'a margin between 0 and 1'],
])('%s is refused', async (words, text) => {
  const { exitCode, out, err, scratch } = await run(words);
  await scratch[Symbol.asyncDispose]();
  expect(err).toContain(text);
  expect([exitCode, out]).toEqual([2, '']);
});

it('two things that would both go to standard output are refused, as an object where one was asked for', async () => {
  const { exitCode, out, scratch } = await run('report run --format md --json');
  await scratch[Symbol.asyncDispose]();
  expect(exitCode).toBe(2);
  expect(out).toContain('Cannot print two things: give --format a place with --to');
});

it.each<[words: string, out: string]>([
  ['--help words', 'scenario'],
  ['report run', 'exit code 0'],
  ['report run --format md', 'made'],
  ['diagnose run', 'a'],
  ['run suite.json', 'PASS (exit code 0)'],
  ['run suite.json --debug s', 'Hello.'],
  ['lint tools.json --json', '"counts": {\n    "error"'],
])('%s is shown, with exit code 0', async (words, out) => {
  const result = await run(words);
  await result.scratch[Symbol.asyncDispose]();
  expect(result.err).not.toContain('Cannot');
  expect(result.out).toContain(out);
  expect(result.exitCode).toBe(0);
});

it('a report by its id can be printed beside the JSON of the run, if it goes to a file', async () => {
  const { exitCode, out, err, scratch } = await run('report run --format md --to a.md --json');
  await scratch[Symbol.asyncDispose]();
  expect([exitCode, err]).toEqual([0, 'wrote a.md\n']);
  expect(JSON.parse(out)).toMatchObject({ verdict: 'PASS', planned: 2 });
});

it('help of the terms needs both words, in this order', async () => {
  for (const words of ['--help run', 'words --help', 'run --help']) {
    const { out, scratch } = await run(words);
    await scratch[Symbol.asyncDispose]();
    expect(out).not.toMatch(/^Terms/u);
    expect(out).not.toContain('cassette: ');
  }
});

it.each([
  ['run suite.json --quiet --json', 'Cannot use --quiet with --json'],
  ['run suite.json --quiet --verbose', 'Cannot use --quiet with --verbose'],
  ['run suite.json --verbose --json', 'Cannot use --verbose with --json'],
])('%s is refused, whatever form the result was to have', async (words, text) => {
  const { exitCode, out, err, scratch } = await run(words);
  await scratch[Symbol.asyncDispose]();
  expect(`${out}${err}`).toContain(text);
  expect(exitCode).toBe(2);
});

it('--quiet prints three lines, --verbose every metric, and a failure the command that shows it', async () => {
  const failing = { ...suite, scenarios: suite.scenarios.map((one) => ({ ...one, script: [''] })) };
  const runFailing = async (...more: readonly string[]): Promise<readonly string[]> => {
    await using scratch = await createPlace();
    await writeFile(join(scratch.path, 'suite.json'), JSON.stringify(failing));
    const { out } = await runCommandLine(runCli, ['run', 'suite.json', ...more], {
      cwd: scratch.path,
    });
    return out.trimEnd().split('\n');
  };
  const [quiet, plain, verbose] = [
    await runFailing('--quiet'),
    await runFailing(),
    await runFailing('--verbose'),
  ];
  expect(quiet).toHaveLength(3);
  expect(quiet[1]).toBe('FAIL (exit code 1)');
  expect(plain).toContain('  toolrig run suite.json --debug s --variant reference');
  expect(plain.filter((line) => line.startsWith('selection.exact '))).toEqual([]);
  expect(verbose.filter((line) => line.startsWith('selection.exact '))).toHaveLength(1);
});

it('limits of the environment hold for the command, and wrong ones are refused', async () => {
  const runWith = async (env: Readonly<Record<string, string>>): Promise<CommandResult> => {
    await using scratch = await createPlace();
    const words = ['run', 'suite.json', '--concurrency', '2'];
    return await runCommandLine(runCli, words, { cwd: scratch.path, env });
  };
  const usual = await runWith({});
  const wrong = await runWith({ TOOLRIG_CONCURRENCY: 'many' });
  const low = await runWith({ TOOLRIG_CONCURRENCY: '1' });
  const after = await runWith({});
  expect([usual.exitCode, wrong.exitCode, low.exitCode, after.exitCode]).toEqual([0, 2, 2, 0]);
  expect(wrong.err).toContain('Cannot use the limits');
});
