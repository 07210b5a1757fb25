import { incompleteBeta } from './incomplete-beta.ts';

/**
 * P(T <= t) for Student's t with `degrees` > 0. The lower tail keeps its relative accuracy, so
 * take the upper tail as `tCdf(-t, degrees)`.
 *
 * Source: Abramowitz and Stegun 26.7.1 with 26.5.27.
 */
export function tCdf(t: number, degrees: number): number {
  const square = t * t;
  const tail =
    square < 1
      ? 0.5 - 0.5 * incompleteBeta(square / (degrees + square), 0.5, degrees / 2)
      : 0.5 * incompleteBeta(degrees / (degrees + square), degrees / 2, 0.5);
  return t < 0 ? tail : 1 - tail;
}
