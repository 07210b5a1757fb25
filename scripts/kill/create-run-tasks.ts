import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import type { Random } from '../../harness/core/random.ts';
import { repositoryRoot } from '../../harness/testing/run-command-line.ts';
import { inspectFinished, inspectLeft, readReference, type Reference } from './inspect-run.ts';
import { type KillDamage, type KillTask, noDamage, type RunCommand } from './kill-task.ts';
import { findRun, readWholeLines } from './read-left.ts';

const suite = join(repositoryRoot, 'suites/orders');
/** Small enough for many kills, with faulted trials, which come in groups. */
export const selection = ['--scenario', 'refund-*', '--faults', 'standard'] as const;
const variants = ['--variant', 'reference,naive'] as const;
/** The naive variant fails, as it should. */
const exitCode = 1;

/** A run that is never killed, below this folder. */
export async function runWhole(folder: string, command: RunCommand): Promise<string> {
  const result = await command(toRunArgs(folder, []), folder);
  const run = findRun(folder);
  if (result.exitCode !== exitCode || run === null) throw new Error(result.err);
  return run;
}

/** `run`, and `run --resume` of what an earlier kill left. */
export function createRunTasks(whole: string, command: RunCommand): readonly KillTask[] {
  const reference = readReference(whole);
  const inspect = async (folder: string): Promise<KillDamage> => {
    const run = findRun(folder);
    if (run === null) return noDamage;
    return finish({ folder, run, reference }, command);
  };
  return [
    {
      name: 'run',
      exitCode,
      prepare: (folder) => Promise.resolve(toRunArgs(folder, [])),
      hasBegun: (folder) => findRun(folder) !== null,
      inspect,
    },
    {
      name: 'resume',
      exitCode,
      prepare: (folder, random) => {
        const run = join(folder, 'runs', 'left');
        cpSync(whole, run, { recursive: true });
        damage(run, random);
        return Promise.resolve(toRunArgs(folder, ['--resume', run]));
      },
      hasBegun: (folder) =>
        readFileSync(join(folder, 'runs/left/manifest.json')).length > 0 &&
        !hasStaleLock(join(folder, 'runs/left')),
      inspect,
    },
  ];
}

/** The command line of the run, below a folder. */
export function toRunArgs(folder: string, more: readonly string[]): readonly string[] {
  return ['run', suite, ...variants, ...selection, '--out', join(folder, 'runs'), ...more];
}

/** Held by no process: no system gives this id. */
const staleOwner = `${hostname()}/2147483647`;

function hasStaleLock(run: string): boolean {
  const lock = join(run, 'run.lock');
  return existsSync(lock) && readFileSync(lock, 'utf8').includes(staleOwner);
}

/** What a kill leaves: a cut end, or a conversation that was not measured, which puts the files out of order. */
function damage(run: string, random: Random): void {
  rmSync(join(run, 'summary.json'));
  writeFileSync(join(run, 'run.lock'), `${staleOwner}\n`);
  const trials = readWholeLines(join(run, 'trials.jsonl'));
  const [from, to] = chooseHole(trials, random);
  for (const file of ['trials.jsonl', 'scores.jsonl']) {
    const lines = readWholeLines(join(run, file)).toSpliced(from, to - from);
    writeFileSync(join(run, file), lines.map((line) => `${line}\n`).join(''));
  }
}

/** The lines of one conversation and its faults, or everything from there on. */
function chooseHole(trials: readonly string[], random: Random): readonly [number, number] {
  const keys = trials.map((line) => {
    const { lane } = JSON.parse(line) as {
      readonly lane: { readonly scenario: string; readonly variant: string };
    };
    return `${lane.scenario}/${lane.variant}`;
  });
  const key = keys[Math.floor(random.next() * keys.length)] ?? '';
  const from = keys.indexOf(key);
  return [from, random.next() < 0.5 ? keys.length : keys.lastIndexOf(key) + 1];
}

interface Left {
  readonly folder: string;
  readonly run: string;
  readonly reference: Reference;
}

async function finish({ folder, run, reference }: Left, command: RunCommand): Promise<KillDamage> {
  // Without a manifest nothing was measured yet, and there is nothing to resume.
  if (!existsSync(join(run, 'manifest.json'))) return noDamage;
  const left = await inspectLeft(run, reference, command);
  const before = readWholeLines(join(run, 'trials.jsonl'));
  const isWhole = existsSync(join(run, 'summary.json'));
  const resumed = await command(toRunArgs(folder, ['--resume', run]), folder);
  const wanted = isWhole ? 2 : exitCode;
  const after = new Set(readWholeLines(join(run, 'trials.jsonl')));
  const gone = before.filter((line) => !after.has(line)).length;
  return {
    ...left,
    lost: gone === 0 ? [] : [`${gone} lines are gone after --resume`],
    blocked:
      resumed.exitCode === wanted
        ? left.blocked
        : [...left.blocked, `--resume gave ${resumed.exitCode}: ${resumed.err.slice(-300)}`],
    different: isWhole ? [] : inspectFinished(run, reference),
  };
}
