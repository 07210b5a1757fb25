import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

// Usage: node --import jiti/register scripts/fuzz.ts [--runs 100000]
// The properties of the decoder, each with so many random bodies: bytes, chunk edges, event orders.

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({ options: { runs: { type: 'string', default: '100000' } } });
if (!/^[1-9][0-9]*$/u.test(values.runs)) {
  console.error(`Cannot run "${values.runs}" times: give a whole number of at least 1`);
  process.exit(2);
}
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
process.exitCode = status ?? 1;
