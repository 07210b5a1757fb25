import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

import usual from '../../vitest.config.ts';
import { slowTests } from '../slow-tests.ts';

const { projects: _projects, ...test } = usual.test ?? {};

// Each test file in a process of its own: a mutant may leave anything behind.
export default defineConfig({
  ...usual,
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    ...test,
    include: ['harness/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...slowTests],
  },
});
