import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import type { StartWorker, WorkerReport } from '../../run/worker/worker-link.ts';
import type { WorkerSuite } from './cli-io.ts';

/** Beside this file's folder, in the sources as in a build. */
const program = fileURLToPath(
  new URL(`../worker-main.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url),
);

/** Starts a process that runs trials of a suite. It ends with this process, however that ends. */
export function startWorker(suite: WorkerSuite): StartWorker {
  return (onReport, onExit) => {
    const child = fork(program, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let isOver = false;
    const end = (how: string): void => {
      if (isOver) return;
      isOver = true;
      onExit(how);
    };
    // A worker says nothing else.
    child.on('message', (message) => {
      onReport(message as WorkerReport);
    });
    child.on('error', (error) => {
      end(error.message);
    });
    child.on('exit', (code, signal) => {
      end(signal ?? `exit code ${code ?? 0}`);
    });
    // A worker that is gone cannot be written to; its exit says so.
    const send = (message: object): void => {
      child.send(message, () => undefined);
    };
    send({ type: 'suite', ...suite });
    return {
      send,
      kill: () => {
        child.kill('SIGKILL');
      },
    };
  };
}
