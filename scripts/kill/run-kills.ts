import { mkdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { runCli } from '../../harness/cli/run-cli.ts';
import { createRandom, type Random } from '../../harness/core/random.ts';
import { runCommandLine } from '../../harness/testing/run-command-line.ts';
import { spawnCommandLine } from '../../harness/testing/spawn-command-line.ts';
import { handbook } from '../../suites/orders/handbook.ts';
import { startAgentServer } from '../agent-server/start-agent-server.ts';
import { createFileTasks } from './create-file-tasks.ts';
import { createRecordTask } from './create-record-task.ts';
import { createRunTasks, runWhole, toRunArgs } from './create-run-tasks.ts';
import { type KillDamage, type KillName, type KillTask, type RunCommand } from './kill-task.ts';
import { resumeTwice, type TwoResumes } from './resume-twice.ts';

/** One kill and its outcome. */
export interface KillResult extends KillDamage {
  readonly name: KillName;
  /** The command had ended before the signal came. */
  readonly wasOver: boolean;
}

export interface KillOptions {
  readonly kills: number;
  readonly seed: string;
  /** Asked before each kill; what was found so far stays. */
  readonly isStopped: () => boolean;
}

/**
 * Kills commands at random moments with SIGKILL, looks at what they left, and finishes their work.
 *
 * @param folder - an empty folder; everything happens below it.
 */
export async function runKills(
  folder: string,
  { kills, seed, isStopped }: KillOptions,
  onResult: (result: KillResult) => void,
): Promise<TwoResumes> {
  const random = createRandom(seed);
  const server = await startAgentServer(handbook, 0);
  try {
    const whole = await runWhole(toPlace(folder, 'whole'), command);
    const tasks = [
      ...createRunTasks(whole, command),
      await createRecordTask(toPlace(folder, 'recorded'), server, command),
      ...(await createFileTasks(toPlace(folder, 'files'), whole, command)),
    ];
    const windows = new Map<KillTask, Window>();
    for (let kill = 0; kill < kills && !isStopped(); kill += 1) {
      const task = tasks[kill % tasks.length];
      if (task === undefined) break;
      const window =
        windows.get(task) ?? (await measure(task, toPlace(folder, 'measured'), random));
      windows.set(task, window);
      const place = toPlace(folder, `kill-${kill}`);
      onResult(await killOnce(task, place, { window, random }));
      rmSync(place, { recursive: true, force: true });
    }
    return await resumeTwice(toPlace(folder, 'twice'), whole, toRunArgs(folder, []));
  } finally {
    await server.close();
  }
}

const command: RunCommand = (args, cwd) =>
  runCommandLine(runCli, args, {
    cwd,
    process: { owner: `${hostname()}/${process.pid}`, isAlive },
  });

function isAlive(owner: string): boolean {
  const id = Number(owner.split('/')[1]);
  try {
    return Number.isInteger(id) && process.kill(id, 0);
  } catch {
    return false;
  }
}

function toPlace(folder: string, name: string): string {
  const place = join(folder, name);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  return place;
}

/** When a command that is left alone begins to write, and when it ends. */
interface Window {
  readonly begunMs: number;
  readonly endMs: number;
}

async function measure(task: KillTask, place: string, random: Random): Promise<Window> {
  const args = await task.prepare(place, random);
  const startMs = performance.now();
  const { done } = spawnCommandLine(args, { cwd: place });
  let isOver = false;
  const ended = done.finally(() => (isOver = true));
  await untilBegun(task, place, () => isOver);
  const begunMs = performance.now() - startMs;
  const { exitCode, err } = await ended;
  if (exitCode !== task.exitCode) throw new Error(`${task.name} gave ${exitCode}: ${err}`);
  return { begunMs, endMs: performance.now() - startMs };
}

async function untilBegun(task: KillTask, place: string, isOver: () => boolean): Promise<void> {
  while (task.hasBegun !== null && !isOver() && !task.hasBegun(place)) await delay(1);
}

/** Where the begin cannot be seen, the first part of the time is that of starting a process. */
const startShare = 0.5;
/** Kills before the first byte; the others come while something is written. */
const earlyShare = 0.1;

async function killOnce(
  task: KillTask,
  place: string,
  { window, random }: { readonly window: Window; readonly random: Random },
): Promise<KillResult> {
  const args = await task.prepare(place, random);
  const { child, done } = spawnCommandLine(args, { cwd: place });
  let isOver = false;
  void done.then(() => (isOver = true));
  const [early, moment] = [random.next() < earlyShare, random.next() ** 1.5];
  if (early) await delay(moment * window.begunMs);
  else if (task.hasBegun === null) {
    await delay(window.endMs * (startShare + moment * (1.05 - startShare)));
  } else {
    await untilBegun(task, place, () => isOver);
    await delay(moment * (window.endMs - window.begunMs));
  }
  child.kill('SIGKILL');
  const { signal } = await done;
  const damage = await task.inspect(place, args);
  return { ...damage, name: task.name, wasOver: signal === null };
}
