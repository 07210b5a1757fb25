import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

import usual from '../../vitest.config.ts';
import { slowTests } from '../slow-tests.ts';

const { projects: _projects, ...test } = usual.test ?? {};

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A process that a test starts has none of the mutants; other slow tests catch some. */
function startsProcesses(path: string): boolean {
  const text = readFileSync(join(root, path), 'utf8');
  return /spawn-command-line|node:child_process|playwright/u.test(text);
}

// Each test file in a process of its own: a mutant may leave anything behind.
export default defineConfig({
  ...usual,
  root,
  test: {
    ...test,
    include: ['harness/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...slowTests.filter(startsProcesses)],
  },
});
