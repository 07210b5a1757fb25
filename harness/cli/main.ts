#!/usr/bin/env node
import { Console } from 'node:console';
import { randomBytes } from 'node:crypto';
import process from 'node:process';

import { processOwner } from '../api/place/process-owner.ts';
import { exitCodes } from '../core/run.ts';
import { toReason } from '../disk/disk-reason.ts';
import type { ProcessIo } from './io/cli-io.ts';
import type * as plain from './io/plain-io.ts';
import type * as redact from './io/redact-io.ts';
import type * as cli from './run-cli.ts';
import { childGroups } from '../api/place/child-groups.ts';
import { watchSignals } from './io/watch-signals.ts';

const stop = new AbortController();
let asked = 0;

/** The first signal ends the run in an orderly way; the second one at once. */
function onSignal(): void {
  asked += 1;
  if (asked > 1) process.exit(exitCodes.interrupted);
  process.stderr.write(
    '\nStopping: the trials in flight are given up, the rest is kept. Press again to quit at once.\n',
  );
  stop.abort();
}

/** Resolves when all that was written is handed on, also when nobody reads it any more. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
}

/** Everything but this file is loaded here, all at once: where only few files may be open, that is what fails first. */
async function loadModules(): Promise<
  Pick<typeof plain & typeof redact & typeof cli, 'plainIo' | 'redactIo' | 'runCli'>
> {
  try {
    const modules = [
      await import('./io/plain-io.ts'),
      await import('./io/redact-io.ts'),
      await import('./run-cli.ts'),
    ] as const;
    return { ...modules[0], ...modules[1], ...modules[2] };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'EMFILE' && code !== 'ENFILE') throw error;
    process.stderr.write(`toolrig: Cannot start: ${toReason(error)}\n`);
    isDone = true;
    process.exit(exitCodes.invalid);
  }
}

let isDone = false;
const escaped: string[] = [];

/** What code of a suite threw where nobody waited for it: it belongs to no trial that could be named, so the run is not to be trusted. */
function onEscaped(error: unknown): void {
  escaped.push(error instanceof Error ? error.message : String(error));
}

process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
watchSignals(onSignal);
process.on('unhandledRejection', onEscaped);
process.on('uncaughtException', onEscaped);
// Whatever ends the process before the work is done, such as a `process.exit(0)` in a suite or a promise that never
// settles, must not look like a pass.
process.on('exit', () => {
  if (isDone || asked > 1) return;
  process.stderr.write(
    'toolrig: the process ended before its work did: something exited it, or a promise of the suite never settled\n',
  );
  process.exitCode = exitCodes.invalid;
});
// Standard output is ours: what a suite prints goes to standard error.
globalThis.console = new Console(process.stderr, process.stderr);
// A reader that went away (`toolrig ... | head`) is no error of ours, and no reason to say that all is well: the work is
// done to its end and gives its own exit code.
// Output that could not be written for another reason, such as a full disk, is a result that no one has.
let unwritten: string | null = null;
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') {
      unwritten ??= toReason(error);
    }
  });
}

const io: ProcessIo = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stderr.isTTY,
  now: () => new Date().toISOString(),
  nowMs: () => Number(process.hrtime.bigint() / 1_000_000n),
  newSalt: () => randomBytes(16).toString('hex'),
  process: processOwner,
  children: childGroups,
  escaped: () => escaped,
  pendingTimers: () =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length,
  signal: stop.signal,
};
const { plainIo, redactIo, runCli } = await loadModules();
const exitCode = await runCli(process.argv.slice(2), io);
isDone = true;
for (const message of escaped) {
  redactIo(plainIo(io)).err(`toolrig: code of the suite threw outside of any trial: ${message}\n`);
}
const isWorse = exitCode === exitCodes.usage || exitCode === exitCodes.interrupted;
process.exitCode = escaped.length === 0 || isWorse ? exitCode : exitCodes.invalid;
if (process.exitCode !== exitCode) {
  process.stderr.write('toolrig: that makes it INVALID after all (exit code 4)\n');
}
// What an agent of the user's own left behind, such as a timer, must not keep a finished run alive.
await Promise.all([flush(process.stdout), flush(process.stderr)]);
if (unwritten !== null) {
  process.stderr.write(`toolrig: the output could not be written: ${String(unwritten)}\n`);
  await flush(process.stderr);
  if (!isWorse) process.exitCode = exitCodes.invalid;
}
process.exit();
