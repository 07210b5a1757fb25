import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { spawnCommandLine } from '../../harness/testing/spawn-command-line.ts';
import { countRun } from './count-run.ts';
import { toLoadSuite } from './load-suite.ts';
import { startServer } from './start-server.ts';

/** What both sides counted. */
export interface LoadFigures {
  /** Requests that toolrig announced before the first run. */
  readonly announced: number;
  /** Requests that toolrig says it sent, over all runs. */
  readonly sent: number;
  /** Requests that the server took. */
  readonly arrived: number;
  /** Of these: answered, refused with an error, stalled. */
  readonly served: number;
  readonly errors: number;
  readonly stalls: number;
  readonly planned: number;
  readonly passed: number;
  readonly failed: number;
  readonly invalid: number;
  /** Times the run was resumed, and trials that were measured before and kept. */
  readonly resumes: number;
  readonly kept: number;
  /** Lines of `trials.jsonl`, lanes that are there twice, and model replies in its transcripts. */
  readonly lines: number;
  readonly doubled: number;
  readonly replies: number;
  readonly exitCode: number | null;
}

export interface LoadOptions {
  readonly trials: number;
  readonly concurrency: number;
  readonly seed: string;
}

const mostResumes = 20;
const downMs = 300;

/** Runs a live suite over a server that is killed in the middle and started again. Everything happens below `folder`. */
export async function runLoad(folder: string, options: LoadOptions): Promise<LoadFigures> {
  const log = join(folder, 'log');
  writeFileSync(log, '');
  writeFileSync(join(folder, 'suite.json'), JSON.stringify(toLoadSuite(options.trials)));
  const server = await startServer(0, log, options.seed);
  const { port } = server;
  let current = server;
  let isOver = false;
  const restarted = (async () => {
    // One request a trial is half of what they take.
    while (!isOver && readFileSync(log).length < options.trials) await delay(5);
    await current.kill();
    await delay(downMs);
    current = await startServer(port, log, `${options.seed}/again`);
  })();
  try {
    const runs = await runToEnd(folder, port, { options, restarted });
    return toFigures(folder, runs, readFileSync(log, 'utf8'));
  } finally {
    isOver = true;
    await restarted;
    await current.kill();
  }
}

interface OneRun {
  readonly exitCode: number | null;
  readonly announced: number;
  readonly sent: number;
  readonly kept: number;
}

async function runToEnd(
  folder: string,
  port: number,
  { options, restarted }: { readonly options: LoadOptions; readonly restarted: Promise<void> },
): Promise<readonly OneRun[]> {
  const args = ['run', 'suite.json', '--mode', 'live', '--json', '--out', 'runs'];
  const more = ['--base-url', `http://127.0.0.1:${port}/v1`];
  const atOnce = ['--concurrency', String(options.concurrency)];
  const runs: OneRun[] = [];
  while (runs.length <= mostResumes) {
    const run = findRun(folder);
    const kept = run === null ? 0 : (await countRun(run)).measured;
    const resume = run === null ? [] : ['--resume', run];
    const place = { cwd: folder };
    const { done } = spawnCommandLine([...args, ...more, ...atOnce, ...resume], place);
    const { exitCode, out, err } = await done;
    runs.push({ exitCode, announced: readAnnounced(err), sent: readSent(out), kept });
    if (exitCode !== 4) break;
    await restarted;
  }
  return runs;
}

function findRun(folder: string): string | null {
  const runs = join(folder, 'runs');
  const [run] = existsSync(runs) ? readdirSync(runs) : [];
  return run === undefined ? null : join(runs, run);
}

function readAnnounced(err: string): number {
  const found = [...err.matchAll(/(?:about|sent:) (?<requests>[0-9]+) requests?/gu)];
  return found.reduce((sum, match) => sum + Number(match.groups?.['requests']), 0);
}

function readSent(out: string): number {
  // Printed by `--json`; a run that was refused prints no such list.
  const { spent = [] } = JSON.parse(out) as {
    readonly spent?: readonly { readonly requests: number }[];
  };
  return spent.reduce((sum, { requests }) => sum + requests, 0);
}

async function toFigures(
  folder: string,
  runs: readonly OneRun[],
  log: string,
): Promise<LoadFigures> {
  const run = findRun(folder);
  if (run === null) throw new Error('There is no run folder');
  const { lines, doubled, replies } = await countRun(run);
  // Written by the run that just ended.
  const summary = JSON.parse(readFileSync(join(run, 'summary.json'), 'utf8')) as Record<
    'failed' | 'invalid' | 'passed' | 'planned',
    number
  >;
  const count = (letter: string): number => log.split(letter).length - 1;
  const last = runs.at(-1);
  return {
    announced: runs[0]?.announced ?? 0,
    sent: runs.reduce((sum, { sent }) => sum + sent, 0),
    arrived: log.length,
    served: count('o'),
    errors: count('e'),
    stalls: count('s'),
    planned: summary.planned,
    passed: summary.passed,
    failed: summary.failed,
    invalid: summary.invalid,
    resumes: runs.length - 1,
    kept: last?.kept ?? 0,
    lines,
    doubled,
    replies,
    exitCode: last?.exitCode ?? null,
  };
}
