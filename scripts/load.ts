import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { findMiscounts } from './load/find-miscounts.ts';
import { runLoad } from './load/run-load.ts';

// Usage: npm run load [-- --trials 20000] [--concurrency 64] [--seed load]
// Live trials against a server on the loopback that fails 5 % of all requests, stalls 1 %, and is killed in the middle
// and started again; the run is resumed until it is complete. Prints what both sides counted; exit code 1 when the
// counts contradict each other.

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '20000' },
    concurrency: { type: 'string', default: '64' },
    seed: { type: 'string', default: 'load' },
  },
});
const trials = readCount('trials', values.trials);
const concurrency = readCount('concurrency', values.concurrency);
if (trials > 100 && trials % 100 !== 0) {
  console.error(`Cannot run "${trials}" trials: above 100, give a multiple of 100`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'toolrig-load-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
process.once('SIGINT', () => {
  process.exit(130);
});

const startMs = performance.now();
const figures = await runLoad(folder, { trials, concurrency, seed: values.seed });
for (const [name, figure] of Object.entries(figures)) {
  console.log(`${name.padEnd(12)} ${String(figure).padStart(8)}`);
}
const missed = figures.sent - figures.arrived;
console.log(`${missed} requests never arrived: the server was down`);
console.log(`seed "${values.seed}", ${Math.round((performance.now() - startMs) / 1000)} s`);
const miscounts = findMiscounts(figures, trials);
for (const text of miscounts) console.log(`violation: ${text}`);
process.exitCode = miscounts.length === 0 ? 0 : 1;

function readCount(option: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= 1_000_000) return count;
  console.error(`Cannot read --${option} "${text}": give a whole number from 1 to 1000000`);
  process.exit(2);
}
