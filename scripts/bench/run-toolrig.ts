import { runSuite } from '../../harness/run/run-suite.ts';
import type { BenchTask } from './bench-task.ts';
import { createDeskSuite } from './desk-suite.ts';

/** Replays all trials through the harness, as `toolrig run` does, and returns the number that passed. */
export async function runToolrig(task: BenchTask): Promise<number> {
  const { summary } = await runSuite({
    suite: createDeskSuite(task.scenarios),
    mode: 'replay',
    variants: null,
    scenarios: null,
    faults: [],
    repeats: task.repeats,
    concurrency: task.concurrency,
    seed: 'bench',
    cassettes: task.cassettes,
    out: task.out,
    runId: 'run',
    startedAt: '2026-01-01T00:00:00.000Z',
    rerecord: false,
    tier: 'exact',
    access: { baseUrl: null, keyOf: () => null },
    secrets: {},
    redaction: { key: null, salt: 'bench' },
    process: { owner: 'bench', isAlive: () => true },
    environment: {},
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  if (summary.verdict !== 'PASS') {
    const reasons = [...summary.invalidReasons, ...summary.failures].slice(0, 3);
    throw new Error(`The replay ended with ${summary.verdict}: ${JSON.stringify(reasons)}`);
  }
  return summary.passed;
}
