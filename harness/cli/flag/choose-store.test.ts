import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createTestIo, runCommandLine, type TestPlace } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { plainIo } from '../io/plain-io.ts';
import { runCli } from '../run-cli.ts';
import type { RunFlags } from './run-flags.ts';
import { toRunOptions } from './to-run-options.ts';

const suite = JSON.stringify({
  name: 'small',
  tools: [{ name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } }],
  scenarios: [{ id: 's', user: 'Hi', script: ['Hello.'], expected: { calls: [] } }],
});
const usual: RunFlags = { mode: 'replay', concurrency: 1, seed: 's', out: 'runs', tier: 'exact' };
const stored = '.cache/toolrig/small';

interface Case {
  readonly word?: string;
  readonly args?: readonly string[];
  readonly place?: TestPlace;
  /** Folders that are there before the run. */
  readonly folders?: readonly string[];
  /** A folder that is a link to another place. */
  readonly link?: string;
}

/** Runs a suite and says which of the places below the scratch folder then hold results. */
async function findStored(of: Case): Promise<readonly string[]> {
  await using scratch = await createScratchFolder();
  await using other = await createScratchFolder();
  const { word = 'app/suite.json', folders = ['app/node_modules', 'node_modules'] } = of;
  mkdirSync(join(scratch.path, '.git'));
  for (const folder of folders) mkdirSync(join(scratch.path, folder), { recursive: true });
  if (of.link !== undefined) symlinkSync(other.path, join(scratch.path, of.link));
  await scratch.write(word, suite);
  const place = { keepsResults: true, ...of.place, cwd: scratch.path } as const;
  const { exitCode } = await runCommandLine(runCli, ['run', word, ...(of.args ?? [])], place);
  expect(exitCode).toBe(0);
  const roots = ['app/node_modules', 'node_modules', 'lib/node_modules/x/node_modules'];
  return [
    ...roots.map((root) => `${root}/${stored}`),
    'given/small',
    'named/small',
    'off/small',
  ].filter((path) => existsSync(join(scratch.path, path)));
}

const near = [`app/node_modules/${stored}`];

it.each<[what: string, of: Case, found: readonly string[]]>([
  ['nearest to the suite', {}, near],
  ['above the suite', { folders: ['app', 'node_modules'] }, [`node_modules/${stored}`]],
  ['nowhere', { folders: [] }, []],
  [
    'beside the package that holds the suite',
    {
      word: 'lib/node_modules/x/suite.json',
      folders: ['lib/node_modules/x/node_modules', 'node_modules'],
    },
    [`node_modules/${stored}`],
  ],
  ['where --cache says', { args: ['--cache', 'given'] }, ['given/small']],
  [
    'where --cache says rather than the environment',
    { args: ['--cache', 'given'], place: { env: { TOOLRIG_CACHE: 'named' } } },
    ['given/small'],
  ],
  ['where the environment says', { place: { env: { TOOLRIG_CACHE: 'named' } } }, ['named/small']],
  ['nowhere after --cache off', { args: ['--cache', 'off'] }, []],
  ['nowhere after an empty name', { place: { env: { TOOLRIG_CACHE: '' } } }, []],
  ['nowhere while debugging', { args: ['--debug', 's'] }, []],
  [
    'nowhere through a link out of node_modules',
    { folders: ['app/node_modules'], link: 'app/node_modules/.cache' },
    [],
  ],
])('results are kept %s', async (_what, of, found) => {
  expect(await findStored(of)).toEqual(found);
});

it('nothing is kept near a suite where the process does not say so, or nothing is replayed', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.json', suite);
  mkdirSync(join(scratch.path, 'node_modules'));
  const open = async (place: TestPlace, flags: Partial<RunFlags> = {}): Promise<boolean> => {
    const io = plainIo(createTestIo({ cwd: scratch.path, ...place }));
    return 'store' in (await toRunOptions('suite.json', { ...usual, ...flags }, io));
  };
  const keeps = { keepsResults: true } as const;
  expect(await open({})).toBe(false);
  expect(await open(keeps)).toBe(true);
  expect(await open(keeps, { mode: 'live' })).toBe(false);
  expect(await open(keeps, { mode: 'record' })).toBe(false);
});

it('a second run takes results, a fresh one none, and a verifying one compares some', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.json', suite);
  const run = async (...args: readonly string[]): Promise<unknown> => {
    const words = ['run', 'suite.json', '--cache', 'cache', '--json', ...args];
    const { out } = await runCommandLine(runCli, words, { cwd: scratch.path });
    // The object that --json prints.
    return (JSON.parse(out) as { readonly reuse?: unknown }).reuse;
  };
  await run();
  expect(await run()).toMatchObject({ reused: 1, of: 1, verified: 0 });
  expect(await run('--verify', '1')).toMatchObject({ of: 1, verified: 1 });
  expect(await run('--fresh')).toMatchObject({ reused: 0, of: 1 });
});
