import pLimit from 'p-limit';

/**
 * Runs jobs at most `concurrency` at a time and yields their results in the order of the jobs.
 * At most `4 x concurrency` jobs are started and not yet yielded, so memory stays flat.
 * Stops starting jobs when `signal` aborts; results of started jobs are still yielded. However it ends, no job is at
 * work any more then.
 */
export async function* runInOrder<Job, Value>(
  jobs: Iterable<Job>,
  work: (job: Job) => Promise<Value>,
  options: { readonly concurrency: number; readonly signal: AbortSignal },
): AsyncGenerator<Value> {
  const limit = pLimit(options.concurrency);
  const windowSize = 4 * options.concurrency;
  const started: Promise<Value[]>[] = [];
  let isOver = false;
  // In a list that is emptied: the limiter's queue leaves a chain of promises in the engine's memory, and what a promise holds lives on with it.
  const start = async (job: Job): Promise<Value[]> =>
    isOver || options.signal.aborted ? [] : [await work(job)];
  try {
    for (const job of jobs) {
      if (options.signal.aborted) break;
      const result = limit(() => start(job));
      // A failure is thrown where the result is awaited; until then it must not count as unhandled.
      result.catch(() => undefined);
      started.push(result);
      if (started.length >= windowSize) {
        const first = await started.shift();
        if (first !== undefined) yield* first.splice(0);
      }
    }
    for (const result of started) {
      yield* (await result).splice(0);
    }
  } finally {
    isOver = true;
    await Promise.allSettled(started);
  }
}
