import { Worker } from 'node:worker_threads';

/**
 * Watches for Ctrl-C (SIGINT) from a thread of its own, since a handler of the main thread never runs while a suite's
 * code or a regular expression keeps that thread busy. Each signal is passed on; the second one ends the process, by
 * force when the main thread has not ended it within a moment.
 *
 * The thread waits inside a script that the signal interrupts (`breakOnSigint`), which is the only way for a thread
 * other than the main one to receive a signal:
 * https://nodejs.org/api/vm.html#scriptrunincontextcontextifiedobject-options.
 */
export function watchSignals(onSignal: () => void): void {
  const heard = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(watcher, {
    eval: true,
    // None of the flags of the process, such as a loader, is needed in there.
    execArgv: [],
    workerData: { heard, wait: new Int32Array(new SharedArrayBuffer(4)), graceMs },
  });
  worker.on('message', () => {
    Atomics.add(heard, 0, 1);
    onSignal();
  });
  // Without the thread, only the main thread receives signals.
  worker.on('error', () => undefined);
  worker.unref();
}

/** How long the main thread has to react to a signal. */
const graceMs = 1_000;

/** The code of the thread. It is a text, so that it runs from the package as well as from the sources. */
const watcher = `
'use strict';
const { writeSync } = require('node:fs');
const { createContext, Script } = require('node:vm');
const { parentPort, workerData } = require('node:worker_threads');
const { heard, wait, graceMs } = workerData;
const context = createContext({ pause: (ms) => Atomics.wait(wait, 0, 0, ms), ms: Infinity });
const script = new Script('pause(ms)');
// True when a signal came before the time was over.
const isSignalled = (ms) => {
  context.ms = ms;
  try {
    script.runInContext(context, { breakOnSigint: true });
    return false;
  } catch (error) {
    return error.code === 'ERR_SCRIPT_EXECUTION_INTERRUPTED';
  }
};
const say = (text) => {
  try {
    writeSync(2, 'toolrig: ' + text + '\\n');
  } catch {
    // No one reads it.
  }
};
isSignalled(Infinity);
parentPort.postMessage('SIGINT');
if (!isSignalled(graceMs)) {
  if (Atomics.load(heard, 0) === 0) say('the code of the suite is busy and cannot be stopped. Press again to quit at once');
  isSignalled(Infinity);
}
parentPort.postMessage('SIGINT');
Atomics.wait(wait, 0, 0, graceMs);
say('ended by force: code of the suite, or a regular expression, did not end');
process.kill(process.pid, 'SIGKILL');
`;
