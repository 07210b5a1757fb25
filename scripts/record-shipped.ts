import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';

import { runCli } from '../harness/cli/run-cli.ts';
import { handbook } from '../suites/orders/handbook.ts';
import { startAgentServer } from './agent-server/start-agent-server.ts';

// Usage: npm run record:shipped [-- CASSETTES_FOLDER]
// Records the shipped suites over real HTTP from local servers into `cassettes/`, or into another folder to compare.

const root = fileURLToPath(new URL('..', import.meta.url));
const cassettes = process.argv[2] ?? 'cassettes';
const stop = new AbortController();
process.once('SIGINT', () => {
  stop.abort();
});

/** What is recorded of the orders suite: `--faults` by variant. */
const orders: readonly (readonly [variant: string, faults: string])[] = [
  ['reference', 'standard'],
  ['naive', 'standard'],
  ['single-round', 'none'],
  ['free-text', 'none'],
];

const server = await startAgentServer(handbook, 0);
try {
  for (const [variant, faults] of orders) {
    const code = await record('suites/orders', server.baseUrl, [
      '--variant',
      variant,
      '--faults',
      faults,
    ]);
    // A loop that is meant to fail gives 1; everything above says that nothing was recorded.
    if (code > 1) process.exitCode = code;
  }
} finally {
  await server.close();
}
console.log(`The server answered ${server.stats.completions} requests.`);

async function record(suite: string, baseUrl: string, rest: readonly string[]): Promise<number> {
  const fixed = ['--base-url', baseUrl, '--cassettes', cassettes, '--rerecord', '--allow-record'];
  return await runCli(['record', suite, ...rest, ...fixed], {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    env: process.env,
    cwd: root,
    isTerminal: process.stderr.isTTY,
    now: () => new Date().toISOString(),
    nowMs: () => performance.now(),
    // Nothing here is secret, and recorded again it is the same bytes.
    newSalt: () => 'toolrig-shipped',
    process: { owner: `${hostname()}/${process.pid}`, isAlive: () => true },
    signal: stop.signal,
  });
}
