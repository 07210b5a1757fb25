import type { Forest } from '../text/to-forest.ts';
import type { ToolTimes } from './tool-times.ts';

/** Times of tools as a forest plot: the median, and the middle 80 % as its bar. */
export function toTimesForest(times: readonly ToolTimes[]): Forest {
  const most = Math.max(...times.map(({ high, median }) => Math.max(high, median)));
  return {
    title: 'latency by tool',
    axis: 'milliseconds',
    min: 0,
    max: toNiceEnd(most),
    zero: null,
    margin: null,
    series: [],
    rows: times.map(({ tool, calls, median, low, high, slowest }) => ({
      label: tool,
      points: [
        {
          value: median,
          low,
          high,
          kind: 'plain',
          text: `median ${toMs(median)}, slowest ${toMs(slowest)} of ${calls}`,
        },
      ],
    })),
  };
}

function toMs(value: number): string {
  if (value >= 10_000) return `${Number((value / 1000).toFixed(1))} s`;
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ms`;
}

/** A round figure that is not much higher. */
function toNiceEnd(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const end =
    [1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * power >= value) ?? 10;
  return end * power;
}
