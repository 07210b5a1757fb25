import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { runStorm } from './storm/run-storm.ts';
import { waitForms } from './storm/storm-server.ts';

// Usage: npm run storm [-- --trials 600] [--concurrency 16]
// Live trials against a server on the loopback that answers a third of them, then refuses everything with 429 until its
// `Retry-After`, twice; once for each form of that header, and once with a budget. Exit code 1 when something is sent too
// early, lost, doubled or not counted.

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '600' },
    concurrency: { type: 'string', default: '16' },
  },
});
const trials = Number(values.trials);
const concurrency = Number(values.concurrency);
if (!Number.isInteger(trials) || trials < 6 || !Number.isInteger(concurrency) || concurrency < 1) {
  console.error(
    'Cannot run the storm: expected --trials, a whole number from 6, and --concurrency, from 1',
  );
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'toolrig-storm-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});

const rows: string[][] = [
  [
    'Retry-After',
    'trials',
    'passed',
    'sent',
    'refused',
    'early',
    'lost',
    'doubled',
    'cents',
    'served',
    'before/s',
    'after/s',
  ],
];
let isGood = true;
const maxCents = Math.floor(trials / 2);
for (const form of [...waitForms, 'budget'] as const) {
  const isCapped = form === 'budget';
  const figures = await runStorm(folder, {
    trials,
    concurrency,
    calm: Math.floor(trials / 3),
    form: isCapped ? 'ms' : form,
    waitSeconds: 1,
    rounds: 2,
    ...(isCapped ? { maxCost: maxCents / 100 } : {}),
  });
  const { passed, arrived, refused, early, lost, doubled, cents, centsServed } = figures;
  isGood &&= early === 0 && doubled === 0 && cents === centsServed;
  isGood &&= isCapped ? cents <= maxCents : lost === 0 && passed === trials;
  rows.push([
    isCapped ? `max ${maxCents} cents` : form,
    ...[trials, passed, arrived, refused, early, lost, doubled, cents, centsServed].map(String),
    String(figures.before),
    String(figures.after),
  ]);
}
for (const row of rows) {
  console.log(
    row.map((cell, place) => (place === 0 ? cell.padEnd(15) : cell.padStart(9))).join(''),
  );
}
console.log(
  'With a budget, trials that it left no money for are lost on purpose; --resume runs them later',
);
process.exitCode = isGood ? 0 : 1;
