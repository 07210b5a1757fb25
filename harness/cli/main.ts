#!/usr/bin/env node
import { Console } from 'node:console';
import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { createInterface } from 'node:readline';

import { childGroups } from '../api/place/child-groups.ts';
import { processOwner } from '../api/place/process-owner.ts';
import type { ProcessIo } from './io/cli-io.ts';
import { startWorker } from './io/start-worker.ts';
import { watchProcess } from './io/process-life.ts';
import { watchSignals } from './io/watch-signals.ts';

const life = watchProcess(process);
watchSignals(life.onSignal);
// Standard output is reserved for toolrig: what a suite prints goes to standard error.
globalThis.console = new Console(process.stderr, process.stderr);

const io: ProcessIo = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  lines: () => createInterface({ input: process.stdin }),
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stderr.isTTY,
  ...(process.stdout.isTTY ? { columns: process.stdout.columns } : {}),
  now: () => new Date().toISOString(),
  nowMs: () => Number(process.hrtime.bigint() / 1_000_000n),
  newSalt: () => randomBytes(16).toString('hex'),
  process: processOwner,
  children: childGroups,
  escaped: () => life.escaped,
  pendingTimers: () =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length,
  signal: life.signal,
  startWorker,
  keepsResults: true,
};
const args = process.argv.slice(2);
// What the command needs is loaded here at once, so that a low limit of open files fails here first.
const { plainIo, redactIo, runCli } = await life.load(async () => ({
  ...(await import('./io/plain-io.ts')),
  ...(await import('./io/redact-io.ts')),
  ...(await import('./run-cli.ts')),
  commands: await (await import('./commands.ts')).loadCommands(args),
}));
const exitCode = await runCli(args, io);
await life.end(exitCode, (text) => {
  redactIo(plainIo(io)).err(text);
});
