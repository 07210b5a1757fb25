import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { UsageError } from '../../core/usage-error.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { createTestIo, type TestPlace } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { plainIo } from '../io/plain-io.ts';
import { defaultOut } from './default-out.ts';
import type { RunFlags } from './run-flags.ts';
import { toRunOptions } from './to-run-options.ts';

const toTool = (description: string): object => ({
  name: 'look',
  description,
  effect: 'read',
  results: [{ give: { id: 'x' } }],
  parameters: { type: 'object' },
});
const toScenario = (id: string, more: object): object => ({
  id,
  user: 'Hi',
  script: ['Hello.'],
  expected: { calls: [] },
  ...more,
});
/** Variants by toolset and model: no one has the second toolset with the first model. */
const suite = {
  name: 'small',
  toolsets: [
    { id: 'old', tools: [toTool('Looks.')] },
    { id: 'new', tools: [toTool('Looks up.')] },
    { id: 'idle', tools: [toTool('Looks away.')] },
  ],
  models: [
    { name: 'big', script: [] },
    { name: 'tiny', script: [] },
    { name: 'spare', script: [] },
  ],
  variants: [
    { name: 'one', toolset: 'old', model: 'big', default: true },
    { name: 'two', toolset: 'old', model: 'tiny' },
    { name: 'three', toolset: 'new', model: 'tiny' },
  ],
  scenarios: [
    toScenario('both', { tags: ['a', 'b'] }),
    toScenario('first', { tags: ['a'] }),
    toScenario('only-three', { tags: ['b', 'c'], variants: ['three'] }),
    toScenario('bare', {}),
  ],
};

const scratch = await createScratchFolder();
await scratch.write('suite.json', JSON.stringify(suite));
afterAll(async () => {
  await scratch[Symbol.asyncDispose]();
});

const usual: RunFlags = {
  mode: 'replay',
  concurrency: 1,
  seed: 's',
  out: 'runs',
  tier: 'exact',
};

async function read(
  flags: Partial<RunFlags>,
  word: string | undefined = 'suite.json',
  place: TestPlace = {},
): Promise<RunOptions> {
  const io = plainIo(createTestIo({ cwd: scratch.path, ...place }));
  return await toRunOptions(word, { ...usual, ...flags }, io);
}

it.each<[flags: Partial<RunFlags>, variants: RunOptions['variants']]>([
  [{}, null],
  [{ variant: ['two'] }, ['two']],
  [{ variant: ['t*'] }, ['t*']],
  [{ variant: ['two', '*'] }, '*'],
  [{ toolset: ['old'] }, ['one', 'two']],
  [{ toolset: ['*d'] }, ['one', 'two']],
  [{ model: ['tiny'] }, ['two', 'three']],
  [{ toolset: ['old', 'new'], model: ['tiny'] }, ['two', 'three']],
  [{ toolset: ['old'], model: ['tiny'] }, ['two']],
  [{ variant: ['one', 'three'], model: ['big'] }, ['one']],
  [{ variant: ['*'], toolset: ['new'] }, ['three']],
  [{ variant: ['t*'], toolset: ['old'] }, ['two']],
])('%j chooses the variants %j', async (flags, variants) => {
  expect((await read(flags)).variants).toEqual(variants);
});

it.each<[flags: Partial<RunFlags>, scenarios: RunOptions['scenarios']]>([
  [{}, null],
  [{ scenario: ['first', 'b*'] }, ['first', 'b*']],
  [{ tag: ['a'] }, ['both', 'first']],
  [{ tag: ['b'] }, ['both']],
  [{ tag: ['b'], variant: ['three'] }, ['both', 'only-three']],
  [{ tag: ['b', 'c'], variant: ['*'] }, ['both', 'only-three']],
  [{ tag: ['b'], variant: ['one', 'three'] }, ['both', 'only-three']],
  [{ tag: ['a', 'c'], toolset: ['new'] }, ['both', 'first', 'only-three']],
  [{ tag: ['a'], scenario: ['f*', 'bare'] }, ['first']],
])('%j chooses the scenarios %j', async (flags, scenarios) => {
  expect((await read(flags)).scenarios).toEqual(scenarios);
});

const shard = { index: 1, count: 2 };

