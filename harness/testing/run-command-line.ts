import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

/** The result of one command line. */
export interface CommandResult {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** The process that a command line sees: fixed time, no terminal, an empty environment unless the test gives one. */
export interface TestIo {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly isTerminal: boolean;
  readonly now: () => string;
  readonly nowMs: () => number;
  readonly newSalt: () => string;
  readonly process: { readonly owner: string; readonly isAlive: (owner: string) => boolean };
  readonly signal: AbortSignal;
  readonly lines?: () => AsyncIterable<string>;
  readonly startWorker?: () => () => never;
  readonly keepsResults?: true;
}

/** What a test may choose of its process. */
export type TestPlace = Partial<
  Pick<
    TestIo,
    'cwd' | 'env' | 'process' | 'signal' | 'lines' | 'out' | 'err' | 'startWorker' | 'keepsResults'
  >
>;

/** A process for a test. */
export function createTestIo(place: TestPlace = {}): TestIo {
  return {
    out: () => undefined,
    err: () => undefined,
    env: {},
    cwd: repositoryRoot,
    isTerminal: false,
    now: () => '2026-01-01T00:00:00.000Z',
    nowMs: () => 0,
    newSalt: () => 'salt',
    process: { owner: 'test/1', isAlive: () => true },
    signal: new AbortController().signal,
    ...place,
  };
}

/** Runs a command line in this process. */
export async function runCommandLine(
  runCli: (args: readonly string[], io: TestIo) => Promise<number>,
  args: readonly string[],
  place: TestPlace = {},
): Promise<CommandResult> {
  const out: string[] = [];
  const err: string[] = [];
  const io = createTestIo({
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    ...place,
  });
  const exitCode = await runCli(args, io);
  return { exitCode, out: out.join(''), err: err.join('') };
}
