import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { runFuzz } from './fuzz/run-fuzz.ts';

// Usage: npm run fuzz [-- --runs 20000] [--seed fuzz]
// Random suites, lanes, run folders, imports, secrets and patterns for everything that reads them, then the properties of
// the decoder with so many random bodies. Exit code 1 when one is not refused with an error of toolrig's own.

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: 'fuzz' },
  },
});
if (!/^[1-9][0-9]*$/u.test(values.runs)) {
  console.error(`Cannot run "${values.runs}" times: give a whole number of at least 1`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'toolrig-fuzz-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
const figures = await runFuzz(folder, { runs: Number(values.runs), seed: values.seed });
console.log('input          inputs   refused   slowest  violations');
for (const { name, inputs, refused, slowestMs, violations } of figures) {
  console.log(
    `${name.padEnd(12)} ${String(inputs).padStart(8)}  ${String(refused).padStart(8)} ${slowestMs.toFixed(0).padStart(6)} ms ${String(violations.length).padStart(11)}`,
  );
}
const violations = figures.flatMap((area) => area.violations);
for (const text of violations) console.log(`violation: ${text}`);

const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--testTimeout=0',
    'harness/dialect/chat/decode-chat-fuzz.test.ts',
  ],
  {
    cwd: root,
    env: { ...process.env, TOOLRIG_FUZZ_RUNS: values.runs },
    stdio: 'inherit',
  },
);
process.exitCode = violations.length === 0 ? (status ?? 1) : 1;
