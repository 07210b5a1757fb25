import type { ChartConfiguration } from 'chart.js';

import type { Estimate } from '../../compare/comparison.ts';
import type { ChartFonts } from './chart-fonts.ts';
import {
  chartColors,
  chartFont,
  chartSides,
  chartSizes,
  paperPlugin,
  seriesColor,
  seriesShape,
} from './chart-style.ts';
import type { SizedChart } from './draw-chart.ts';
import { formatTick, toLegend, toLegendName } from './to-forest-chart.ts';
import { framePadding, type PictureWords, toAxisTitle, toFrame, toTickLabels } from './to-frame.ts';

/** Values with intervals over a few places, which are at equal distances. */
export interface Curves {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly yMax: number;
  readonly places: readonly string[];
  /** One point for each place; without a value nothing is drawn. */
  readonly series: readonly { readonly name: string; readonly points: readonly Estimate[] }[];
}

/** Points with error bars, joined by lines. */
export function toCurveChart(curves: Curves, words: PictureWords, fonts: ChartFonts): SizedChart {
  const { places, series, yMax, yTitle } = curves;
  const frame = toFrame(words, fonts);
  const width = Math.max(60, 1080 / Math.max(1, places.length) - 16);
  const labels = places.map((word) =>
    fonts.toLines(word, { width, size: chartSizes.label, lines: 3 }),
  );
  const config: ChartConfiguration<'scatterWithErrorBars'> = {
    type: 'scatterWithErrorBars',
    data: {
      datasets: series.map(({ name, points }, place) =>
        toDataset(points, { place, count: series.length, label: toLegendName(name, fonts) }),
      ),
    },
    options: {
      layout: { padding: framePadding },
      plugins: {
        ...frame.plugins,
        legend: toLegend(series.length > 1),
        tooltip: { enabled: false },
      },
      scales: {
        x: toPlaceAxis(curves.xTitle, labels, fonts),
        y: {
          min: 0,
          max: yMax,
          title: toAxisTitle(yTitle, fonts),
          grid: { color: chartColors.line },
          ticks: {
            color: chartColors.soft,
            font: chartFont(chartSizes.figure),
            callback: formatTick,
          },
        },
      },
    },
    plugins: [paperPlugin],
  };
  return { width: chartSides.width, height: chartSides.height, config };
}

type Dataset = ChartConfiguration<'scatterWithErrorBars'>['data']['datasets'][number];

function toDataset(
  points: readonly Estimate[],
  {
    place,
    count,
    label,
  }: { readonly place: number; readonly count: number; readonly label: string },
): Dataset {
  const color = seriesColor(place);
  // Beside each other, so that no interval hides another.
  const spread = count === 1 ? 0 : Math.min(0.08, 0.5 / count) * (place - (count - 1) / 2);
  const marks = { radius: 7 };
  return {
    label,
    data: points.flatMap(({ value, low, high }, index) => {
      const x = index + spread;
      return value === null
        ? []
        : [{ x, y: value, xMin: x, xMax: x, yMin: low ?? value, yMax: high ?? value }];
    }),
    showLine: true,
    borderWidth: 3,
    backgroundColor: color,
    borderColor: color,
    errorBarColor: color,
    errorBarWhiskerColor: color,
    errorBarLineWidth: 3,
    errorBarWhiskerLineWidth: 3,
    errorBarWhiskerSize: 12,
    pointStyle: seriesShape(place),
    clip: 14,
    ...marks,
  };
}

type Axes = NonNullable<ChartConfiguration<'scatterWithErrorBars'>['options']>['scales'];
type Axis = NonNullable<NonNullable<Axes>[string]>;

function toPlaceAxis(
  title: string,
  labels: readonly (readonly string[])[],
  fonts: ChartFonts,
): Axis {
  return {
    min: -0.5,
    max: labels.length - 0.5,
    title: toAxisTitle(title, fonts),
    afterBuildTicks: (axis) => {
      // Only ticks are set here, on the axis that Chart.js hands over for it.
      Object.assign(axis, { ticks: labels.map((_, value) => ({ value })) });
    },
    grid: { display: false },
    ticks: {
      autoSkip: false,
      maxRotation: 0,
      color: chartColors.ink,
      font: chartFont(chartSizes.label),
      callback: toTickLabels(labels),
    },
  };
}
