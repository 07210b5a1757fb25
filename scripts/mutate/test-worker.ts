import { join } from 'node:path';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';

/** What the parent asks for: run these test files in this order; `changed` are the sources written since. */
export interface TestRequest {
  readonly changed: readonly string[];
  readonly testFiles: readonly string[];
}

/** The test files that failed; with `bail` only the first. */
export interface TestAnswer {
  readonly failed: readonly string[];
}

// A process that keeps one vitest warm for a scratch copy: node test-worker.ts COPY switched|first
const [copy = '', mode = 'first'] = process.argv.slice(2);

/** The order is the caller's: the tests that are likely to fail come first. */
class GivenOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = new Map(order.map((file, at) => [file, at]));
    return Promise.resolve(
      files.toSorted(
        (left, right) => (place.get(left.moduleId) ?? 0) - (place.get(right.moduleId) ?? 0),
      ),
    );
  }
}

let order: readonly string[] = [];
let failed: string[] = [];
const vitest = await createVitest('test', {
  root: copy,
  config: join(copy, 'scripts/mutate/test-worker.config.ts'),
  watch: false,
  reporters: [
    {
      // What vitest returns of a run still holds results of earlier ones, where a failure cut this one short.
      onTestModuleEnd: (module) => {
        if (module.state() === 'failed') failed.push(module.moduleId.slice(copy.length + 1));
      },
    },
  ],
  silent: true,
  bail: mode === 'first' ? 1 : 0,
  maxWorkers: 1,
  sequence: { sequencer: GivenOrder },
  // A mutant that fills the memory ends its own process soon.
  execArgv: ['--max-old-space-size=1024'],
  ...(mode === 'switched' ? { runner: join(copy, 'scripts/mutate/switch-runner.ts') } : {}),
});
await vitest.standalone();
const specifications = await vitest.globTestSpecifications();
const byFile = new Map(specifications.map((one) => [one.moduleId, one]));

process.on('message', (request: TestRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => {
  process.exit(0);
});
process.send?.({ failed: [] } satisfies TestAnswer);

async function answer({ changed, testFiles }: TestRequest): Promise<TestAnswer> {
  for (const file of changed) vitest.invalidateFile(join(copy, file));
  order = testFiles.map((file) => join(copy, file));
  const chosen = order.flatMap((file) => byFile.get(file) ?? []);
  failed = [];
  const { unhandledErrors } = await vitest.runTestSpecifications(chosen, false);
  // A process that died left no test module behind.
  if (failed.length === 0 && unhandledErrors.length > 0) return { failed: ['(outside of a test)'] };
  return { failed };
}
