import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const run = async (cwd: string, ...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, args, { cwd });

const looked = (result: CommandResult): string | undefined =>
  /Looked in the folder "([^"]*)"/u.exec(`${result.out}${result.err}`)?.[1];

async function createProject(...folders: readonly string[]): Promise<ScratchFolder> {
  const scratch = await createScratchFolder();
  for (const folder of folders) mkdirSync(join(scratch.path, folder), { recursive: true });
  await run(scratch.path, 'init', 'app/suites/mine');
  return scratch;
}

it.each([
  ['the folder where the command runs', [], '.', 'app/suites/mine', 'cassettes'],
  ['a folder around the suite', ['app/cassettes'], '.', 'app/suites/mine', 'app/cassettes'],
  ['one above both', ['cassettes', 'app/deep'], 'app/deep', '../suites/mine', '../../cassettes'],
  [
    'the one nearest to the suite',
    ['cassettes', 'app/cassettes'],
    '.',
    'app/suites/mine',
    'app/cassettes',
  ],
  [
    'one beside the suite, wherever the command runs',
    ['app/suites/cassettes', 'other/cassettes'],
    'other',
    '../app/suites/mine',
    '../app/suites/cassettes',
  ],
  [
    'one of the current folder, if the suite has none around it',
    ['other/cassettes', 'other/in'],
    'other/in',
    '../../app/suites/mine',
    '../cassettes',
  ],
  [
    'no folder outside the repository of the suite',
    ['cassettes', 'app/.git', 'other'],
    'app',
    'suites/mine',
    'cassettes',
  ],
])(
  'recordings are looked for in %s, and a miss says where',
  async (...[, folders, cwd, suite, expected]) => {
    await using scratch = await createProject(...folders);
    const result = await run(join(scratch.path, cwd), 'run', suite, '--variant', 'real');
    expect(result.exitCode).toBe(4);
    expect(looked(result)).toBe(expected);
  },
);

const toConfig = (fields: object): string => `export default ${JSON.stringify(fields)};\n`;
const noDouble = { gates: [{ metric: 'effects.double', max: 0 }] };
const gate = 'gate PASS: effects.double';

it.each([
  ['beside the suite', 'app/suites/mine', '.', 'app/suites/mine'],
  ['around the suite', 'app', '.', 'app/suites/mine'],
  ['above a folder below', '.', 'app', 'suites/mine'],
  ['of the current folder', 'other', 'other', '../app/suites/mine'],
])('a configuration %s is found', async (...[, place, cwd, suite]) => {
  await using scratch = await createProject('other');
  await scratch.write(`${place}/toolrig.config.mjs`, toConfig(noDouble));
  const result = await run(join(scratch.path, cwd), 'run', suite, '--gate');
  expect(result.out).toContain(gate);
});

it('suites that a configuration lists are found from a folder below it', async () => {
  await using scratch = await createProject('app/deep');
  await scratch.write('toolrig.config.mjs', toConfig({ suites: ['app/suites/mine'] }));
  const result = await run(join(scratch.path, 'app/deep'), 'run');
  expect(result.out).toContain('2 planned = 2 passed');
});

it('a configuration beside a foreign suite gives no consent to a host', async () => {
  await using scratch = await createProject('mine');
  await scratch.write(
    'app/toolrig.config.mjs',
    toConfig({ allow: { hosts: ['model.invalid'], keys: ['OTHER_KEY'] } }),
  );
  await scratch.write(
    'app/suites/asks/suite.json',
    JSON.stringify({
      name: 'asks',
      tools: [{ name: 'f', description: 'F.', effect: 'read', parameters: { type: 'object' } }],
      models: [{ name: 'm', baseUrl: 'https://model.invalid/v1' }],
      scenarios: [{ id: 'a', user: 'Hello', expected: { calls: [] } }],
    }),
  );
  const result = await run(join(scratch.path, 'mine'), 'run', '../app/suites/asks', '--mode=live');
  expect(result.exitCode).toBe(2);
  expect(result.err).toContain(
    'warning: "allow" of "../app/toolrig.config.mjs" has no effect: consent to hosts and keys is given in the folder where the command runs, or above it',
  );
  expect(result.err).toContain('--allow-host');
});

it('a shipped suite is found by name and by path, with its recordings and gates', async () => {
  await using scratch = await createScratchFolder();
  for (const word of ['orders', 'suites/orders', 'suites/orders/']) {
    const result = await run(scratch.path, 'run', word, '--gate', '--tag', 'batch');
    expect(result.out).toContain('than the accepted baseline');
  }
});
