import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

import type { CommandAgent } from '../core/suite/remote-agent.ts';
import { RigError } from '../core/rig-error.ts';

/** What the process of the run lends to the processes that it starts; filled by the command line. */
export interface ChildHost {
  /** The environment of the run, of which a child gets a few variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A process group began: it is to end with the run, however that ends. */
  began(pid: number): void;
  /** Ends a process group, by force, if it is still there. */
  end(pid: number): void;
}

/** How a child ended. */
export interface ChildEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process of an agent, the first of its group. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** Never rejects. */
  readonly done: Promise<ChildEnd>;
  /** The end of what it wrote to standard error. */
  lastWords(): string;
  /** Ends it and all that it started. */
  end(): void;
}

/** Variables that programs need to be found and to run at all; none of them is a secret. */
const passed: readonly string[] = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TMP',
  'TEMP',
  'USER',
  'SystemRoot',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
];

/** So much of standard error is kept: its end says why. */
const keptChars = 8_000;

/**
 * Starts the process of a command, without a shell, in a separate group, with little more than `PATH` in its environment.
 *
 * @throws RigError `AGENT_CANNOT_START` when the program or the folder does not exist.
 */
export async function startChild(
  { command, cwd, inherit, env }: Pick<CommandAgent, 'command' | 'cwd' | 'inherit' | 'env'>,
  host: ChildHost,
): Promise<Child> {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    ...(cwd === null ? {} : { cwd }),
    env: { ...pick(host.env, [...passed, ...inherit]), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  const done = new Promise<ChildEnd>((resolve) => {
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal }));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(toStartError(program, cwd, error)));
  });
  // Errors after the start, such as a signal that could not be sent, show in how it ends.
  child.on('error', () => undefined);
  // An agent that ends without reading its input is not an error of the run.
  child.stdin.on('error', () => undefined);
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = `${words}${text}`.slice(-keptChars);
  });
  const { pid = 0 } = child;
  host.began(pid);
  // What it started and left behind would keep its output open.
  child.once('exit', () => host.end(pid));
  return { process: child, done, lastWords: () => words, end: () => host.end(pid) };
}

function pick(env: ChildHost['env'], names: readonly string[]): Readonly<Record<string, string>> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}

function toStartError(program: string, cwd: string | null, error: Error): RigError {
  const code = 'code' in error ? String(error.code) : error.message;
  const why =
    code === 'ENOENT'
      ? `there is no such program${cwd === null ? '' : `, or no folder "${cwd}"`}`
      : code === 'EACCES'
        ? 'it may not be executed'
        : code;
  return new RigError(
    'AGENT_CANNOT_START',
    `Cannot start the agent "${program}": ${why}. Check the "command" of the agent and its "cwd"`,
  );
}
