import type { StartWorker, WorkedGroup, WorkerProcess, WorkerReport } from './worker-link.ts';
import type { RunChoice } from './worker-link.ts';
import { WorkerError } from './worker-error.ts';

interface Job {
  readonly place: number;
  /** Times that a worker ended while it ran this. */
  losses: number;
  readonly resolve: (worked: WorkedGroup | null) => void;
  readonly reject: (error: unknown) => void;
}

interface Slot {
  readonly worker: WorkerProcess;
  readonly jobs: Map<number, Job>;
  isReady: boolean;
  isOver: boolean;
}

/** What workers found that is of no trial. */
export type WorkerFindings = Omit<Extract<WorkerReport, { readonly type: 'ended' }>, 'type'>;

/** How the workers of a run are started and what they must be. */
export interface PoolOptions {
  readonly count: number;
  /** Conversations in flight in each worker. */
  readonly concurrency: number;
  readonly start: StartWorker;
  readonly choice: RunChoice;
  /** Of the suite and the plan in this process. */
  readonly identity: string;
}

/**
 * Worker processes that run conversations of one plan. The jobs of a worker that ends are given to the others once; a
 * new worker takes its place, up to as many as there were at first.
 */
export class WorkerPool {
  readonly #options: PoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #waiting: Job[] = [];
  readonly #findings: WorkerFindings[] = [];
  #restarts: number;
  #error: unknown = null;
  #onEnded: (() => void) | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#restarts = options.count;
    for (let index = 0; index < options.count; index += 1) this.#start();
  }

  /**
   * Runs the conversation at a place of the plan.
   *
   * @returns `null` when this process must run it to say what is wrong with it.
   * @throws WorkerError when no worker could.
   */
  async run(place: number): Promise<WorkedGroup | null> {
    return await new Promise((resolve, reject) => {
      if (this.#error !== null) {
        reject(this.#error);
        return;
      }
      this.#waiting.push({ place, losses: 0, resolve, reject });
      this.#deal();
    });
  }

  /** Ends the workers when all is done, and gives what they found. */
  async end(): Promise<WorkerFindings> {
    await new Promise<void>((resolve) => {
      this.#onEnded = resolve;
      for (const { worker } of this.#slots) worker.send({ type: 'end' });
      this.#checkEnded();
    });
    return {
      late: this.#findings.flatMap(({ late }) => late).toSorted(),
      leaks: this.#findings.flatMap(({ leaks }) => leaks),
      escaped: this.#findings.flatMap(({ escaped }) => escaped),
    };
  }

  /** Ends the workers at once; what they were running is lost. */
  kill(reason: unknown): void {
    this.#error ??= reason;
    for (const slot of this.#slots) {
      slot.isOver = true;
      slot.worker.kill();
      for (const job of slot.jobs.values()) job.reject(this.#error);
    }
    this.#slots.clear();
    for (const job of this.#waiting.splice(0)) job.reject(this.#error);
    this.#checkEnded();
  }

  #start(): void {
    const { start, choice } = this.#options;
    const jobs = new Map<number, Job>();
    const slot: Slot = {
      worker: start(
        (report) => {
          this.#hear(slot, report);
        },
        (how) => {
          this.#lose(slot, how);
        },
      ),
      jobs,
      isReady: false,
      isOver: false,
    };
    this.#slots.add(slot);
    slot.worker.send({ type: 'open', choice });
  }

  #hear(slot: Slot, report: WorkerReport): void {
    if (slot.isOver) return;
    switch (report.type) {
      case 'ready':
        this.#admit(slot, report.identity);
        break;
      case 'done': {
        slot.jobs.get(report.place)?.resolve(report.worked);
        slot.jobs.delete(report.place);
        this.#deal();
        break;
      }
      case 'failed':
        this.kill(
          new WorkerError(
            'WORKER_LOST',
            `Cannot run in worker processes: ${report.message}. Run again with --workers 1`,
          ),
        );
        break;
      case 'ended':
        this.#findings.push(report);
        slot.isOver = true;
        slot.worker.kill();
        this.#slots.delete(slot);
        this.#checkEnded();
    }
  }

  #admit(slot: Slot, identity: string): void {
    if (identity === this.#options.identity) {
      slot.isReady = true;
      this.#deal();
      return;
    }
    this.kill(
      new WorkerError(
        'WORKER_DIFFERS',
        `Cannot run in worker processes: a worker loaded another suite than this process (its hash is ${identity.slice(0, 12)}, not ${this.#options.identity.slice(0, 12)}). Files were changed meanwhile, or the suite is another each time that it is loaded, by time, random numbers or the process. Make it the same, or run with --workers 1`,
      ),
    );
  }

  #deal(): void {
    const { concurrency } = this.#options;
    for (;;) {
      const free = [...this.#slots].filter((slot) => slot.isReady && slot.jobs.size < concurrency);
      const [slot] = free.toSorted((a, b) => a.jobs.size - b.jobs.size);
      const job = slot === undefined ? undefined : this.#waiting.shift();
      if (slot === undefined || job === undefined) return;
      slot.jobs.set(job.place, job);
      slot.worker.send({ type: 'run', place: job.place });
    }
  }

  #lose(slot: Slot, how: string): void {
    if (slot.isOver) return;
    slot.isOver = true;
    this.#slots.delete(slot);
    // All is done: what it did not report any more can no longer happen.
    if (this.#onEnded !== null) {
      this.#checkEnded();
      return;
    }
    const lost = [...slot.jobs.values()];
    for (const job of lost) job.losses += 1;
    const twice = lost.find(({ losses }) => losses > 1);
    if (twice !== undefined || this.#restarts === 0) {
      this.#waiting.push(...lost);
      const what = slot.isReady
        ? 'worker processes ended again and again'
        : 'worker processes ended again and again before they were ready';
      this.kill(
        new WorkerError(
          'WORKER_LOST',
          `Cannot run in worker processes: ${what} (${how}). What was measured is kept: finish the run with --resume and --workers 1`,
        ),
      );
      return;
    }
    this.#waiting.unshift(...lost);
    this.#restarts -= 1;
    this.#start();
    this.#deal();
  }

  #checkEnded(): void {
    if (this.#slots.size === 0) this.#onEnded?.();
  }
}
