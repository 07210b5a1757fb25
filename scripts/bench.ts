import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { type BenchBudget, findOverBudget, formatRows } from './bench-whole/format-rows.ts';
import { measureRows } from './bench-whole/measure-rows.ts';

// Usage: npm run bench [-- --trials 1000] [--rounds 3] [--budget]
// Measures whole processes of the built command line beside what does the same work without it, two by turns, and writes
// `reports/bench.md`. `--budget` measures a few rows with 200 trials and fails where a ratio is over `bench-whole/budget.json`.

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    trials: { type: 'string' },
    rounds: { type: 'string' },
    budget: { type: 'boolean', default: false },
  },
});
const trials = readCount('trials', values.trials ?? (values.budget ? '200' : '1000'));
const rounds = readCount('rounds', values.rounds ?? '3');
const folder = mkdtempSync(join(tmpdir(), 'toolrig-bench-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});

const figures = await measureRows({
  root,
  folder,
  trials,
  rounds,
  isQuick: values.budget,
  onRow: (name) => console.error(`Measuring ${name}`),
});
const table = formatRows(figures);
console.log(table);
if (values.budget) {
  // Written by hand, a number for each row.
  const budget = JSON.parse(
    readFileSync(join(root, 'scripts/bench-whole/budget.json'), 'utf8'),
  ) as BenchBudget;
  const over = findOverBudget(figures, budget);
  for (const text of over) console.error(text);
  process.exitCode = over.length === 0 ? 0 : 1;
} else {
  const head = [
    '# Speed',
    '',
    `Written by \`npm run bench\` on Node ${process.version} with ${availableParallelism()} processors: ${trials} trials of two requests and one call, medians of`,
    `${rounds} runs by turns. CPU and time are those of whole processes with their start. Compare ratios; seconds depend on the machine.`,
    '',
  ];
  writeFileSync(join(root, 'reports/bench.md'), `${[...head, table].join('\n')}\n`);
}

function readCount(name: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  console.error(`Cannot use --${name} "${text}": expected a whole number above 0`);
  process.exit(2);
}
