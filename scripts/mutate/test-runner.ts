import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { TestAnswer, TestRequest } from './test-worker.ts';

/** One warm vitest. A request that takes longer than its limit ends the process; the next one starts another. */
export class TestRunner {
  readonly #copy: string;
  readonly #mode: 'switched' | 'first';
  readonly #changed = new Set<string>();
  #child: ChildProcess | null = null;

  /** `first` ends a request at the first failure; `switched` runs the switches of `switch-runner.ts`. */
  constructor(copy: string, mode: 'switched' | 'first') {
    this.#copy = copy;
    this.#mode = mode;
    // Before the scratch copy is removed, in which it may still write.
    process.prependOnceListener('exit', () => {
      this.stop();
    });
  }

  /** The answer, or null when there was none in time or the process died. */
  async run(request: TestRequest, limitMs: number): Promise<TestAnswer | null> {
    const child = this.#child ?? (await this.#start());
    child.send({ ...request, changed: [...new Set([...this.#changed, ...request.changed])] });
    this.#changed.clear();
    const answer = await this.#receive(child, limitMs);
    if (answer === null) this.stop();
    return answer;
  }

  /** A source was written since: the next request reads it again. */
  changed(file: string): void {
    this.#changed.add(file);
  }

  stop(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    if (pid === undefined) return;
    try {
      // The whole group: a test process in an endless loop does not notice that its parent is gone.
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(
      fileURLToPath(new URL('test-worker.ts', import.meta.url)),
      [this.#copy, this.#mode],
      {
        cwd: this.#copy,
        detached: true,
        execArgv: ['--import', 'jiti/register'],
        stdio: 'ignore',
      },
    );
    this.#child = child;
    if ((await this.#receive(child, 120_000)) === null) {
      throw new Error('Cannot start vitest in the scratch copy: run `npm test` to see why');
    }
    return child;
  }

  async #receive(child: ChildProcess, limitMs: number): Promise<TestAnswer | null> {
    const limit = new AbortController();
    const timer = setTimeout(() => {
      limit.abort();
    }, limitMs);
    const { signal } = limit;
    try {
      return await Promise.race([
        once(child, 'message', { signal }).then(([answer]: unknown[]) =>
          isAnswer(answer) ? answer : null,
        ),
        once(child, 'exit', { signal }).then(() => null),
      ]);
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
      limit.abort();
    }
  }
}

function isAnswer(value: unknown): value is TestAnswer {
  return (
    typeof value === 'object' && value !== null && 'failed' in value && Array.isArray(value.failed)
  );
}
