/** Ways to go through all trials: a bare loop, the same with rows that hold all that was read, and the harness. */
export const benchWays = ['bare', 'kept', 'toolrig'] as const;

/** One of {@link benchWays}. */
export type BenchWay = (typeof benchWays)[number];

/** What one child process does: record the lanes, or run all trials one way. */
export interface BenchTask {
  readonly kind: 'record' | BenchWay;
  readonly scenarios: number;
  readonly repeats: number;
  /** Folder of the recordings. */
  readonly cassettes: string;
  /** Folder for what is written. */
  readonly out: string;
  readonly concurrency: number;
}

/** What a child measured. */
export interface BenchSample {
  readonly trials: number;
  /** From after the code was loaded until the last row was written. */
  readonly wallMs: number;
  readonly cpuMs: number;
  /** Of the whole process, start and loading included. */
  readonly processWallMs: number;
  readonly processCpuMs: number;
  /** Peak resident memory of the whole process. */
  readonly peakBytes: number;
  /** Peak resident memory before the work began. */
  readonly loadedBytes: number;
  readonly writtenBytes: number;
}
