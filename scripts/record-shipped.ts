import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import type { Handbook } from '../harness/agent/playbook.ts';
import { handbook } from '../suites/orders/handbook.ts';
import { handbook as deskHandbook } from '../suites/support-desk/handbook.ts';
import {
  recordMixtures,
  recordSuite,
  type RecordedVariants,
  type RecordIo,
} from './agent-server/record-suite.ts';
import { recordedDesk, recordedNearest, recordedOrders } from './agent-server/recorded-suites.ts';
import { startAgentServer } from './agent-server/start-agent-server.ts';
import { createEncoderPolicy } from './encoder-server/create-encoder-policy.ts';
import { createEncoderServer } from './encoder-server/create-encoder-server.ts';
import { createWordsPolicy } from './encoder-server/create-words-policy.ts';
import { loadEncoder } from './encoder-server/encoder.ts';

// Usage: npm run record:shipped [-- --suite orders] [--out FOLDER]
// Records the shipped suites over real HTTP, from servers of this machine, into `cassettes/` or into FOLDER; what is there of them goes first.

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: { suite: { type: 'string' }, out: { type: 'string', default: 'cassettes' } },
});
const suites: Readonly<Record<string, () => Promise<number>>> = {
  orders: recordOrders,
  'support-desk': recordSupportDesk,
};
const wanted = values.suite === undefined ? Object.keys(suites) : [values.suite];
const unknown = wanted.find((name) => suites[name] === undefined);
if (unknown !== undefined) {
  console.error(`Cannot record "${unknown}": expected ${Object.keys(suites).join(' or ')}`);
  process.exit(2);
}
const cassettes = values.out;
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

// Parts may belong to any suite, so they go only when all suites are recorded.
const stale = values.suite === undefined ? [...wanted, 'parts'] : [...wanted];
// Mixtures of toolsets are of the support desk alone.
if (wanted.includes('support-desk')) stale.push('.bisect');
for (const name of stale)
  await rm(resolve(root, cassettes, name), { recursive: true, force: true });
let highest = 0;
for (const name of wanted) highest = Math.max(highest, (await suites[name]?.()) ?? 0);
// A variant that is meant to fail gives 1; everything above says that something was not recorded.
process.exitCode = highest > 1 ? highest : 0;

async function recordOrders(): Promise<number> {
  return await recordScripted('suites/orders', handbook, recordedOrders);
}

/** Records the variants of a suite that scripted agents answer. */
async function recordScripted(
  suite: string,
  agents: Handbook,
  variants: RecordedVariants,
): Promise<number> {
  const server = await startAgentServer(agents, 0);
  try {
    const { baseUrl } = server;
    const code = await recordSuite({ suite, baseUrl, cassettes, variants }, io);
    console.log(`${suite}: the server answered ${server.stats.completions} requests.`);
    return code;
  } finally {
    await server.close();
  }
}

/** Every variant of the description benchmark, without faults: its model can stand for selection only. Then the scripted agent's. */
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
    const base = { suite, baseUrl, cassettes };
    const codes = [
      await recordSuite({ ...base, variants: recordedNearest }, io),
      // Only what is sampled can come out otherwise when it is asked again.
      await recordSuite(
        { ...base, variants: [['sampled-*', 'none']], options: ['--repeats', '3'] },
        io,
      ),
      await recordMixtures(base, io),
      await recordScripted(suite, deskHandbook, recordedDesk),
    ];
    return Math.max(...codes);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
