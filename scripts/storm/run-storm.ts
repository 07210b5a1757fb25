import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { runSuite } from '../../harness/api/run-suite.ts';
import { type SeenRequest, startStormServer, type StormPlan } from './storm-server.ts';

/** What both sides counted of a run through storms. */
export interface StormFigures {
  readonly planned: number;
  readonly passed: number;
  readonly invalid: number;
  /** Requests that the server took, and how many of them it refused. */
  readonly arrived: number;
  readonly refused: number;
  /** Requests during a wait besides those that may have been on their way when it began: `concurrency` of them. */
  readonly early: number;
  /** Questions that were never answered, and those that were answered twice. */
  readonly lost: number;
  readonly doubled: number;
  /** Answers a second before the first storm and after the last. */
  readonly before: number;
  readonly after: number;
  /** Cents by the run's own count, and by the answers that the server gave. */
  readonly cents: number;
  readonly centsServed: number;
  readonly reasons: readonly string[];
}

export interface StormOptions extends StormPlan {
  readonly trials: number;
  readonly concurrency: number;
  /** US dollars. */
  readonly maxCost?: number;
  /** The longest that a trial may take, its waits included. */
  readonly deadlineMs?: number;
}

/** Runs a live suite against a server on the loopback that is asked too often for a while. */
export async function runStorm(folder: string, options: StormOptions): Promise<StormFigures> {
  await using server = await startStormServer(options);
  const file = join(folder, 'suite.json');
  writeFileSync(file, JSON.stringify(toStormSuite(options, server.baseUrl)));
  const { summary, spent } = await runSuite({
    suite: file,
    mode: 'live',
    concurrency: options.concurrency,
    cwd: folder,
    ...(options.maxCost === undefined ? {} : { maxCost: options.maxCost }),
  });
  const answers = server.seen.filter(({ untilMs }) => untilMs === null);
  const asked = new Set(answers.map(({ ask }) => ask));
  return {
    planned: options.trials,
    passed: summary.passed,
    invalid: summary.invalid,
    arrived: server.seen.length,
    refused: server.seen.length - answers.length,
    early: countEarly(server.seen, options),
    lost: options.trials - asked.size,
    doubled: answers.length - asked.size,
    ...toRates(server.seen),
    cents: Math.round(spent.reduce((sum, { price }) => sum + (price ?? 0), 0) * 1e6) / 1e4,
    centsServed: answers.length,
    reasons: summary.invalidReasons.map(({ text }) => text),
  };
}

/** As many as may be in flight are refused when a wait begins; any more were sent after it was known. */
function countEarly(seen: readonly SeenRequest[], { concurrency }: StormOptions): number {
  const waits = new Map<number, number>();
  for (const { untilMs } of seen) {
    if (untilMs !== null) waits.set(untilMs, (waits.get(untilMs) ?? 0) + 1);
  }
  return [...waits.values()].reduce((sum, count) => sum + Math.max(0, count - concurrency), 0);
}

function toRates(seen: readonly SeenRequest[]): Pick<StormFigures, 'before' | 'after'> {
  const first = seen.findIndex(({ untilMs }) => untilMs !== null);
  const last = seen.findLastIndex(({ untilMs }) => untilMs !== null);
  const rate = (part: readonly SeenRequest[]): number => {
    const tookMs = (part.at(-1)?.atMs ?? 0) - (part[0]?.atMs ?? 0);
    return part.length < 2 ? 0 : Math.round((part.length - 1) / (Math.max(1, tookMs) / 1_000));
  };
  return { before: rate(seen.slice(0, Math.max(0, first))), after: rate(seen.slice(last + 1)) };
}

function toStormSuite(options: StormOptions, baseUrl: string): object {
  const { trials, deadlineMs = 120_000 } = options;
  const tool = {
    name: 'f',
    description: 'Does it.',
    effect: 'read',
    parameters: { type: 'object' },
  };
  // 80 + 20 tokens come to one cent.
  const price = { inputPerMillion: 100, outputPerMillion: 100 };
  return {
    name: 'storm',
    tools: [tool],
    model: { name: 'm', baseUrl, price },
    loops: { patient: { guards: { deadlineMs } } },
    variants: [{ name: 'reference', loop: 'patient', default: true }],
    scenarios: Array.from({ length: trials }, (_, place) => ({
      id: `ask-${place}`,
      user: `Say ask-${place}.`,
      expected: { calls: [] },
    })),
  };
}
