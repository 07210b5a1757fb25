import { judgeSet } from './verdicts/judge-set.ts';
import { dataSets } from './verdicts/registry.ts';

/**
 * Holds the product against data of others and prints what came out otherwise. Usage: `npm run verdicts`, or
 * `npm run verdicts -- WORD...` for the data sets whose names contain one of the words; `npm run verdicts -- 'every byte'` takes minutes and is run only so.
 */

const widths = [44, 8, 8, 10, 11] as const;

function toLine(cells: readonly string[]): string {
  return cells
    .map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index] ?? 8),
    )
    .join('');
}

const words = process.argv.slice(2);
const chosen = dataSets.filter(({ name, isLong }) =>
  words.length === 0 ? isLong !== true : words.some((word) => name.includes(word)),
);
if (chosen.length === 0) {
  console.error(`No data set has a name with "${words.join('" or "')}"`);
  process.exitCode = 2;
}
console.log(toLine(['data set', 'cases', 'equal', 'different', 'not judged']));
for (const set of chosen) {
  const verdict = judgeSet(set);
  if (verdict === null) {
    console.log(`${set.name.padEnd(widths[0])}  not judged: ${set.needs.join(', ')} is absent`);
    continue;
  }
  const { cases, equal, different, left = {} } = verdict;
  const leftCount = Object.values(left).reduce((sum, count) => sum + count, 0);
  console.log(toLine([set.name, cases, equal, different.length, leftCount].map(String)));
  for (const [reason, count] of Object.entries(left))
    console.log(`  not judged, ${count}: ${reason}`);
  for (const line of different.slice(0, 5)) console.log(`  different: ${line}`);
  if (different.length > 0) process.exitCode = 1;
}
