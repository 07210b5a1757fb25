import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { startAgentServer } from './agent-server/start-agent-server.ts';
import { handbook } from '../suites/orders/handbook.ts';
import { copyOrders } from '../harness/testing/copy-orders.ts';
import { type CommandResult, runCommandLine } from '../harness/testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../harness/testing/scratch-folder.ts';
import { runCli } from '../harness/cli/run-cli.ts';

vi.setConfig({ testTimeout: 60_000 });

const one = ['suites/orders', '--scenario', 'goodbye'] as const;

/** A checkout in which a folder is a link to a place outside it. */
async function linkOut(checkout: ScratchFolder, victim: ScratchFolder, way: string): Promise<void> {
  const place = join(checkout.path, way);
  if (existsSync(place)) {
    cpSync(place, victim.path, { recursive: true });
    renameSync(place, `${place}.moved`);
  }
  mkdirSync(join(place, '..'), { recursive: true });
  symlinkSync(victim.path, place);
  await checkout.write('unused', '');
}

async function toolrig(folder: ScratchFolder, args: readonly string[]): Promise<CommandResult> {
  return await runCommandLine(runCli, args, { cwd: folder.path });
}

const refused = /a link on the way leads out of/u;

it.each<readonly [string, readonly string[], string]>([
  ['reports', ['run', ...one], '--out ./reports/runs'],
  ['reports/runs', ['run', ...one], '--out ./reports/runs'],
  ['reports', ['compare', 'suites/orders', '--by', 'plan'], '--out ./reports/runs'],
  ['reports', ['baseline', 'accept', 'given'], '--folder'],
  ['reports/baseline', ['baseline', 'accept', 'given'], '--folder'],
])('a checkout whose %s is a link out of it: toolrig %j writes nothing there', async (...row) => {
  const [way, args, remedy] = row;
  await using checkout = await copyOrders();
  await using victim = await createScratchFolder();
  if (args[0] === 'baseline') {
    await toolrig(checkout, ['run', ...one, '--out', 'made']);
    const [run = ''] = readdirSync(join(checkout.path, 'made'));
    renameSync(join(checkout.path, 'made', run), join(checkout.path, 'given'));
  }
  await linkOut(checkout, victim, way);
  const before = readdirSync(victim.path);
  const { exitCode, err } = await toolrig(checkout, args);
  expect([exitCode, err]).toEqual([2, expect.stringMatching(refused)]);
  expect(err).toContain(remedy);
  expect(readdirSync(victim.path)).toEqual(before);
});

it.each(['cassettes', 'cassettes/orders', 'cassettes/orders/goodbye', 'cassettes/parts'])(
  'a checkout whose %s is a link out of it: nothing is recorded or removed there',
  async (way) => {
    await using checkout = await copyOrders();
    await using victim = await createScratchFolder();
    await linkOut(checkout, victim, way);
    const list = (): readonly string[] => readdirSync(victim.path, { recursive: true }).map(String);
    const before = list();
    const server = await startAgentServer(handbook, 0);
    const to = ['--base-url', server.baseUrl, '--rerecord'];
    const { exitCode, err } = await toolrig(checkout, ['record', ...one, ...to]);
    await server.close();
    // A part that is there already is not written again.
    expect([exitCode, refused.test(err)]).toEqual(
      way === 'cassettes/parts' ? [0, false] : [way === 'cassettes' ? 2 : 4, true],
    );
    expect(list()).toEqual(before);
  },
);

it('nothing is removed through a link in the place of the recordings', async () => {
  await using checkout = await copyOrders();
  await using victim = await createScratchFolder();
  await victim.write('orders/long-gone/reference/none.r1.jsonl.part', '');
  renameSync(join(checkout.path, 'cassettes'), join(checkout.path, 'moved'));
  symlinkSync(victim.path, join(checkout.path, 'cassettes'));
  const prune = ['cassettes', 'prune', 'suites/orders', '--yes'];
  const { exitCode, err } = await toolrig(checkout, prune);
  expect([exitCode, err]).toEqual([2, expect.stringMatching(refused)]);
  expect(existsSync(join(victim.path, 'orders/long-gone/reference/none.r1.jsonl.part'))).toBe(true);
});

it('a link that the user names is used, and one that stays inside is allowed', async () => {
  await using checkout = await copyOrders();
  await using other = await createScratchFolder();
  await linkOut(checkout, other, 'reports');
  expect((await toolrig(checkout, ['run', ...one, '--out', './reports/runs'])).exitCode).toBe(0);
  expect(readdirSync(join(other.path, 'runs'))).toHaveLength(1);
  await using second = await copyOrders();
  mkdirSync(join(second.path, 'elsewhere'));
  symlinkSync('elsewhere', join(second.path, 'reports'));
  expect((await toolrig(second, ['run', ...one])).exitCode).toBe(0);
});
