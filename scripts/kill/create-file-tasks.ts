import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../harness/testing/run-command-line.ts';
import { selection } from './create-run-tasks.ts';
import { inspectFinished, inspectLeft, readReference } from './inspect-run.ts';
import { type KillDamage, type KillTask, noDamage, type RunCommand } from './kill-task.ts';
import { findRun, readTree } from './read-left.ts';

/** The content of every file before a command writes it. */
const old = 'what was there before\n';

/** `compare`, `import`, `baseline accept` and `report`: every file is the old one or the new one, whole. */
export async function createFileTasks(
  folder: string,
  whole: string,
  command: RunCommand,
): Promise<readonly KillTask[]> {
  const tasks = [toReport(whole), toAccept(whole), toCompare()];
  const made: KillTask[] = [];
  for (const task of tasks) made.push(await toTask(task, join(folder, task.name), command));
  return [...made, await toImport(join(folder, 'import'), command)];
}

interface FileTask {
  readonly name: 'baseline accept' | 'compare' | 'report';
  /** Files that the command replaces, below `out`. */
  readonly files: readonly string[];
  readonly args: readonly string[];
  readonly exitCode: number;
}

function toReport(whole: string): FileTask {
  const files = ['page.html', 'junit.xml', 'page.md', 'tables/trials.csv', 'tables/calls.csv'];
  const flags = ['--html', 'out/page.html', '--junit', 'out/junit.xml', '--md', 'out/page.md'];
  const args = ['report', whole, ...flags, '--csv', 'out/tables'];
  return { name: 'report', files, args, exitCode: 1 };
}

function toAccept(whole: string): FileTask {
  const args = ['baseline', 'accept', whole, '--folder', 'out'];
  return { name: 'baseline accept', files: ['orders.json'], args, exitCode: 0 };
}

function toCompare(): FileTask {
  const sides = ['--by', 'loop', '--baseline', 'reference', '--candidate', 'naive'];
  const args = ['compare', join(repositoryRoot, 'suites/orders'), ...sides, ...selection];
  const outputs = ['--out', 'runs', '--html', 'out/page.html', '--md', 'out/page.md'];
  return {
    name: 'compare',
    files: ['page.html', 'page.md'],
    args: [...args, ...outputs],
    exitCode: 1,
  };
}

async function toTask(
  { name, files, args, exitCode }: FileTask,
  folder: string,
  command: RunCommand,
): Promise<KillTask> {
  mkdirSync(folder, { recursive: true });
  const done = await command(args, folder);
  if (done.exitCode !== exitCode) throw new Error(`${name}: ${done.exitCode} ${done.err}`);
  const reference = readTree(join(folder, 'out'));
  const run = findRun(folder);
  const lines = run === null ? null : readReference(run);
  return {
    name,
    exitCode,
    prepare: (place) => {
      for (const file of files) {
        mkdirSync(join(place, 'out', file, '..'), { recursive: true });
        writeFileSync(join(place, 'out', file), old);
      }
      return Promise.resolve(args);
    },
    hasBegun: run === null ? null : (place) => findRun(place) !== null,
    async inspect(place) {
      const left = listHalf(readTree(join(place, 'out')), reference);
      const killed = findRun(place);
      const damage =
        killed === null || lines === null ? noDamage : await inspectLeft(killed, lines, command);
      const again = await command(args, place);
      const now = readTree(join(place, 'out'));
      return {
        ...damage,
        kept: damage.kept + left.whole,
        torn: [...damage.torn, ...left.half],
        blocked:
          again.exitCode === exitCode
            ? damage.blocked
            : [...damage.blocked, `${name} gave ${again.exitCode}: ${again.err.slice(-300)}`],
        different: [...reference.keys(), ...now.keys()]
          .filter((path) => now.get(path) !== reference.get(path))
          .map((path) => `"${path}" is another`),
      } satisfies KillDamage;
    },
  };
}

/** Files that are neither the old one nor the new one; a draft is never taken for a file. */
function listHalf(
  now: ReadonlyMap<string, string>,
  reference: ReadonlyMap<string, string>,
): { readonly whole: number; readonly half: readonly string[] } {
  const files = [...now].filter(([path]) => !path.endsWith('.part'));
  const half = files.filter(([path, text]) => text !== old && text !== reference.get(path));
  return { whole: files.length - half.length, half: half.map(([path]) => `"${path}" is half`) };
}

const importCount = 400;

async function toImport(folder: string, command: RunCommand): Promise<KillTask> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'gpt-x.json');
  writeFileSync(file, JSON.stringify(Array.from({ length: importCount }, toResult)));
  const args = ['import', file, '--format', 'tau', '--out', 'runs'];
  const done = await command(args, folder);
  const whole = findRun(folder);
  if (whole === null) throw new Error(`import: ${done.exitCode} ${done.err}`);
  const reference = readReference(whole);
  return {
    name: 'import',
    exitCode: done.exitCode,
    prepare: () => Promise.resolve(args),
    hasBegun: (place) => findRun(place) !== null,
    async inspect(place) {
      const run = findRun(place);
      const left = run === null ? noDamage : await inspectLeft(run, reference, command);
      const next = join(place, 'again');
      mkdirSync(next);
      const again = await command(args, next);
      const made = findRun(next);
      return {
        ...left,
        blocked:
          again.exitCode === done.exitCode
            ? left.blocked
            : [...left.blocked, `import gave ${again.exitCode}: ${again.err.slice(-300)}`],
        different: made === null ? ['no run folder'] : inspectFinished(made, reference),
      };
    },
  };
}

function toResult(_: unknown, index: number): unknown {
  const call = { id: 'c1', type: 'function', function: { name: 'book', arguments: '{"id": 5}' } };
  const traj = [
    { role: 'user', content: `Book number ${index}` },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', name: 'book', content: 'booked' },
    { role: 'assistant', content: 'It is booked' },
    { role: 'user', content: 'Thanks ###STOP###' },
  ];
  return { task_id: index, trial: 0, reward: index % 2, info: {}, traj };
}
