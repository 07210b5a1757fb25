import type { MetricInfo } from '../../core/score/metric.ts';

/** A metric's value for people: shares with three places, others by unit; `n/a` for nothing judged. By hand, so that no locale has a say. */
export function formatValue(value: number | null, unit: MetricInfo['unit']): string {
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
export function formatDifference(value: number | null, unit: MetricInfo['unit']): string {
  if (value === null) return 'n/a';
  const text = formatValue(Math.abs(value), unit);
  if (Number(text) === 0) return `±${text}`;
  return `${value < 0 ? '-' : '+'}${text}`;
}
