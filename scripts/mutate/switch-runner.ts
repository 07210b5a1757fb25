import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type RunnerTestCase, TestRunner } from 'vitest';

import type { SwitchLine, SwitchPlan } from './switch-plan.ts';

declare global {
  /** Read by the switches in the sources: the mutant that is on, 0 for none, -1 where each switch reports itself. */
  var toolrigSwitch: { on: number; readonly hit: (id: number) => false } | undefined;
}

let hits = new Set<number>();
const outside = hits;
const state = {
  on: -1,
  hit: (id: number): false => {
    hits.add(id);
    return false;
  },
};
globalThis.toolrigSwitch = state;
// Before a test puts a clock of its own in their place.
const { setTimeout } = globalThis;
const nowMs = performance.now.bind(performance);

/** What a test takes: time of the processor, which a busy machine hardly changes, and time on the clock. */
interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/**
 * Runs each test once as usual, which shows the mutants that it passes, then once more with each of them turned on.
 * A mutant counts as caught where the test fails under it, passes before and passes again after.
 */
// oxlint-disable-next-line import/no-default-export -- vitest loads a runner by its default export
export default class SwitchRunner extends TestRunner {
  readonly #plan: SwitchPlan;
  readonly #log: string;
  #number = 0;
  readonly #spentMs = new Map<number, number>();
  readonly #caught = new Set<number>();
  #watch: Float64Array | null = null;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    // Written by try-switched.ts for this very test file.
    this.#plan = JSON.parse(
      readFileSync(join(config.root, 'switch-plan.json'), 'utf8'),
    ) as SwitchPlan;
    this.#log = join(config.root, 'switch-log.jsonl');
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    this.#number += 1;
    this.#write({ type: 'begin' });
    const run = TestRunner.getTestFn(test);
    let passed: readonly number[] = [];
    hits = new Set();
    const [startMs, startCpu] = [nowMs(), process.cpuUsage()];
    try {
      await run();
    } finally {
      passed = [...hits];
      hits = outside;
      state.on = 0;
    }
    const cpu = process.cpuUsage(startCpu);
    const cost = { cpuMs: (cpu.user + cpu.system) / 1000, wallMs: nowMs() - startMs };
    if (this.#number >= this.#plan.fromTest) await this.#tryEach(test, passed, cost);
    state.on = -1;
  }

  override onAfterRunFiles(): void {
    this.#write({ type: 'end', outside: [...outside] });
    super.onAfterRunFiles();
  }

  /** The mutants that the test is to be run with. */
  #choose(passed: readonly number[], cpuMs: number): readonly number[] {
    const plan = this.#plan;
    if (cpuMs > plan.longestMs) return [];
    const isFirst = this.#number === plan.fromTest;
    const isDone = plan.doneTests.includes(this.#number);
    return passed.filter((id) => {
      const spentMs = plan.mutants[id];
      if (spentMs === undefined || this.#caught.has(id)) return false;
      if (isDone && plan.doneMutants.includes(id)) return false;
      if (isFirst && plan.passed.includes(id)) return false;
      return spentMs + (this.#spentMs.get(id) ?? 0) + cpuMs <= plan.budgetMs;
    });
  }

  async #tryEach(test: RunnerTestCase, passed: readonly number[], cost: Cost): Promise<void> {
    const ms = Math.round(cost.cpuMs * 10) / 10;
    const open = this.#choose(passed, ms);
    if (open.length === 0) return;
    this.#write({ type: 'test', number: this.#number, name: test.name, ms: cost.wallMs });
    if (!(await this.#passes(test))) return;
    for (const id of open) {
      this.#spentMs.set(id, (this.#spentMs.get(id) ?? 0) + ms);
      this.#write({ type: 'on', id });
      state.on = id;
      const limitMs = this.#plan.waitMs + 20 * cost.wallMs;
      this.#endIfStuck(limitMs + 1000);
      const end = await Promise.race([this.#passes(test), wait(limitMs)]);
      state.on = 0;
      this.#endIfStuck(null);
      if (end === 'late') {
        this.#write({ type: 'late', id });
        // What still runs could disturb every test after it.
        process.kill(process.pid, 'SIGKILL');
      }
      if (end === true) {
        this.#write({ type: 'passed', id, ms });
        continue;
      }
      const isClean = await this.#passes(test);
      this.#write({ type: isClean ? 'caught' : 'unclear', id, ms });
      if (isClean) this.#caught.add(id);
      else process.kill(process.pid, 'SIGKILL');
    }
  }

  /** Ends the process after that time, even where a loop never gives control back. */
  #endIfStuck(limitMs: number | null): void {
    this.#watch ??= startWatch();
    this.#watch[0] = limitMs === null ? 0 : performance.timeOrigin + nowMs() + limitMs;
  }

  async #passes(test: RunnerTestCase): Promise<boolean> {
    try {
      this.onBeforeTryTask(test);
      await TestRunner.getTestFn(test)();
      this.onAfterTryTask(test);
      return true;
    } catch {
      return false;
    }
  }

  #write(line: SwitchLine): void {
    appendFileSync(this.#log, `${JSON.stringify(line)}\n`);
  }
}

function wait(ms: number): Promise<'late'> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, 'late');
    timer.unref();
  });
}

/** A thread that ends the process once the time in the array, if there is one, is over. */
function startWatch(): Float64Array {
  const shared = new SharedArrayBuffer(12);
  const script = `
    const { workerData } = require('node:worker_threads');
    const [limit, bell] = [new Float64Array(workerData, 0, 1), new Int32Array(workerData, 8, 1)];
    for (;;) {
      Atomics.wait(bell, 0, 0, 250);
      if (limit[0] > 0 && Date.now() > limit[0]) process.kill(process.pid, 'SIGKILL');
    }`;
  new Worker(script, { eval: true, workerData: shared }).unref();
  return new Float64Array(shared, 0, 1);
}
