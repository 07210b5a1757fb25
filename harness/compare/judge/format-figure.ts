import type { MetricInfo } from '../../core/score/metric.ts';

type Unit = MetricInfo['unit'];

/** A value in a sentence: shares in per cent, others with their unit. Formatted without `Intl`, as all figures here, so the output does not depend on the locale. */
export function formatFigure(value: number | null, unit: Unit): string {
  if (value === null) return 'n/a';
  switch (unit) {
    case 'share':
      return `${trimZeros((value * 100).toFixed(1))} %`;
    case 'count':
      return trimZeros(value.toFixed(2));
    case 'tokens':
      return `${value.toFixed(0)} tokens`;
    case 'ms':
      return `${value.toFixed(0)} ms`;
    case 'usd':
      return `$${value.toFixed(6)}`;
  }
}

/** A distance between two values, without a sign: shares in points, a hundredth each. */
export function formatGap(difference: number, unit: Unit): string {
  const size = Math.abs(difference);
  if (unit !== 'share') return formatFigure(size, unit);
  const points = trimZeros((size * 100).toFixed(1));
  return `${points} ${points === '1' ? 'point' : 'points'}`;
}

/** A difference with its sign, in the same unit as {@link formatGap} and without naming it. */
export function formatSigned(difference: number, unit: Unit): string {
  const scaled = unit === 'share' ? difference * 100 : difference;
  const digits = unit === 'usd' ? 6 : unit === 'count' ? 2 : 1;
  const text = trimZeros(Math.abs(scaled).toFixed(digits));
  if (Number(text) === 0) return '0';
  return `${scaled < 0 ? '-' : '+'}${text}`;
}

/** A p value as people write it; one that is too small for a number is no 0. */
export function formatP(p: number): string {
  if (p === 0) return '<1e-300';
  if (p >= 0.0001) return trimZeros(p.toFixed(4));
  return p.toExponential(1);
}

/** A value in a table: shares with three places, others by unit; `n/a` for nothing judged. */
export function formatValue(value: number | null, unit: Unit): string {
  if (value === null) return 'n/a';
  switch (unit) {
    case 'share':
      return value.toFixed(3);
    case 'usd':
      return value.toFixed(6);
    case 'count':
      return value.toFixed(2);
    case 'tokens':
    case 'ms':
      return value.toFixed(1);
  }
}

/** A difference with its sign; `n/a` where one side was not judged. */
export function formatDifference(value: number | null, unit: Unit): string {
  if (value === null) return 'n/a';
  const text = formatValue(Math.abs(value), unit);
  if (Number(text) === 0) return `±${text}`;
  return `${value < 0 ? '-' : '+'}${text}`;
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/u, '') : text;
}

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
