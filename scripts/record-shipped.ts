import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { handbook } from '../suites/orders/handbook.ts';
import { recordedOrders } from './agent-server/recorded-orders.ts';
import { recordSuite, type RecordIo } from './agent-server/record-suite.ts';
import { startAgentServer } from './agent-server/start-agent-server.ts';
import { createEncoderPolicy } from './encoder-server/create-encoder-policy.ts';
import { createEncoderServer } from './encoder-server/create-encoder-server.ts';
import { createWordsPolicy } from './encoder-server/create-words-policy.ts';
import { loadEncoder } from './encoder-server/encoder.ts';

// Usage: npm run record:shipped [-- FOLDER]
// Records the shipped suites over real HTTP, from servers of this machine, into `cassettes/` (emptied first) or into FOLDER.

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder] = process.argv.slice(2);
const cassettes = folder ?? 'cassettes';
const stop = new AbortController();
process.once('SIGINT', () => {
  stop.abort();
});
const io: RecordIo = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  cwd: root,
  signal: stop.signal,
};

if (folder === undefined) await rm(join(root, cassettes), { recursive: true, force: true });
const codes = [await recordOrders(), await recordSupportDesk()];
const highest = Math.max(...codes);
// A variant that is meant to fail gives 1; everything above says that something was not recorded.
process.exitCode = highest > 1 ? highest : 0;

async function recordOrders(): Promise<number> {
  const server = await startAgentServer(handbook, 0);
  try {
    const { baseUrl } = server;
    const suite = 'suites/orders';
    const code = await recordSuite({ suite, baseUrl, cassettes, variants: recordedOrders }, io);
    console.log(`${suite}: the server answered ${server.stats.completions} requests.`);
    return code;
  } finally {
    await server.close();
  }
}

/** Every variant of the description benchmark, without faults: its model can stand for selection only. */
async function recordSupportDesk(): Promise<number> {
  const suite = 'suites/support-desk';
  if (!existsSync(join(root, suite, 'suite.ts'))) {
    console.log(`${suite}: no suite.ts, so nothing is recorded.`);
    return 0;
  }
  const policies = [createEncoderPolicy(await loadEncoder()), createWordsPolicy()];
  const server = createEncoderServer(policies);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/v1`;
    return await recordSuite({ suite, baseUrl, cassettes, variants: [['*', 'none']] }, io);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
