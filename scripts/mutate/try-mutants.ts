import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ChosenMutant } from './choose-mutants.ts';
import type { TriedMutant, Verdict } from './mutant.ts';
import { TestRunner } from './test-runner.ts';

export interface TimedTest {
  readonly testFile: string;
  readonly ms: number;
}

interface TryOptions {
  /** One scratch copy for each worker. */
  readonly copies: readonly string[];
  /** The test files that can see a mutant, in the order in which they are run, and how long they take. */
  readonly testsOf: (chosen: ChosenMutant) => readonly TimedTest[];
  readonly endsAtMs: number;
  readonly nowMs: () => number;
  readonly onTried: (tried: TriedMutant) => void;
}

/** Tries mutants, each worker one at a time, until all are tried or the time is over. */
export async function tryMutants(
  mutants: readonly ChosenMutant[],
  options: TryOptions,
): Promise<readonly TriedMutant[]> {
  const queue = [...mutants];
  const tried: TriedMutant[] = [];
  const work = async (copy: string): Promise<void> => {
    const runner = new TestRunner(copy, 'first');
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (options.nowMs() > options.endsAtMs) break;
      const verdict = await tryMutant(next, { runner, copy, options });
      const one: TriedMutant = { ...next, verdict };
      tried.push(one);
      options.onTried(one);
    }
    runner.stop();
  };
  await Promise.all(options.copies.map(work));
  return tried;
}

interface Place {
  readonly runner: TestRunner;
  readonly copy: string;
  readonly options: TryOptions;
}

async function tryMutant(chosen: ChosenMutant, place: Place): Promise<Verdict> {
  const { mutant } = chosen;
  const { runner, copy, options } = place;
  const path = join(copy, mutant.file);
  const source = readFileSync(path, 'utf8');
  const tests = options.testsOf(chosen);
  if (tests.length === 0) return { status: 'survived', testFiles: 0 };
  writeFileSync(
    path,
    source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end),
  );
  const usualMs = tests.reduce((sum, test) => sum + test.ms, 0);
  const request = { changed: [mutant.file], testFiles: tests.map((test) => test.testFile) };
  const answer = await runner.run(request, 60_000 + tests.length * 4000 + usualMs * 4);
  writeFileSync(path, source);
  runner.changed(mutant.file);
  if (answer === null) return { status: 'timeout' };
  const by = answer.failed[0];
  return by === undefined
    ? { status: 'survived', testFiles: tests.length }
    : { status: 'killed', by };
}
