import { countNoisyAa, pairs } from './statistics/count-noisy-aa.ts';
import { findCoverageViolations, mostFalseAlarms } from './statistics/find-violations.ts';
import { formatCell, tableHead } from './statistics/format-cell.ts';
import { grid } from './statistics/grid.ts';
import type { CellResult } from './statistics/cell-result.ts';
import { validateCell } from './statistics/validate-cell.ts';

// Proves by simulation that the verdicts are wrong as seldom as they say. Exits 1 if not.

console.log(tableHead());
const results: CellResult[] = [];
for (const [index, cell] of grid.entries()) {
  const result = validateCell(cell, index);
  results.push(result);
  console.log(formatCell(result));
}

const alarms = countNoisyAa(1);
const mostAlarms = Math.floor(pairs * (0.05 + 2 * Math.sqrt((0.05 * 0.95) / pairs)));
console.log(
  `\n${pairs} noisy A/A pairs (40 scenarios x 5, four gated metrics, Holm): REGRESSION in ${alarms}, at most ${mostAlarms} allowed`,
);

const violations = [
  ...results.flatMap((result) => result.violations),
  ...findCoverageViolations(results),
  ...(alarms > mostAlarms ? [`A/A: REGRESSION in ${alarms} of ${pairs} pairs`] : []),
];
console.log(
  `Limits: false alarms ${(100 * mostFalseAlarms).toFixed(2)} %; from 20 scenarios on coverage 94 % (without a difference in each cell, at the planned drops on average); power 0.80 +- 0.03; sequential looks 5 %`,
);
for (const violation of violations) console.log(`VIOLATION ${violation}`);
console.log(violations.length === 0 ? 'All limits hold' : `${violations.length} limits broken`);
if (violations.length > 0) process.exitCode = 1;
