import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const entry = fileURLToPath(new URL('main.ts', import.meta.url));

it('prints its base URL when it serves both models, and ends on SIGTERM', async () => {
  const server = start('0');
  try {
    const lines = createInterface({ input: server.stdout });
    const [baseUrl] = (await once(lines, 'line')) as [string];
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+\/v1$/u);
    const { data } = JSON.parse(await (await fetch(`${baseUrl}/models`)).text());
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['encoder', 'words', 'encoder-not']);
  } finally {
    server.kill('SIGTERM');
  }
  expect(await toExit(server)).toEqual([0, null]);
});

it.each(['', '-1', '65536'])('refuses the port %j', async (port) => {
  expect(await toExit(start(port))).toEqual([2, null]);
});

function start(port: string): ChildProcess & { readonly stdout: NodeJS.ReadableStream } {
  return spawn(process.execPath, ['--import', 'jiti/register', entry, `--port=${port}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

async function toExit(child: ChildProcess): Promise<readonly unknown[]> {
  return child.exitCode === null && child.signalCode === null
    ? once(child, 'exit')
    : [child.exitCode, child.signalCode];
}
