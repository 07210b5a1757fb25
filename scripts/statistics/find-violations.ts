import { simulations } from './grid.ts';
import type { CellResult } from './cell-result.ts';

/** The highest rate that still agrees with a true rate of 5 %: two Monte-Carlo errors more. */
export const mostFalseAlarms = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / simulations);

/** The lowest coverage of a 95 % interval that is let pass, from 20 scenarios on. */
const leastCoverage = 0.94;

/** The promises that one cell breaks, in plain sentences. */
export function findViolations(result: Omit<CellResult, 'violations'>): string[] {
  const { cell, same, planned, atMargin } = result;
  const power = planned?.regression ?? Number.NaN;
  const checks: (readonly [holds: boolean, sentence: string])[] = [
    [same.significant <= mostFalseAlarms, `p < 0.05 without a difference in ${same.significant}`],
    [same.regression <= mostFalseAlarms, `REGRESSION without a difference in ${same.regression}`],
    [
      same.sequentialRegression <= 0.05,
      `sequential REGRESSION without a difference in ${same.sequentialRegression}`,
    ],
    [
      atMargin.sequentialPass <= 0.05,
      `sequential PASS though worse by the margin in ${atMargin.sequentialPass}`,
    ],
    [
      cell.scenarios < 20 || same.covered >= leastCoverage,
      `coverage ${same.covered} without a difference`,
    ],
    [Math.abs(power - 0.8) <= 0.03, `power ${power} at the planned drop`],
  ];
  const name = `${cell.scenarios} scenarios x ${cell.repeats}, ICC ${cell.icc}, interaction ${cell.interaction}`;
  return checks.filter(([holds]) => !holds).map(([, sentence]) => `${name}: ${sentence}`);
}

/**
 * Coverage at the planned drops, averaged over the cells with the same number of scenarios. At one
 * exact drop a few scenarios give few possible results, and coverage jitters by a point or two
 * around its mean whatever the interval (Brown, Cai and DasGupta, Statistical Science 16 (2001)
 * 101-133); the table shows each cell.
 */
export function findCoverageViolations(results: readonly CellResult[]): string[] {
  const sizes = [...new Set(results.map((result) => result.cell.scenarios))];
  return sizes.flatMap((scenarios) => {
    if (scenarios < 20) return [];
    const covered = results
      .filter((result) => result.cell.scenarios === scenarios)
      .flatMap((result) => (result.planned === null ? [] : [result.planned.covered]));
    const average = covered.reduce((sum, rate) => sum + rate, 0) / covered.length;
    if (average >= leastCoverage) return [];
    return [`${scenarios} scenarios: coverage ${average.toFixed(4)} at the planned drops`];
  });
}
