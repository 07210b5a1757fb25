import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type CommandResult, runCommandLine } from '../../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../../testing/scratch-folder.ts';
import { runCli } from '../../run-cli.ts';

const scenarioOf = (id: string, reply: string): object => ({
  id,
  user: 'Hi',
  script: [reply],
  expected: { calls: [], says: 'Hello' },
});

/** Two scenarios, one in each of two shards; the second passes or fails. */
async function createShards(second: 'Hello.' | 'Goodbye.'): Promise<ScratchFolder> {
  const scratch = await createScratchFolder();
  const suite = {
    name: 'small',
    tools: [
      {
        name: 'look',
        description: 'Looks.',
        effect: 'read',
        parameters: { type: 'object' },
        results: [{ give: {} }],
      },
    ],
    model: { script: [] },
    scenarios: [scenarioOf('one', 'Hello.'), scenarioOf('two', second)],
  };
  await scratch.write('suite.json', JSON.stringify(suite));
  for (const part of ['1/2', '2/2']) {
    await toolrig(scratch, 'run', 'suite.json', '--shard', part, '--out', 'shards');
  }
  return scratch;
}

let passing: string;
let failing: string;
const made: ScratchFolder[] = [];

beforeAll(async () => {
  made.push(await createShards('Hello.'), await createShards('Goodbye.'));
  [passing = '', failing = ''] = made.map(({ path }) => join(path, 'shards'));
});

afterAll(async () => {
  for (const scratch of made) await scratch[Symbol.asyncDispose]();
});

async function toolrig(
  scratch: ScratchFolder,
  ...words: readonly string[]
): Promise<CommandResult> {
  return await runCommandLine(runCli, words, { cwd: scratch.path });
}

const gate = (min: number): string =>
  `export default { gates: [{ metric: 'task.success', min: ${min} }] };`;

it.each([
  ['Hello.', 'PASS (exit code 0)', 0],
  ['Goodbye.', 'FAIL (exit code 1)', 1],
] as const)('shards whose last reply is %j merge to %s', async (_second, verdict, code) => {
  await using scratch = await createScratchFolder();
  const shards = code === 0 ? passing : failing;
  const { exitCode, out, err } = await toolrig(scratch, 'merge', shards);
  expect([exitCode, err]).toEqual([code, '']);
  expect(out).toContain('2 planned = ');
  expect(out).toContain(verdict);
  expect(out.endsWith('merged from 2 shards\n')).toBe(true);
  const [folder = ''] = readdirSync(join(scratch.path, 'reports/runs'));
  expect(out).toContain(`reports/runs/${folder}`);
});

it('as JSON it gives the verdict and the folder, and nothing else', async () => {
  await using scratch = await createScratchFolder();
  const { exitCode, out } = await toolrig(scratch, 'merge', failing, '--json', '--out', 'whole');
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ verdict: 'FAIL', exitCode: 1, planned: 2 });
  expect(out).toContain('"runFolder": "whole/');
  expect(out).not.toContain('"gates"');
});

it.each([
  [0.5, 0, 'PASS', 'the gates decide: PASS (exit code 0)'],
  [0.9, 1, 'FAIL', 'the gates decide: FAIL (exit code 1)'],
])('with --gate, a limit of %d decides', async (...[min, code, verdict, line]) => {
  await using scratch = await createScratchFolder();
  await scratch.write('toolrig.config.ts', gate(min));
  const words = ['merge', failing, '--gate', '--out', 'whole'];
  const shown = await toolrig(scratch, ...words);
  expect([shown.exitCode, shown.err]).toEqual([code, '']);
  expect(shown.out).toContain(line);
  const json = await toolrig(scratch, ...words.slice(0, 3), '--out', 'json', '--json');
  expect([json.exitCode, JSON.parse(json.out)]).toMatchObject([
    code,
    { verdict, decidedBy: 'gates', gates: { verdict } },
  ]);
});

it('writes the reports that are asked for, of all shards, and gives no verdict when one cannot be written', async () => {
  await using scratch = await createScratchFolder();
  const good = await toolrig(scratch, 'merge', failing, '--out', 'a', '--junit', 'junit.xml');
  expect(good.exitCode).toBe(1);
  expect(readFileSync(join(scratch.path, 'junit.xml'), 'utf8')).toMatch(/tests="2" failures="1"/u);
  await scratch.write('file', '');
  for (const more of [[], ['--json']]) {
    const to = ['--out', `b${more.length}`, '--junit', 'file/junit.xml'];
    const bad = await toolrig(scratch, 'merge', failing, ...to, ...more);
    expect([bad.exitCode, bad.out.includes('(exit code')]).toEqual([2, false]);
    expect(`${bad.out}${bad.err}`).toContain('Cannot write');
  }
});
