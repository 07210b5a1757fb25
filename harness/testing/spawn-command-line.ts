import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from './run-command-line.ts';

/** The result of a command line that ran in its own process. */
export interface ProcessResult {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** A command line in a process of its own: what was built, or the sources where those are newer. */
export interface SpawnedCommand {
  readonly child: ChildProcess;
  /** Standard error so far. */
  errSoFar(): string;
  readonly done: Promise<ProcessResult>;
}

/** Starts `toolrig` with these arguments and nothing in its environment but `PATH` and what is given, and without results of earlier runs. */
export function spawnCommandLine(
  args: readonly string[],
  place: {
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
    /** Path of the Node binary; default: the one of this process. */
    readonly node?: string;
    /** A program that starts it, with its own arguments. */
    readonly under?: readonly string[];
  } = {},
): SpawnedCommand {
  const command = [...(place.under ?? []), place.node ?? process.execPath, ...toEntry(), ...args];
  const [program = '', ...rest] = command;
  const child = spawn(program, rest, {
    cwd: place.cwd ?? repositoryRoot,
    // Every test runs what it is about.
    env: { PATH: process.env['PATH'] ?? '', TOOLRIG_CACHE: 'off', ...place.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const done = new Promise<ProcessResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal, out, err }));
  });
  return { child, errSoFar: () => err, done };
}

const built = join(repositoryRoot, 'dist/harness/cli/main.js');
const sources = join(repositoryRoot, 'harness');

/** The build starts three times as fast. */
function toEntry(): readonly string[] {
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (builtAt > newestSource()) return [built];
  return ['--import', import.meta.resolve('jiti/register'), join(sources, 'cli/main.ts')];
}

function newestSource(): number {
  const paths = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const times = paths
    .filter((path) => /^(?!testing\b).*(?<!\.test)\.ts$/u.test(path))
    .map((path) => statSync(join(sources, path)).mtimeMs);
  return Math.max(...times);
}
