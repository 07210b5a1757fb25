import { expect, it } from 'vitest';

import { createTestIo } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { plainIo } from '../io/plain-io.ts';
import { chooseWorkers, withoutWorkers } from './choose-workers.ts';
import type { RunFlags } from './run-flags.ts';
import { toRunOptions } from './to-run-options.ts';

const suite = JSON.stringify({
  name: 'small',
  tools: [{ name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } }],
  scenarios: [{ id: 's', user: 'Hi', script: ['Hello.'], expected: { calls: [] } }],
});
const usual: RunFlags = { mode: 'replay', concurrency: 1, seed: 's', out: 'runs', tier: 'exact' };

it.each<[workers: number | undefined, canStart: boolean, count: number | null]>([
  [undefined, true, null],
  [1, true, null],
  [2, false, null],
  [2, true, 2],
  [3, true, 3],
])('%j workers, which can be started: %j, are %j', async (workers, canStart, count) => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.json', suite);
  const asked: unknown[] = [];
  const io = plainIo({
    ...createTestIo({ cwd: scratch.path }),
    ...(canStart
      ? {
          startWorker: (wanted) => {
            asked.push(wanted);
            return () => ({ send: () => undefined, kill: () => undefined });
          },
        }
      : {}),
  });
  const flags = { ...usual, ...(workers === undefined ? {} : { workers }) };
  const options = await toRunOptions('suite.json', flags, io);
  expect(options.workers?.count ?? null).toBe(count);
  expect(asked).toEqual(count === null ? [] : [{ wanted: 'suite.json', flags: usual }]);
  expect(withoutWorkers(options)).not.toHaveProperty('workers');
});

it.each<[part: object, says: string | null]>([
  [{ mode: 'live' }, 'only replays run in worker processes, not --mode live'],
  [{ mode: 'record' }, 'only replays run in worker processes, not --mode record'],
  [{ variants: ['own'] }, 'variant "own" has an agent of its own, which runs in one process'],
  [{ variants: '*' }, 'variant "own" has an agent of its own'],
  [{ variants: ['plain'] }, null],
  [{ variants: null }, null],
])('workers for %j: %j', async (part, says) => {
  await using scratch = await createScratchFolder();
  await scratch.write('suite.json', suite);
  const io = plainIo(createTestIo({ cwd: scratch.path }));
  const options = await toRunOptions('suite.json', usual, io);
  const [plain] = options.suite.variants;
  if (plain === undefined) throw new Error('no variant');
  const agent = (): Promise<never> => Promise.reject(new Error('no trial runs here'));
  const variants = [
    { ...plain, name: 'plain', isDefault: true },
    { ...plain, name: 'own', isDefault: false, agent },
  ];
  const choose = (): unknown =>
    chooseWorkers(
      { ...options, suite: { ...options.suite, variants }, ...part },
      { wanted: 'suite.json', path: scratch.path, flags: { ...usual, workers: 2 } },
      io,
    );
  if (says === null) expect(choose()).toEqual({});
  else expect(choose).toThrow(`Cannot use --workers 2: ${says}`);
});
