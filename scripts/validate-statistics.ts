import { countNoisyAa, pairs } from './statistics/count-noisy-aa.ts';
import { grid, simulations } from './statistics/grid.ts';
import { formatCell, tableHead } from './statistics/format-cell.ts';
import { mostFalseAlarms, validateCell } from './statistics/validate-cell.ts';

// Proves by simulation that the verdicts are wrong as seldom as they say. Exits 1 if not.

console.log(tableHead(simulations));
const violations: string[] = [];
for (const [index, cell] of grid.entries()) {
  const result = validateCell(cell, index);
  violations.push(...result.violations);
  console.log(formatCell(result));
}

const alarms = countNoisyAa(1);
const mostAlarms = pairs * (0.05 + 2 * Math.sqrt((0.05 * 0.95) / pairs));
console.log(
  `\n${pairs} noisy A/A pairs (40 scenarios x 5, four gated metrics, Holm): ${alarms} REGRESSION, at most ${Math.floor(mostAlarms)} allowed`,
);
if (alarms > mostAlarms) violations.push(`A/A: REGRESSION in ${alarms} of ${pairs} pairs`);

console.log(
  `Limits: false alarms ${(100 * mostFalseAlarms).toFixed(2)} %, coverage 94 % from 20 scenarios on, power 0.80 +- 0.03, sequential 5 %`,
);
for (const violation of violations) console.log(`VIOLATION ${violation}`);
console.log(violations.length === 0 ? 'All limits hold' : `${violations.length} limits broken`);
if (violations.length > 0) process.exitCode = 1;
