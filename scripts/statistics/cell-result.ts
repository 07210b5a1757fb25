import type { Cell } from './grid.ts';
import type { CellRates } from './simulate-cell.ts';

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
