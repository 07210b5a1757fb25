import type { MetricInfo } from '../../core/score/metric.ts';

type Unit = MetricInfo['unit'];

/** A value in a sentence: shares in per cent, others with their unit. By hand, so that no locale has a say. */
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

/** A p value as people write it. */
export function formatP(p: number): string {
  if (p >= 0.0001) return trimZeros(p.toFixed(4));
  return p.toExponential(1);
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/u, '') : text;
}
