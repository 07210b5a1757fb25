#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import process from 'node:process';

import { exitCodes } from '../core/run.ts';
import { runCli } from './run-cli.ts';

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

/** A process of another machine counts as alive: it cannot be asked. */
function isAlive(owner: string): boolean {
  const [host, id] = owner.split('/');
  if (host !== hostname()) return true;
  try {
    return process.kill(Number(id), 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Resolves when all that was written is handed on, also when nobody reads it any more. */
async function flush(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
}

process.on('SIGINT', onSignal);
process.on('SIGTERM', onSignal);
// A reader that went away (`toolrig ... | head`) is no error of ours, and no reason to say that all is well: the work is
// done to its end and gives its own exit code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error;
  });
}

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  env: process.env,
  cwd: process.cwd(),
  isTerminal: process.stderr.isTTY,
  now: () => new Date().toISOString(),
  nowMs: () => Number(process.hrtime.bigint() / 1_000_000n),
  newSalt: () => randomBytes(16).toString('hex'),
  process: { owner: `${hostname()}/${process.pid}`, isAlive },
  signal: stop.signal,
});
// What an agent of the user's own left behind, such as a timer, must not keep a finished run alive.
await Promise.all([flush(process.stdout), flush(process.stderr)]);
process.exit();
