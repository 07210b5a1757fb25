import { existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

import { fitWorkers, type ScalingFit } from './fit-workers.ts';
import { divide, makeSuites } from './make-suites.ts';
import { runTimed, type Took } from './run-timed.ts';
import { startDesk } from './start-desk.ts';

/** One line of the table: a command beside what it is compared with. */
export interface BenchRow {
  readonly name: string;
  readonly peer: string;
  /** What the work is counted in, and how much of it there was. */
  readonly unit: 'start' | 'trial' | 'request';
  readonly count: number;
  /** CPU milliseconds of whole processes, medians of runs by turns. */
  readonly cpuMs: number;
  readonly peerCpuMs: number;
  readonly wallMs: number;
  /** By CPU; for workers by time. */
  readonly ratio: number;
  /** Of single pairs. */
  readonly from: number;
  readonly to: number;
}

/** All that one run of the bench finds. */
export interface BenchFigures {
  readonly rows: readonly BenchRow[];
  /** CPU of one live request beyond the bare client, without the starts of both, in milliseconds. */
  readonly liveMs: number;
  readonly scaling: ScalingFit | null;
}

export interface BenchWish {
  readonly root: string;
  readonly folder: string;
  readonly trials: number;
  readonly rounds: number;
  /** Only what a check of the budget needs. */
  readonly isQuick: boolean;
  readonly onRow: (name: string) => void;
}

type Work = () => Promise<Took>;

/** Runs everything, each row with its peer by turns. */
export async function measureRows(wish: BenchWish): Promise<BenchFigures> {
  await using desk = await startDesk();
  makeSuites(wish.folder, wish.trials, desk.baseUrl);
  const bench = createBench(wish, desk.baseUrl);
  await measureStarts(bench);
  await measureReplays(bench);
  const liveMs = await measureLive(bench);
  if (wish.isQuick) return { rows: bench.rows, liveMs, scaling: null };
  const scaling = await measureWorkers(bench);
  await measureReports(bench);
  return { rows: bench.rows, liveMs, scaling };
}

type RowName = Pick<BenchRow, 'name' | 'peer' | 'unit' | 'count'>;

/** What rows are made of. */
interface Bench {
  readonly wish: BenchWish;
  readonly rows: BenchRow[];
  readonly trials: number;
  tool(...words: readonly string[]): Promise<Took>;
  bare(file: string, ...words: readonly string[]): Promise<Took>;
  /** A run into a folder that was not there before. */
  run(name: string, ...more: readonly string[]): Work;
  /** The SDK alone, for so many trials. */
  client(count: number): Work;
  add(row: RowName, own: Work, peer: Work): Promise<BenchRow>;
}

function createBench(wish: BenchWish, baseUrl: string): Bench {
  const { folder, root } = wish;
  const { scenarios, repeats } = divide(wish.trials);
  const main = join(root, 'dist/harness/cli/main.js');
  const rows: BenchRow[] = [];
  const bench: Bench = {
    wish,
    rows,
    trials: scenarios * repeats,
    tool: async (...words) => await runTimed([process.execPath, main, ...words], folder),
    bare: async (file, ...words) =>
      await runTimed([process.execPath, join(import.meta.dirname, file), ...words], folder),
    run:
      (name, ...more) =>
      async () => {
        rmSync(join(folder, 'out'), { recursive: true, force: true });
        return await bench.tool('run', `${name}.json`, '--quiet', '--out', 'out', ...more);
      },
    client: (count) => async () => await bench.bare('bare-client.mjs', baseUrl, String(count), '4'),
    async add(row, own, peer) {
      wish.onRow(row.name);
      const measured = await measure(row, { own, peer }, wish.rounds);
      rows.push(measured);
      return measured;
    },
  };
  return bench;
}

const start = { unit: 'start', count: 1 } as const;

async function measureStarts({ wish, tool, add }: Bench): Promise<void> {
  const nothing: Work = async () => await runTimed([process.execPath, '-e', '0'], wish.folder);
  const row = { peer: 'node -e 0', ...start };
  await add({ name: 'start: --version', ...row }, async () => await tool('--version'), nothing);
  const orders = ['run', 'orders', '--fresh', '--quiet', '--out', 'orders-out'];
  await add({ name: 'start: run orders', ...row }, async () => await tool(...orders), nothing);
}

async function measureReplays({ wish, trials, tool, bare, run, add }: Bench): Promise<void> {
  for (const name of wish.isQuick ? ['json'] : ['json', 'stream']) {
    await tool('record', `${name}.json`, '--allow-record', '--quiet', '--out', 'recorded');
    const words = name === 'json' ? 'replay, JSON' : 'replay, streamed';
    const rows = join(wish.folder, 'rows.jsonl');
    const lanes: Work = async () => await bare('bare-lanes.mjs', join('cassettes', name), rows);
    const row = { name: words, peer: 'bare loop', unit: 'trial', count: trials } as const;
    await add(row, run(name, '--fresh'), lanes);
  }
}

/** @returns the CPU of one request beyond the bare client. */
async function measureLive({ wish, trials, run, client, add }: Bench): Promise<number> {
  const live = ['--mode', 'live'];
  const one = await measure(
    { name: 'live, one trial', peer: 'bare client', ...start },
    { own: run('json', ...live, '--scenario', 's0', '--repeats', '1'), peer: client(1) },
    wish.rounds,
  );
  const requests = 2 * trials;
  const all = await add(
    { name: 'live, local server', peer: 'bare client', unit: 'request', count: requests },
    run('json', ...live),
    client(trials),
  );
  const extraMs = all.cpuMs - one.cpuMs - (all.peerCpuMs - one.peerCpuMs);
  return extraMs / (requests - 2);
}

async function measureWorkers({ trials, run, add }: Bench): Promise<ScalingFit | null> {
  const times: { workers: number; wallMs: number }[] = [];
  for (const workers of [1, 2, 4]) {
    const name = `replay, ${workers} worker${workers === 1 ? '' : 's'}`;
    const { wallMs } = await add(
      { name, peer: 'no worker', unit: 'trial', count: trials },
      run('json', '--fresh', '--workers', String(workers)),
      run('json', '--fresh'),
    );
    times.push({ workers, wallMs });
  }
  return fitWorkers(times, availableParallelism());
}

/** What reads a run, and a run of which nothing has changed. */
async function measureReports({ wish, trials, tool, run, add }: Bench): Promise<void> {
  const row = { peer: 'replay, JSON', unit: 'trial', count: trials } as const;
  const fresh = run('json', '--fresh');
  const again = run('json', '--cache', 'results');
  await again();
  await add({ name: 're-run, unchanged', ...row }, again, fresh);
  await run('json', '--fresh', '--out', 'kept')();
  const kept = findRun(join(wish.folder, 'kept'));
  await add({ name: 'diagnose', ...row }, async () => await tool('diagnose', kept), fresh);
  const html = join(wish.folder, 'html');
  const report: Work = async () => await tool('report', kept, '--html', html);
  await add({ name: 'report (HTML)', ...row }, report, fresh);
}

function findRun(out: string): string {
  const names = existsSync(out) ? readdirSync(out) : [];
  return join(out, names.find((name) => name.includes('json')) ?? '');
}

/** The first of two finds colder caches, so they take turns at it. */
async function measure(
  row: Pick<BenchRow, 'name' | 'peer' | 'unit' | 'count'>,
  { own, peer }: { readonly own: Work; readonly peer: Work },
  rounds: number,
): Promise<BenchRow> {
  const pairs: { readonly own: Took; readonly peer: Took }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await own();
      pairs.push({ own: first, peer: await peer() });
    } else {
      const first = await peer();
      pairs.push({ peer: first, own: await own() });
    }
  }
  const measureOf = ({ cpuMs, wallMs }: Took): number =>
    row.name.includes('worker') ? wallMs : cpuMs;
  const ratios = pairs.map((pair) => measureOf(pair.own) / Math.max(1, measureOf(pair.peer)));
  return {
    ...row,
    cpuMs: middle(pairs.map((pair) => pair.own.cpuMs)),
    peerCpuMs: middle(pairs.map((pair) => pair.peer.cpuMs)),
    wallMs: middle(pairs.map((pair) => pair.own.wallMs)),
    ratio: middle(ratios),
    from: Math.min(...ratios),
    to: Math.max(...ratios),
  };
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[half - 1] ?? upper)) / 2;
}
