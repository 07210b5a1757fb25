import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

import { sharedTests } from './scripts/shared-tests.ts';
import { slowTests } from './scripts/slow-tests.ts';

// Projects do not take `--maxWorkers` from the command line by themselves.
const asked = process.argv.flatMap(
  (word) => /^--maxWorkers=(?<count>[1-9]\d*)$/u.exec(word)?.[1] ?? [],
);

export default defineConfig({
  resolve: {
    alias: { toolrig: fileURLToPath(new URL('harness/index.ts', import.meta.url)) },
  },
  // Node 20 knows neither `using` nor `await using`: both are compiled away.
  oxc: { target: 'es2023' },
  test: {
    pool: 'forks',
    projects: [
      {
        extends: true,
        // One process a file: nothing that a test changes reaches the next file.
        test: {
          name: 'own',
          // Without this, the tests that once were built into dist/ would run as well.
          include: ['harness/**/*.test.ts', 'scripts/**/*.test.ts', 'suites/**/*.test.ts'],
          // The slow ones start many processes or read whole data sets: `npm run test:slow`.
          exclude: [...configDefaults.exclude, ...slowTests, ...sharedTests],
        },
      },
      {
        extends: true,
        // Pure code: to start a process takes longer than most of these tests.
        test: { name: 'shared', include: sharedTests, isolate: false },
      },
    ],
    // By default, one core is left alone: half of a machine with two.
    maxWorkers: Number(asked[0] ?? availableParallelism()),
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // `.only` left behind, or a run that finds no test, is a failure everywhere, not only in CI.
    allowOnly: false,
    passWithNoTests: false,
    restoreMocks: true,
    unstubEnvs: true,
    coverage: {
      provider: 'v8',
      include: ['harness/**/*.ts'],
      exclude: ['harness/**/*.test.ts', 'harness/testing/**'],
      reporter: ['text-summary', 'html'],
    },
  },
});
