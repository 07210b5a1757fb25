import { planPassRate } from '../../harness/stats/plan-pass-rate.ts';
import { findViolations } from './find-violations.ts';
import { baselineRate, type Cell } from './grid.ts';
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
