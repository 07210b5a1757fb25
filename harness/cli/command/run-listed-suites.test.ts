import { expect, it } from 'vitest';

import { createScratchFolder } from '../../testing/scratch-folder.ts';
import type { CliIo } from '../io/cli-io.ts';
import { runListedSuites } from './run-listed-suites.ts';

const toIo = (cwd: string, out: string[], signal: AbortSignal): CliIo => ({
  out: (text) => out.push(text),
  err: () => undefined,
  command: () => undefined,
  redraw: () => undefined,
  hide: () => undefined,
  env: {},
  cwd,
  isTerminal: false,
  now: () => '2026-01-01T00:00:00.000Z',
  nowMs: () => 0,
  newSalt: () => 'salt',
  process: { owner: 'test/1', isAlive: () => true },
  signal,
});

/** Runs suites that end with these codes, all of them listed in the configuration. */
async function runAll(
  codes: readonly number[],
  more: { readonly named?: string; readonly json?: boolean; readonly stopAfter?: number } = {},
): Promise<{ readonly exitCode: number; readonly out: string; readonly ran: readonly unknown[] }> {
  await using folder = await createScratchFolder();
  const suites = codes.map((_, place) => `s${place}.yaml`);
  await folder.write('toolrig.config.ts', `export default { suites: ${JSON.stringify(suites)} };`);
  const stop = new AbortController();
  const out: string[] = [];
  const ran: unknown[] = [];
  const exitCode = await runListedSuites(more.named, toIo(folder.path, out, stop.signal), {
    json: more.json ?? false,
    run: (suite, isOneOfSeveral) => {
      const code = codes[ran.length] ?? 0;
      ran.push([suite, isOneOfSeveral]);
      if (ran.length === more.stopAfter) stop.abort();
      return Promise.resolve(code);
    },
  });
  return { exitCode, out: out.join(''), ran };
}

const order = [130, 2, 4, 1, 3, 0];
const pairs = order.flatMap((first) => order.map((second) => [first, second] as const));

it.each(pairs)('of the exit codes %d and %d the one that outweighs counts', async (...codes) => {
  const wanted = order.find((code) => codes.includes(code));
  const { exitCode, out } = await runAll(codes);
  expect(exitCode).toBe(wanted);
  expect(out).toBe(`\n2 of 2 suites ran; all together: exit code ${wanted}\n`);
});

it('counts the suites that ran, and starts none after an interruption', async () => {
  const { exitCode, out, ran } = await runAll([0, 130, 0], { stopAfter: 2 });
  expect([exitCode, ran.length]).toEqual([130, 2]);
  expect(out).toBe('\n2 of 3 suites ran; all together: exit code 130\n');
});

it('a code that is not known is INVALID, never a pass', async () => {
  expect((await runAll([77, 78])).exitCode).toBe(4);
});

it.each([
  { name: 'a suite that is named', codes: [0, 0], named: 'mine.yaml', ran: ['mine.yaml', false] },
  { name: 'the only listed one', codes: [0], ran: ['s0.yaml', false] },
  { name: 'none', codes: [], ran: [undefined, false] },
])('runs $name alone, and says nothing of several', async ({ codes, named, ran }) => {
  const result = await runAll(codes, named === undefined ? {} : { named });
  expect([result.ran, result.out]).toEqual([[ran], '']);
});

it('gives the exit code of a single suite as it is', async () => {
  expect((await runAll([3])).exitCode).toBe(3);
  expect((await runAll([1, 0], { named: 'mine.yaml', json: true })).exitCode).toBe(1);
});

it('refuses one JSON object for several suites, before any of them runs', async () => {
  await expect(runAll([0, 0], { json: true })).rejects.toThrow(
    'Cannot print one JSON object for several suites: name one of s0.yaml, s1.yaml',
  );
});
