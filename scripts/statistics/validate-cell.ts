import { planPassRate } from '../../harness/stats/plan/plan-pass-rate.ts';
import type { CellResult } from './cell-result.ts';
import { findViolations } from './find-violations.ts';
import { baselineRate, type Cell } from './grid.ts';
import { simulateCell } from './simulate-cell.ts';

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
