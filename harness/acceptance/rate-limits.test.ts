import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import type { RunSummary } from '../core/run.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';

const tool = { name: 'f', description: 'Does it.', effect: 'read', parameters: { type: 'object' } };
const price = { inputPerMillion: 1_000, outputPerMillion: 1_000 };
const usage = { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 };

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Storm {
  readonly url: string;
  /** Requests by what they were answered with. */
  readonly seen: { answered: string[]; refused: number };
}

/** Answers `most` requests in each window of 40 ms and refuses the others until its end; `never` holds all of them open. */
async function startStorm(most: number | 'never'): Promise<Storm> {
  const seen: Storm['seen'] = { answered: [], refused: 0 };
  const started = Date.now();
  const counts = new Map<number, number>();
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      if (most === 'never') return;
      const since = Date.now() - started;
      const window = Math.floor(since / 40);
      const count = counts.get(window) ?? 0;
      counts.set(window, count + 1);
      const isRefused = count >= most;
      if (isRefused) seen.refused += 1;
      else seen.answered.push(/ask-[0-9]+/u.exec(body)?.[0] ?? '');
      const message = { role: 'assistant', content: 'Done.' };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      const answer = { id: 'a', object: 'chat.completion', created: 1, model: 'm', choices, usage };
      const refusal = { error: { message: 'Too many', type: 'rate_limit_error' } };
      response
        .writeHead(isRefused ? 429 : 200, {
          'content-type': 'application/json',
          ...(isRefused ? { 'retry-after-ms': String((window + 1) * 40 - since) } : {}),
        })
        .end(JSON.stringify(isRefused ? refusal : answer));
    });
  });
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, seen };
}

async function writeSuite(folder: ScratchFolder, url: string): Promise<void> {
  const scenarios = Array.from({ length: 24 }, (_, place) => ({
    id: `ask-${place}`,
    user: `Say ask-${place}.`,
    expected: { calls: [] },
  }));
  const model = { name: 'm', baseUrl: url, price };
  await folder.write('suite.json', JSON.stringify({ name: 's', tools: [tool], model, scenarios }));
}

type Ended = RunSummary & {
  readonly runFolder: string;
  readonly spent: readonly Record<string, number>[];
};

async function run(folder: ScratchFolder, ...more: readonly string[]): Promise<Ended> {
  const words = ['run', 'suite.json', '--mode', 'live', '--concurrency', '12', '--json', ...more];
  const { out } = await runCommandLine(runCli, words, { cwd: folder.path });
  return JSON.parse(out) as Ended;
}

it('a storm of 429 loses no trial, asks no question twice and counts each request', async () => {
  const { url, seen } = await startStorm(3);
  await using folder = await createScratchFolder();
  await writeSuite(folder, url);
  const { passed, invalid, spent } = await run(folder);
  expect([passed, invalid]).toEqual([24, 0]);
  expect(new Set(seen.answered).size).toBe(24);
  expect(seen.answered).toHaveLength(24);
  expect(seen.refused).toBeGreaterThan(0);
  expect(spent[0]).toMatchObject({
    requests: 24 + seen.refused,
    rateLimited: seen.refused,
    inputTokens: 24 * 90,
  });
});

it.each([
  // Each answer costs $0.10. A request on its way counts with what it may cost, which is a little less.
  ['--max-cost', '1', 'spend_limit', 'passes --max-cost 1'],
  ['--max-tokens', '1000', 'spend_limit', 'passes --max-tokens 1000'],
] as const)('%s is kept to in a storm, and the rest can be run later', async (...limit) => {
  const [flag, most, code, reason] = limit;
  const { url, seen } = await startStorm(3);
  await using folder = await createScratchFolder();
  await writeSuite(folder, url);
  const first = await run(folder, flag, most);
  expect(first.invalidReasons.map((one) => one.code)).toContain(code);
  expect(JSON.stringify(first.invalidReasons)).toContain(reason);
  expect(seen.answered.length).toBeGreaterThan(5);
  expect(seen.answered.length).toBeLessThanOrEqual(10);
  expect(first.exitCode).toBe(4);
  const second = await run(folder, '--resume', first.runFolder);
  expect([second.passed, second.invalid]).toEqual([24, 0]);
  expect(new Set(seen.answered).size).toBe(24);
});

it('--max-time ends a run whose server never answers', async () => {
  const { url } = await startStorm('never');
  await using folder = await createScratchFolder();
  await writeSuite(folder, url);
  const { exitCode, invalidReasons } = await run(folder, '--max-time', '200ms');
  expect([exitCode, invalidReasons.map(({ code }) => code)]).toEqual([
    4,
    ['spend_limit', 'all_skipped'],
  ]);
  expect(JSON.stringify(invalidReasons)).toContain('the time of --max-time 0.2s is over');
});

it.each(['0s', '10', 'soon', '-1m'])('--max-time %s is refused', async (duration) => {
  await using folder = await createScratchFolder();
  await writeSuite(folder, 'http://127.0.0.1:9/v1');
  const words = ['run', 'suite.json', '--mode', 'live', '--max-time', duration];
  const { exitCode, err } = await runCommandLine(runCli, words, { cwd: folder.path });
  expect(exitCode).toBe(2);
  expect(err).toContain('Expected a length of time with its unit');
});
