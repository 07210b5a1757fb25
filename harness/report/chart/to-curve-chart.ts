import type { ChartConfiguration } from 'chart.js';

import { type Curve, toAxisEnd } from '../text/to-curves.ts';
import type { ChartFonts } from './chart-fonts.ts';
import { chartColors, chartFont, paperPlugin } from './chart-style.ts';
import type { SizedChart } from './draw-chart.ts';

/** A metric over the values of a sweep: points with error bars, joined by a line. Values stand at equal distances. */
export function toCurveChart(curve: Curve, fonts: ChartFonts): SizedChart {
  const { points, title, metric } = curve;
  const [color] = chartColors.series;
  const shown = points.flatMap(({ value, low, high }, x) =>
    value === null
      ? []
      : [{ x, y: value, xMin: x, xMax: x, yMin: low ?? value, yMax: high ?? value }],
  );
  const config: ChartConfiguration<'scatterWithErrorBars'> = {
    type: 'scatterWithErrorBars',
    data: {
      datasets: [
        {
          data: shown,
          showLine: true,
          backgroundColor: color,
          borderColor: color,
          errorBarColor: color,
          errorBarWhiskerColor: color,
          errorBarLineWidth: 2,
          errorBarWhiskerLineWidth: 2,
          errorBarWhiskerSize: 8,
          clip: 12,
        },
      ],
    },
    options: {
      layout: { padding: { top: 12, right: 24, bottom: 12, left: 12 } },
      plugins: {
        title: toTitle(fonts.toDrawable(title, 90), 16),
        legend: { display: false },
        tooltip: { enabled: false },
      },
      scales: {
        x: toValueAxis(curve, fonts),
        y: {
          min: 0,
          max: toAxisEnd(curve),
          title: toTitle(metric, 13),
          grid: { color: chartColors.line },
          ticks: { color: chartColors.soft, font: chartFont(12) },
        },
      },
    },
    plugins: [paperPlugin],
  };
  return { width: 760, height: 420, config };
}

type Axes = NonNullable<ChartConfiguration<'scatterWithErrorBars'>['options']>['scales'];
type Axis = NonNullable<NonNullable<Axes>[string]>;

function toValueAxis(curve: Curve, fonts: ChartFonts): Axis {
  const { points, setting } = curve;
  return {
    min: -0.5,
    max: points.length - 0.5,
    title: toTitle(fonts.toDrawable(setting, 100), 13),
    afterBuildTicks: (axis) => {
      // Only ticks are set here, on the axis that Chart.js hands over for it.
      Object.assign(axis, { ticks: points.map((_, value) => ({ value })) });
    },
    grid: { display: false },
    ticks: {
      autoSkip: false,
      color: chartColors.ink,
      font: chartFont(13),
      callback: (value) => toLabel(curve, Number(value), fonts),
    },
  };
}

function toLabel({ points }: Curve, index: number, fonts: ChartFonts): string {
  const point = points[index];
  return point === undefined ? '' : fonts.toDrawable(`${point.word}${point.isOwn ? ' *' : ''}`);
}

function toTitle(text: string, size: number): object {
  return { display: true, text, color: chartColors.ink, font: chartFont(size) };
}
