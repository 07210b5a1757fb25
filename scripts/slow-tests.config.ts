import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

import usual from '../vitest.config.ts';
import { slowTests } from './slow-tests.ts';

const { projects: _projects, ...test } = usual.test ?? {};

export default defineConfig({
  ...usual,
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: { ...test, include: slowTests, exclude: configDefaults.exclude },
});
