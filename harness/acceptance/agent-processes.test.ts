import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { spawnCommandLine } from '../testing/spawn-command-line.ts';

// Starts a process of its own, says who both are, and never ends.
const agent = `
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'inherit' });
writeFileSync('pids.part', process.pid + ' ' + child.pid);
renameSync('pids.part', 'pids');
setInterval(() => undefined, 1_000);
`;

async function write(folder: ScratchFolder, timeoutMs: number): Promise<void> {
  await folder.write('agent.mjs', agent);
  const suite = {
    name: 'hang',
    agent: { command: [process.execPath, 'agent.mjs'], timeoutMs },
    tools: [
      { name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } },
    ],
    scenarios: [{ id: 'a', user: 'hi', script: ['Hello.'], expected: { calls: [] } }],
  };
  await folder.write('suite.json', JSON.stringify(suite));
}

async function readPids(folder: ScratchFolder): Promise<readonly number[]> {
  const file = join(folder.path, 'pids');
  while (!existsSync(file)) await delay(20);
  return readFileSync(file, 'utf8').split(' ').map(Number);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A process that was ended is there until its parent, or the system, takes note of it. */
async function untilGone(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await delay(20);
}

it('what an agent started ends with its trial', async () => {
  await using folder = await createScratchFolder();
  await write(folder, 1_500);
  const { done } = spawnCommandLine(['run', '.'], { cwd: folder.path });
  const pids = await readPids(folder);
  expect(pids.every(isAlive)).toBe(true);
  const { exitCode, out } = await done;
  expect(exitCode).toBe(1);
  expect(out).toContain('deadline');
  await untilGone(pids);
});

it.each([1, 2])('what an agent started ends on SIGINT (%i of them)', async (times) => {
  await using folder = await createScratchFolder();
  await write(folder, 60_000);
  const { child, done } = spawnCommandLine(['run', '.'], { cwd: folder.path });
  const pids = await readPids(folder);
  for (let time = 0; time < times; time += 1) child.kill('SIGINT');
  expect((await done).exitCode).toBe(130);
  await untilGone(pids);
});
