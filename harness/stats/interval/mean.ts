/** The arithmetic mean; `NaN` for an empty list, which callers must have ruled out. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** The unbiased variance, with n - 1 below; `NaN` for fewer than two values. */
export function sampleVariance(values: readonly number[]): number {
  if (values.length < 2) return Number.NaN;
  const middle = mean(values);
  let sum = 0;
  for (const value of values) sum += (value - middle) ** 2;
  return sum / (values.length - 1);
}
