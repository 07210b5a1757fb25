import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { createScriptedAgent } from '../harness/agent/create-scripted-agent.ts';
import { createRandom } from '../harness/core/random.ts';
import { runSuite } from '../harness/run/run-suite.ts';
import { loadSuite } from '../harness/suite/load/load-suite.ts';
import { repositoryRoot } from '../harness/testing/run-command-line.ts';
import { createScratchFolder } from '../harness/testing/scratch-folder.ts';
import { spawnCommandLine } from '../harness/testing/spawn-command-line.ts';
import { toTestRunOptions } from '../harness/testing/test-run-options.ts';
import { handbook } from '../suites/orders/handbook.ts';
import { createAgentServer } from './agent-server/create-agent-server.ts';

const orders = await loadSuite(`${repositoryRoot}/suites/orders`);

/** What must not depend on anything but the input. */
function readStable(runFolder: string): readonly string[] {
  return ['trials.jsonl', 'scores.jsonl', 'summary.json'].map((file) =>
    readFileSync(join(runFolder, file), 'utf8'),
  );
}

/** Lanes and parts that were recorded, by path. */
function readRecordings(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    files.map((file) => [file.slice(folder.length), readFileSync(file, 'utf8')]),
  );
}

interface Shuffled extends AsyncDisposable {
  readonly baseUrl: string;
  /** The numbers of the requests, in the order in which they were answered. */
  readonly order: readonly number[];
  readonly inFlight: { readonly most: number };
}

/** The scripted agents behind a server that waits for so many requests, and whose answers then overtake each other by a seed. */
async function startShuffledServer(seed: number, waitFor: number): Promise<Shuffled> {
  const { server: agents } = createAgentServer(
    new Map([['clerk', createScriptedAgent('clerk', handbook)]]),
  );
  const random = createRandom(`order ${seed}`);
  const order: number[] = [];
  const inFlight = { now: 0, most: 0 };
  let count = 0;
  let openDoor = (): void => undefined;
  const door = new Promise<void>((resolve) => (openDoor = resolve));
  const server = createServer((request, response) => {
    const number = (count += 1);
    inFlight.now += 1;
    inFlight.most = Math.max(inFlight.most, inFlight.now);
    response.once('finish', () => {
      order.push(number);
      inFlight.now -= 1;
    });
    if (inFlight.now === waitFor) openDoor();
    const delayMs = random.next() * 12;
    void door.then(() => delay(delayMs)).then(() => agents.emit('request', request, response));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    order,
    inFlight,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it('answers in any order, 16 in flight: the same run and the same recordings, for 20 seeds', async () => {
  await using scratch = await createScratchFolder();
  const run = async (seed: number, concurrency: number) => {
    await using server = await startShuffledServer(seed, concurrency);
    const cassettes = join(scratch.path, `cassettes-${seed}`);
    const { runFolder } = await runSuite(
      toTestRunOptions(orders, join(scratch.path, `runs-${seed}`), {
        mode: 'record',
        baseUrl: server.baseUrl,
        concurrency,
        cassettes,
      }),
    );
    return { server, files: [readStable(runFolder), readRecordings(cassettes)] };
  };
  const alone = await run(0, 1);
  expect(alone.server.order).toEqual(alone.server.order.toSorted((a, b) => a - b));
  expect(Object.keys(alone.files[1] ?? {}).length).toBeGreaterThan(22);
  for (let seed = 1; seed <= 20; seed += 1) {
    const { server, files } = await run(seed, 16);
    expect(server.inFlight.most).toBe(16);
    expect(server.order).not.toEqual(server.order.toSorted((a, b) => a - b));
    expect(files).toEqual(alone.files);
  }
}, 120_000);

async function runElsewhere(
  out: string,
  place: Parameters<typeof spawnCommandLine>[1],
): Promise<readonly string[]> {
  const args = [
    'run',
    'suites/orders',
    '--faults',
    'standard',
    '--variant',
    'reference',
    '--out',
    out,
  ];
  const { exitCode, err } = await spawnCommandLine(args, place).done;
  expect([exitCode, err]).toEqual([0, expect.not.stringContaining('toolrig:')]);
  const [run = ''] = readdirSync(out);
  return readStable(join(out, run));
}

it('writes the same bytes in other time zones and locales, and by other versions of Node', async () => {
  await using scratch = await createScratchFolder();
  const nodes = (process.env['TOOLRIG_NODES'] ?? '').split(':').filter((path) => path !== '');
  if (nodes.length === 0) {
    console.log('Only this Node was tried. Set TOOLRIG_NODES to paths of others, parted by ":"');
  }
  const places = [
    { env: { TZ: 'UTC', LC_ALL: 'C' } },
    { env: { TZ: 'Pacific/Chatham', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' } },
    { env: { TZ: 'America/St_Johns', LC_ALL: 'de_CH.UTF-8', LANG: 'ar_EG.UTF-8' } },
    ...nodes.map((node) => ({ node })),
  ];
  const runs: (readonly string[])[] = [];
  for (const [index, place] of places.entries()) {
    runs.push(await runElsewhere(join(scratch.path, String(index)), place));
  }
  expect(runs[0]?.[0]?.length).toBeGreaterThan(100_000);
  for (const run of runs) expect(run).toEqual(runs[0]);
}, 120_000);
