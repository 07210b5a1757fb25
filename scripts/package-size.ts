import { execFileSync } from 'node:child_process';

// Usage: npm run check:size
// Exits with 1 when the published package is larger than its budget.

/** Packed and unpacked bytes and number of files of the published package, with about a tenth of headroom. */
const budget = { size: 3_300_000, unpackedSize: 12_900_000, entryCount: 3700 } as const;

const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [packed = {}] = JSON.parse(output) as readonly Readonly<Record<string, unknown>>[];
const names = ['size', 'unpackedSize', 'entryCount'] as const;
const over = names.filter((name) => !(Number(packed[name]) <= budget[name]));
for (const name of names) console.log(`${name}: ${String(packed[name])} of ${budget[name]}`);
if (over.length > 0) {
  console.error(`The package is over its budget: ${over.join(', ')}`);
  process.exitCode = 1;
}
