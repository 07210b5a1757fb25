import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { formatKills, violations } from './kill/format-kills.ts';
import { type KillResult, runKills } from './kill/run-kills.ts';

// Usage: npm run kill [-- --kills 200] [--seed kill]
// Ends run, record, resume, compare, import, baseline accept and report by SIGKILL at random moments, each in a folder
// of its own, looks at what is left, and finishes the work. Exit code 1 when anything was lost, doubled, torn or blocked.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: 'kill' },
  },
});
if (!/^[1-9][0-9]{0,6}$/u.test(values.kills)) {
  console.error(`Cannot kill "${values.kills}" times: give a whole number of at least 1`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'toolrig-kill-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
let isStopped = false;
// The figures so far are printed all the same; a second signal quits at once.
process.once('SIGINT', () => {
  isStopped = true;
});

const startMs = performance.now();
const results: KillResult[] = [];
let found = 0;
const twice = await runKills(
  folder,
  { kills: Number(values.kills), seed: values.seed, isStopped: () => isStopped },
  (result) => {
    results.push(result);
    if (results.length % 20 === 0) console.error(`${results.length} kills`);
    for (const kind of violations) {
      for (const text of result[kind]) {
        found += 1;
        console.log(`kill ${results.length}, ${result.name}: ${kind}: ${text}`);
      }
    }
  },
);
console.log(formatKills(results));
console.log(
  `two resumes at once: ${twice.finished} finished, ${twice.refused} refused${twice.different.map((text) => `, ${text}`).join('')}`,
);
console.log(`seed "${values.seed}", ${Math.round((performance.now() - startMs) / 1000)} s`);
const isOneRefused = twice.finished === 1 && twice.refused === 1 && twice.different.length === 0;
process.exitCode = found === 0 && isOneRefused ? 0 : 1;
