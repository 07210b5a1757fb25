import { defineConfig } from 'toolrig';

import { worstReporter } from './worst-reporter.ts';

// In this folder: `toolrig report RUN --format worst`, or `--format worst --to worst.txt`.
export default defineConfig({ reporters: [worstReporter] });
