import { planPassRate } from '../../harness/stats/plan-pass-rate.ts';
import { baselineRate, type Cell, simulations } from './grid.ts';
import { type CellRates, simulateCell } from './simulate-cell.ts';

/** What one cell of the grid showed. */
export interface CellResult {
  readonly cell: Cell;
  /** No true difference. */
  readonly same: CellRates;
  /** The drop that the plan says is called with power 0.80; `null` when it says none is. */
  readonly plannedDrop: number | null;
  /** The candidate worse by the planned drop. */
  readonly planned: CellRates | null;
  /** The candidate worse by the margin: what must not pass. */
  readonly atMargin: CellRates;
  /** Promises that were broken, in plain sentences. */
  readonly violations: readonly string[];
}

const margin = 0.05;

/** The highest rate that still agrees with a true rate of 5 %. */
export const mostFalseAlarms = 0.05 + 2 * Math.sqrt((0.05 * 0.95) / simulations);

/** Runs all simulations of one cell; seeds are far apart, so that no two share their draws. */
export function validateCell(cell: Cell, index: number): CellResult {
  const seed = 1000 * (index + 1);
  const { scenarios, repeats, icc, interaction } = cell;
  const model = { rate: baselineRate, icc, interaction };
  const { smallestDrop } = planPassRate({ scenarios, repeats, model }, { seed });
  const result = {
    cell,
    same: simulateCell(cell, { drop: 0, seed: seed + 1 }),
    plannedDrop: smallestDrop,
    planned:
      smallestDrop === null ? null : simulateCell(cell, { drop: smallestDrop, seed: seed + 2 }),
    atMargin: simulateCell(cell, { drop: margin, seed: seed + 3 }),
  };
  return { ...result, violations: findViolations(result) };
}

function findViolations(result: Omit<CellResult, 'violations'>): string[] {
  const { cell, same, planned, atMargin } = result;
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
    [planned !== null, 'the plan says that no drop is detectable'],
  ];
  if (cell.scenarios >= 20) {
    checks.push([same.covered >= 0.94, `coverage ${same.covered} without a difference`]);
  }
  if (planned !== null) {
    const power = planned.regression;
    checks.push([Math.abs(power - 0.8) <= 0.03, `power ${power} at the planned drop`]);
    if (cell.scenarios >= 20) {
      checks.push([planned.covered >= 0.94, `coverage ${planned.covered} at the planned drop`]);
    }
  }
  const name = `${cell.scenarios} scenarios x ${cell.repeats}, ICC ${cell.icc}, interaction ${cell.interaction}`;
  return checks.filter(([holds]) => !holds).map(([, sentence]) => `${name}: ${sentence}`);
}