it.each<[flags: Partial<RunFlags>, says: string]>([
  [{ variant: ['four'] }, 'Cannot run variant "four": the suite "small" has one, two, three'],
  [{ variant: ['one', 'four'] }, 'Cannot run variant "four"'],
  [{ variant: ['four'], toolset: ['old'] }, 'Cannot run variant "four"'],
  [{ toolset: ['older'] }, 'Cannot run toolset "older": the suite "small" has old, new, idle'],
  [{ model: ['huge'] }, 'Cannot run model "huge": the suite "small" has big, tiny, spare'],
  [{ toolset: ['old', 'idle'] }, 'Cannot run toolset "idle": no variant has it together with'],
  [{ model: ['spare'] }, 'which leave one (old, big), two (old, tiny), three (new, tiny)'],
  [{ variant: ['one'], model: ['tiny'] }, 'Cannot run model "tiny": no variant has it'],
  [{ toolset: ['new'], model: ['big'] }, 'Cannot run model "big": no variant has it'],
  [{ toolset: ['old', 'new'], model: ['big'] }, 'Cannot run toolset "new": no variant has it'],
  [{ tag: ['d'] }, 'Cannot run tag "d": the suite "small" has a, b, c'],
  [{ tag: ['a', 'd'] }, 'Cannot run tag "d"'],
  [{ tag: ['c'] }, 'Cannot run tag "c": none of the scenarios with it is left'],
  [{ tag: ['c'], variant: ['one', 'two'] }, 'Cannot run tag "c": none'],
  [{ tag: ['a'], scenario: ['bare'] }, 'Cannot run tag "a": none'],
  [{ tag: ['a'], scenario: ['none'] }, 'Cannot run scenario "none"'],
  [{ workers: 2, mode: 'live' }, 'Cannot use --workers 2: only replays run in worker processes'],
])('%j is refused', async (flags, says) => {
  const error: unknown = await read(flags).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({ message: expect.stringContaining(says) });
});

it('a run needs a suite, and no more trials at once than the limit', async () => {
  const io = plainIo(createTestIo({ cwd: scratch.path }));
  await expect(toRunOptions(undefined, usual, io)).rejects.toThrow('Cannot run without a suite');
  await expect(read({ concurrency: 1e9 })).rejects.toThrow('Cannot run 1000000000 trials at once');
});

it.each<[flags: Partial<RunFlags>, has: readonly string[]]>([
  [{}, []],
  [{ shard }, ['shard']],
  [{ cache: 'cache' }, ['store']],
  [{ workers: 1 }, []],
  [{ workers: 2 }, ['workers']],
  [{ sweep: 'loop.guards.maxTurns=2,3' }, ['sweeps']],
])('%j adds to the run: %j', async (flags, has) => {
  const startWorker = (): (() => never) => () => {
    throw new Error('no trial runs here');
  };
  const options = await read(flags, 'suite.json', { startWorker });
  const parts = ['shard', 'store', 'workers', 'sweeps'].filter((name) => name in options);
  expect(parts).toEqual(has);
  if (has[0] === 'shard') expect(options.shard).toMatchObject(shard);
  if (has[0] === 'sweeps') expect(options.variants).toHaveLength(2);
});

it('what is secret for the run is hidden from all that is printed', async () => {
  const hidden: unknown[] = [];
  const io = plainIo(createTestIo({ cwd: scratch.path }));
  await toRunOptions('suite.json', usual, { ...io, hide: (more) => hidden.push(more) });
  expect(hidden).toMatchObject([{ secrets: [] }]);
});

it.each<[flags: Partial<RunFlags>, refuses: string | null]>([
  [{ out: defaultOut }, '--out'],
  [{ out: 'reports/runs/.' }, null],
  [{ mode: 'record' }, '--cassettes'],
  [{ mode: 'record', cassettes: 'cassettes' }, null],
  [{ mode: 'replay' }, null],
  [{ mode: 'live' }, null],
])('a default place that is a link out of its folder, %j: refused %j', async (flags, refuses) => {
  await using home = await createScratchFolder();
  await using other = await createScratchFolder();
  await home.write('suite.json', JSON.stringify(suite));
  mkdirSync(join(home.path, 'reports'));
  mkdirSync(join(other.path, 'cassettes'));
  symlinkSync(other.path, join(home.path, 'reports/runs'));
  symlinkSync(join(other.path, 'cassettes'), join(home.path, 'cassettes'));
  const opened = read(flags, 'suite.json', { cwd: home.path });
  if (refuses === null) await expect(opened).resolves.toMatchObject({ runId: expect.anything() });
  else await expect(opened).rejects.toThrow(refuses);
});
