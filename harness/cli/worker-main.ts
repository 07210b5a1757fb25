import { Console } from 'node:console';
import process from 'node:process';

import { childGroups } from '../api/place/child-groups.ts';
import { processOwner } from '../api/place/process-owner.ts';
import { serveWorker } from '../run/worker/serve-worker.ts';
import type { WorkerOrder, WorkerReport } from '../run/worker/worker-link.ts';
import { hashSuiteFiles } from '../suite/load/hash-suite-files.ts';
import { findSuite } from '../api/place/find-suite.ts';
import type { RunFlags } from './flag/run-flags.ts';
import { toRunOptions } from './flag/to-run-options.ts';
import type { ProcessIo, WorkerSuite } from './io/cli-io.ts';
import { plainIo } from './io/plain-io.ts';
import { redactIo } from './io/redact-io.ts';

// One worker of a run: started by `start-worker.ts`, never by a user.

const escaped: string[] = [];
const note = (error: unknown): void => {
  escaped.push(error instanceof Error ? error.message : String(error));
};
process.on('unhandledRejection', note);
process.on('uncaughtException', note);
// Ctrl-C reaches every process of a terminal; the process of the run decides what becomes of its workers.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => {
  process.exit(0);
});
globalThis.console = new Console(process.stderr, process.stderr);

const io: ProcessIo = {
  out: () => undefined,
  // The process of the run has printed the warnings of the suite.
  err: () => undefined,
  env: process.env,
  cwd: process.cwd(),
  isTerminal: false,
  now: () => new Date().toISOString(),
  nowMs: () => 0,
  newSalt: () => 'toolrig',
  process: processOwner,
  children: childGroups,
  escaped: () => escaped,
  pendingTimers: () =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length,
  signal: new AbortController().signal,
};

function report(message: WorkerReport): void {
  process.send?.(message);
}

type FirstOrder = WorkerSuite & { readonly type: 'suite' };

let suite: WorkerSuite | null = null;
let work: Promise<(order: WorkerOrder) => Promise<void>> | null = null;

async function open(
  order: Extract<WorkerOrder, { readonly type: 'open' }>,
): Promise<(order: WorkerOrder) => Promise<void>> {
  if (suite === null) throw new Error('No suite was named');
  const { wanted } = suite;
  // The flags are those that the process of the run had of its command line.
  const flags = suite.flags as unknown as RunFlags;
  const options = await toRunOptions(wanted, flags, redactIo(plainIo(io)));
  const { path } = findSuite(wanted, io.cwd, flags.cassettes);
  return await serveWorker({ ...options, ...order.choice }, hashSuiteFiles(path), report);
}

async function follow(order: WorkerOrder): Promise<void> {
  try {
    if (order.type === 'open') {
      work = open(order);
      await work;
      return;
    }
    const next = await work;
    await next?.(order);
  } catch (error) {
    report({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

// Only the process of the run can send.
process.on('message', (message: FirstOrder | WorkerOrder) => {
  if (message.type === 'suite') suite = message;
  else void follow(message);
});
