/** The arithmetic mean; `NaN` for an empty list, which callers must have ruled out. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
