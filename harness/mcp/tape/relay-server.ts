import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { RigError } from '../../core/rig-error.ts';
import type { TapeRecorder } from './tape-recorder.ts';

/** A server that speaks over standard input and output, and the client that started it. */
export interface RelayOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the client says, line by line. */
  readonly lines: AsyncIterable<string>;
  /** To the client. */
  readonly out: (text: string) => void;
  readonly recorder: TapeRecorder;
  readonly signal: AbortSignal;
}

/**
 * Runs a server between its client and a recorder. Every line is passed on as it is.
 *
 * @returns The exit code of the server; 0 where a signal ended it, as clients end their servers.
 */
export async function relayServer(options: RelayOptions): Promise<number> {
  const { command, cwd, env, lines, out, recorder, signal } = options;
  const [program = '', ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(toStartError(program, error)));
    child.once('close', (exitCode) => resolve(exitCode ?? 0));
  });
  // A server that is gone does not read.
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', (line) => {
    recorder.hearServer(line);
    out(`${line}\n`);
  });
  const passOn = async (): Promise<void> => {
    for await (const line of lines) {
      recorder.hearClient(line);
      child.stdin.write(`${line}\n`);
    }
    child.stdin.end();
  };
  try {
    const [exitCode] = await Promise.race([
      ended.then((code) => [code] as const),
      passOn().then(async () => [await ended] as const),
    ]);
    return exitCode;
  } finally {
    signal.removeEventListener('abort', stop);
    recorder.close();
  }
}

function toStartError(program: string, error: Error): RigError {
  const code = 'code' in error ? String(error.code) : error.message;
  const why = code === 'ENOENT' ? 'there is no such program' : code;
  return new RigError('MCP_SERVER', `Cannot start the MCP server "${program}": ${why}`);
}
