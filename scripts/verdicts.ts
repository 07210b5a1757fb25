import { judgeSet } from './verdicts/judge-set.ts';
import { dataSets } from './verdicts/registry.ts';

/** Holds the product against data of others and prints what came out otherwise. Usage: `npm run verdicts`. */

const widths = [44, 8, 8, 10] as const;

function toLine(cells: readonly string[]): string {
  return cells
    .map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index] ?? 8),
    )
    .join('');
}

console.log(toLine(['data set', 'cases', 'equal', 'different']));
let isDifferent = false;
for (const set of dataSets) {
  const verdict = judgeSet(set);
  if (verdict === null) {
    console.log(`${set.name.padEnd(widths[0])}  not judged: ${set.needs.join(', ')} is absent`);
    continue;
  }
  const { cases, equal, different } = verdict;
  console.log(toLine([set.name, String(cases), String(equal), String(different.length)]));
  for (const line of different.slice(0, 5)) console.log(`  ${line}`);
  isDifferent ||= different.length > 0;
}
if (isDifferent) process.exitCode = 1;
