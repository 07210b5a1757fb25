import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The model in a process of its own, so that it can be killed. */
export interface LoadServer {
  readonly port: number;
  kill(): Promise<void>;
}

/** Starts it on a port; 0 takes a free one. */
export async function startServer(port: number, log: string, seed: string): Promise<LoadServer> {
  const entry = fileURLToPath(new URL('serve.ts', import.meta.url));
  const loader = import.meta.resolve('jiti/register');
  const child = spawn(process.execPath, ['--import', loader, entry, String(port), log, seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const line = await Promise.race([
    once(child.stdout.setEncoding('utf8'), 'data').then(String),
    ended.then(() => {
      throw new Error('The server did not start');
    }),
  ]);
  return {
    port: Number(line),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
