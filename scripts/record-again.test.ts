import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { repositoryRoot } from '../harness/testing/run-command-line.ts';
import { createScratchFolder } from '../harness/testing/scratch-folder.ts';
import { handbook } from '../suites/orders/handbook.ts';
import { handbook as deskHandbook } from '../suites/support-desk/handbook.ts';
import { recordMixtures, type RecordedVariants, recordSuite } from './agent-server/record-suite.ts';
import { recordedDesk, recordedOrders } from './agent-server/recorded-suites.ts';
import { startAgentServer } from './agent-server/start-agent-server.ts';
import { createEncoderPolicy } from './encoder-server/create-encoder-policy.ts';
import { createEncoderServer } from './encoder-server/create-encoder-server.ts';
import { createWordsPolicy } from './encoder-server/create-words-policy.ts';
import { loadEncoder } from './encoder-server/encoder.ts';

/** Lanes and parts below a folder, without the moment of recording and the seal over it. */
function readRecordings(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
  return Object.fromEntries(
    paths.map((path) => [
      path,
      readFileSync(join(root, path), 'utf8')
        .replace(/"recordedAt":"[^"]*"/u, '')
        .replace(/("type":"end".*"hash":)"[0-9a-f]*"/u, '$1'),
    ]),
  );
}

const shipped = readRecordings(join(repositoryRoot, 'cassettes'));

