/**
 * Rounds a computed figure to nine significant digits; what is smaller than 1e-12 is 0. Logarithms and
 * powers differ in their last digit between engines, and the same run must give the same bytes.
 */
export function roundFigure(value: number): number {
  return Math.abs(value) < 1e-12 ? 0 : Number(value.toPrecision(9));
}

/** The same for a p value, which may be tiny and yet not 0. */
export function roundP(p: number): number {
  return Number(p.toPrecision(9));
}
