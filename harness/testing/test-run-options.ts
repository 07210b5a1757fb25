import { join } from 'node:path';

import type { CassetteMissError } from '../core/talk/cassette.ts';
import type { Suite } from '../core/suite/suite.ts';
import { repositoryRoot } from './run-command-line.ts';

/** Processes of agents, ended as the command line ends them. */
const testChildren = {
  env: process.env,
  began: () => undefined,
  end: (pid: number) => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All of it has ended by itself.
    }
  },
};

/** The differences of a test's run from a replay of the shipped recordings by the default variant. */
export interface TestRun {
  readonly mode?: 'replay' | 'record' | 'live';
  readonly variants?: readonly string[] | '*' | null;
  readonly scenarios?: readonly string[] | null;
  readonly faults?: readonly string[];
  readonly repeats?: number;
  readonly concurrency?: number;
  readonly cassettes?: string;
  readonly baseUrl?: string;
  readonly fork?: boolean | undefined;
  readonly signal?: AbortSignal;
  readonly onMiss?: (miss: CassetteMissError) => void;
}

/** Options of a run in a scratch folder: no environment, no key, a fixed time. */
export function toTestRunOptions(suite: Suite, out: string, run: TestRun = {}) {
  return {
    suite,
    mode: run.mode ?? 'replay',
    variants: run.variants ?? null,
    scenarios: run.scenarios ?? null,
    faults: run.faults ?? [],
    repeats: run.repeats ?? null,
    concurrency: run.concurrency ?? 4,
    seed: 'toolrig',
    cassettes: run.cassettes ?? join(repositoryRoot, 'cassettes'),
    out,
    runId: 'run',
    startedAt: '2026-01-01T00:00:00.000Z',
    rerecord: false,
    tier: 'exact',
    access: { baseUrl: run.baseUrl ?? null, keyOf: () => null },
    secrets: {},
    redaction: { key: null, salt: 'salt' },
    process: { owner: 'test/1', isAlive: () => true },
    children: testChildren,
    environment: {},
    signal: run.signal ?? new AbortController().signal,
    onProgress: () => undefined,
    fork: run.fork,
    ...(run.onMiss === undefined ? {} : { onMiss: run.onMiss }),
  } as const;
}