/** Attempts that stand in the lanes; those shared with a clean lane stand in that one only. */
function countAttempts(lanes: Readonly<Record<string, string>>): number {
  const calls = Object.values(lanes).flatMap((text) => text.match(/^\{"type":"call".*$/gmu) ?? []);
  return calls.reduce((sum, line) => sum + (line.match(/"attempt":[0-9]+/gu)?.length ?? 0), 0);
}

interface Recorded {
  readonly exitCode: number;
  readonly files: Readonly<Record<string, string>>;
}

async function record(
  recording: {
    readonly suite: string;
    readonly baseUrl: string;
    readonly variants: RecordedVariants;
  },
  options: readonly string[],
): Promise<Recorded> {
  await using scratch = await createScratchFolder();
  const cassettes = join(scratch.path, 'cassettes');
  const out = ['--out', join(scratch.path, 'runs')];
  const io = {
    out: () => undefined,
    err: () => undefined,
    cwd: repositoryRoot,
    signal: new AbortController().signal,
  };
  const exitCode = await recordSuite(
    { ...recording, cassettes, options: [...options, ...out] },
    io,
  );
  return { exitCode, files: readRecordings(cassettes) };
}

it('orders, recorded again: what is shipped, and every recorded call was one request', async () => {
  const server = await startAgentServer(handbook, 0);
  const variants = recordedOrders.filter(([name]) =>
    ['reference', 'free-text', 'coercer'].includes(name),
  );
  const recording = { suite: 'suites/orders', baseUrl: server.baseUrl, variants };
  const { exitCode, files } = await record(recording, ['--concurrency', '16']);
  await server.close();
  // The recording decides: the variant `free-text` is meant to fail.
  expect(exitCode).toBe(0);
  const wanted = Object.entries(shipped).filter(([path]) =>
    /^orders\/[^/]+\/(?:reference|free-text|coercer)\//u.test(path),
  );
  const lanes = Object.fromEntries(
    Object.entries(files).filter(([path]) => path.startsWith('orders/')),
  );
  expect(Object.keys(lanes).length).toBeGreaterThan(450);
  expect(lanes).toEqual(Object.fromEntries(wanted));
  expect(shipped).toMatchObject(files);
  expect(countAttempts(lanes)).toBe(server.stats.completions);
  expect(server.stats.refused).toBe(0);
}, 240_000);

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

it('support-desk, the streamed scripted agent recorded again: what is shipped', async () => {
  const server = await startAgentServer(deskHandbook, 0);
  const { baseUrl, stats } = server;
  const recording = { suite: 'suites/support-desk', baseUrl, variants: recordedDesk };
  const { exitCode, files } = await record(recording, ['--concurrency', '16']);
  await server.close();
  expect(exitCode).toBe(0);
  const isLane = (path: string): boolean => /^support-desk\/[^/]+\/reference\//u.test(path);
  const ofAgent = (all: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(all).filter(([path]) => isLane(path)));
  expect(Object.keys(ofAgent(files)).length).toBeGreaterThan(30);
  expect(ofAgent(files)).toEqual(ofAgent(shipped));
  expect(shipped).toMatchObject(files);
  expect(countAttempts(ofAgent(files))).toBe(stats.completions);
  expect(stats.streamed).toBe(stats.completions);
}, 60_000);

it('support-desk, recorded again: what is shipped, sampled answers too', async () => {
  const policies = [createEncoderPolicy(await loadEncoder()), createWordsPolicy()];
  const server = createEncoderServer(policies);
  const origin = await listen(server);
  const scenarios = ['angry-1', 'news-1', 'none-1'];
  const recording = {
    suite: 'suites/support-desk',
    baseUrl: `${origin}/v1`,
    variants: [
      ['encoder-desk1,words-*,sampled-*', 'none'],
      ['encoder-desk2', 'standard'],
    ] as const,
  };
  const { files } = await record(recording, ['--scenario', scenarios.join(',')]);
  const stats = (await (await fetch(`${origin}/stats`)).json()) as { readonly completions: number };
  await closeServer(server);
  const lanes = Object.entries(files).filter(([path]) => path.startsWith('support-desk/'));
  const clean = lanes.filter(([path]) => path.includes('/none.'));
  expect(clean).toHaveLength(3 * 6);
  expect(lanes.length - clean.length).toBe(6);
  expect(lanes.filter(([path]) => path.includes('/sampled-'))).toHaveLength(6);
  expect(shipped).toMatchObject(files);
  expect(countAttempts(Object.fromEntries(lanes))).toBe(stats.completions);
}, 60_000);

it('support-desk, the mixtures of its toolsets recorded again: what is shipped', async () => {
  await using scratch = await createScratchFolder();
  const server = createEncoderServer([createEncoderPolicy(await loadEncoder())]);
  const baseUrl = `${await listen(server)}/v1`;
  const cassettes = join(scratch.path, 'cassettes');
  const io = {
    out: () => undefined,
    err: () => undefined,
    cwd: repositoryRoot,
    signal: new AbortController().signal,
  };
  const exitCode = await recordMixtures({ suite: 'suites/support-desk', baseUrl, cassettes }, io);
  await closeServer(server);
  expect(exitCode).toBe(1);
  const files = readRecordings(cassettes);
  const mixed = Object.keys(files).filter((path) => path.startsWith('.bisect/support-desk/'));
  expect(mixed).toHaveLength(12);
  expect(shipped).toMatchObject(files);
}, 120_000);

/** Names of the tools that were called in a lane. */
function toCalled(lane: string): string {
  return [...lane.matchAll(/^\{"type":"tool".*"tool":"(\w+)"/gmu)].map(([, name]) => name).join();
}

it('support-desk, repeats of sampled answers: they differ, and recorded again each is its own', async () => {
  const policy = createEncoderPolicy(await loadEncoder());
  const repeats = ['--scenario', 'news-1,angry-1,outage-1', '--repeats', '4'];
  const recordOnce = async (): Promise<Recorded> => {
    const server = createEncoderServer([policy]);
    const baseUrl = `${await listen(server)}/v1`;
    const variants = [['sampled-desk1', 'none']] as const;
    const recorded = await record({ suite: 'suites/support-desk', baseUrl, variants }, repeats);
    await closeServer(server);
    return recorded;
  };
  const first = await recordOnce();
  expect(await recordOnce()).toEqual(first);
  const lanes = Object.entries(first.files).filter(([path]) => path.includes('/sampled-desk1/'));
  expect(lanes).toHaveLength(3 * 4);
  const kinds = new Set(lanes.map(([path, text]) => `${path.split('/')[1]} ${toCalled(text)}`));
  expect(kinds.size).toBeGreaterThan(3);
}, 60_000);

it('local servers never close an idle connection, which would be recorded as a reset', async () => {
  const plain = createServer((_, response) => response.end());
  const agents = await startAgentServer(handbook, 0);
  const encoder = createEncoderServer([createWordsPolicy()]);
  const urls = [await listen(plain), new URL(agents.baseUrl).origin, await listen(encoder)];
  const limits = await Promise.all(
    urls.map(async (url) => (await fetch(`${url}/stats`)).headers.get('keep-alive')),
  );
  expect(limits).toEqual(['timeout=5', null, null]);
  await Promise.all([closeServer(plain), agents.close(), closeServer(encoder)]);
});
