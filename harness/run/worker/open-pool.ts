import { createHash } from 'node:crypto';

import type { RunManifest } from '../../core/run.ts';
import type { RunEnd } from '../refuse-whole.ts';
import type { RunOptions } from '../run-options.ts';
import { hashManifest } from '../keep/to-manifest.ts';
import { hashSuite } from '../shard/hash-suite.ts';
import { type WorkerFindings, WorkerPool } from './worker-pool.ts';

/** Starts the workers of a run; `null` when it has none. */
export function openPool(options: RunOptions, whole: RunManifest): WorkerPool | null {
  const { workers, concurrency, variants, scenarios, faults, repeats, seed, tier } = options;
  if (workers === undefined) return null;
  return new WorkerPool({
    count: workers.count,
    concurrency,
    start: workers.start,
    choice: { variants, scenarios, faults, repeats, seed, tier },
    identity: identify(options, whole, workers.code),
  });
}

/** Two processes with the same identity have the same suite, plan and settings. */
export function identify(options: RunOptions, whole: RunManifest, code: string): string {
  const parts = [hashSuite(options.suite, code), hashManifest(whole), options.tier];
  return createHash('sha256').update(parts.join('/')).digest('hex');
}

/** Conversations in flight, in all processes together. */
export function countInFlight({ concurrency, workers }: RunOptions): number {
  return concurrency * (workers?.count ?? 1);
}

const nothing: WorkerFindings = { late: [], leaks: [], escaped: [] };

/** What the workers found that is of no trial. Workers of a run that was cut are ended already. */
export async function endPool(pool: WorkerPool | null, ended: RunEnd): Promise<WorkerFindings> {
  return pool === null || ended !== 'whole' ? nothing : await pool.end();
}
