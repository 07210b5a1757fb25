/** Sizes as whole multiples of one step. */
export interface Lattice {
  /** In the order of the values, all above 0. */
  readonly steps: readonly number[];
  readonly sum: number;
}

const maxDenominator = 1000;
const maxScale = 1e6;

/**
 * Writes values that are fractions of small whole numbers (rates and their differences) as whole
 * multiples of their common step. `null` when they are not such fractions.
 */
export function toLattice(values: readonly number[]): Lattice | null {
  let scale = 1;
  for (const value of values) {
    const missing = denominatorOf(Math.abs(value) * scale);
    if (missing === null) return null;
    scale *= missing;
    if (scale > maxScale) return null;
  }
  const scaled = values.map((value) => Math.round(Math.abs(value) * scale));
  const common = scaled.reduce(greatestDivisor, 0);
  const steps = scaled.map((step) => step / common);
  return { steps, sum: steps.reduce((sum, step) => sum + step, 0) };
}

/**
 * The smallest whole number that makes `value` whole, by its continued fraction (Hardy and Wright,
 * An Introduction to the Theory of Numbers, chapter 10).
 */
function denominatorOf(value: number): number | null {
  const tolerance = 1e-11 * Math.max(1, value);
  let [before, denominator] = [0, 1];
  let rest = value;
  while (denominator <= maxDenominator) {
    const product = value * denominator;
    const whole = Math.round(product);
    if (whole > 0 && Math.abs(product - whole) <= tolerance) return denominator;
    const fraction = rest - Math.floor(rest);
    if (fraction === 0) return null;
    rest = 1 / fraction;
    [before, denominator] = [denominator, Math.floor(rest) * denominator + before];
  }
  return null;
}

function greatestDivisor(first: number, second: number): number {
  return second === 0 ? first : greatestDivisor(second, first % second);
}
