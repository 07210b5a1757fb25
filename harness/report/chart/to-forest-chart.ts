import type { ChartConfiguration, Plugin } from 'chart.js';

import type { Forest, ForestPoint, ForestRow } from '../text/to-forest.ts';
import type { ChartFonts } from './chart-fonts.ts';
import {
  chartColors,
  chartFont,
  chartSides,
  chartSizes,
  paperPlugin,
  seriesColor,
  seriesShape,
  toPen,
} from './chart-style.ts';
import type { SizedChart } from './draw-chart.ts';
import { framePadding, type PictureWords, toAxisTitle, toFrame, toTickLabels } from './to-frame.ts';

/** A forest plot as a chart: one row per estimate, intervals as error bars. */
export function toForestChart(forest: Forest, words: PictureWords, fonts: ChartFonts): SizedChart {
  const { rows, series } = forest;
  const frame = toFrame(words, fonts);
  const labels = rows.map((row) => toLines(row, fonts));
  const config: ChartConfiguration<'scatterWithErrorBars'> = {
    type: 'scatterWithErrorBars',
    data: {
      datasets: (series.length === 0 ? [''] : series).map((name, place) =>
        toDataset(forest, place, toLegendName(name, fonts)),
      ),
    },
    options: {
      layout: { padding: framePadding },
      plugins: {
        ...frame.plugins,
        legend: toLegend(series.length > 1),
        tooltip: { enabled: false },
      },
      scales: { x: toValueAxis(forest, fonts), y: toRowAxis(labels) },
    },
    plugins: [paperPlugin, createGuides(forest)],
  };
  const lines = Math.max(1, ...labels.map(({ length }) => length));
  const row = Math.max(lines * 23 + 14, 16 * series.length + 16);
  const legend = series.length > 1 ? 34 * Math.ceil(series.length / 3) : 0;
  const height = Math.round(frame.height + legend + 110 + rows.length * row);
  return { width: chartSides.width, height: Math.max(380, height), config };
}

/** A name in a legend, which has one line. */
export function toLegendName(name: string, fonts: ChartFonts): string {
  return fonts.toLines(name, { width: 380, size: chartSizes.label, lines: 1 })[0] ?? '';
}

/** The legend of several series. */
export function toLegend(display: boolean): object {
  return {
    display,
    align: 'start',
    labels: {
      usePointStyle: true,
      color: chartColors.ink,
      font: chartFont(chartSizes.label),
      padding: 16,
      boxWidth: 14,
      boxHeight: 10,
    },
  };
}

type Dataset = ChartConfiguration<'scatterWithErrorBars'>['data']['datasets'][number];

function toDataset(forest: Forest, place: number, label: string): Dataset {
  const { rows, series } = forest;
  const count = Math.max(1, series.length);
  const spread = Math.min(0.32, 0.76 / count) * (place - (count - 1) / 2);
  const points = rows.flatMap((row, index) => {
    const point = row.points[place] ?? null;
    return point === null ? [] : [{ point, y: index + spread }];
  });
  const colors = points.map(({ point }) => toColor(point, place));
  // Points with error bars take these two under their bare names, which the type does not say.
  const marks = { radius: 7, rotation: points.map(({ point }) => rotations[point.kind]) };
  return {
    label,
    data: points.map(({ point, y }) => ({ ...toEnds(point, forest), y, yMin: y, yMax: y })),
    backgroundColor: colors,
    borderColor: colors,
    errorBarColor: colors,
    errorBarWhiskerColor: colors,
    errorBarLineWidth: 3,
    errorBarWhiskerLineWidth: 3,
    errorBarWhiskerSize: Math.min(12, 48 / count),
    // Marks at the ends of the axis are drawn whole.
    clip: 14,
    pointStyle: points.map(({ point }) => toShape(point, place)),
    ...marks,
  };
}

type Axes = NonNullable<ChartConfiguration<'scatterWithErrorBars'>['options']>['scales'];
type Axis = NonNullable<NonNullable<Axes>[string]>;

function toValueAxis({ min, max, axis }: Forest, fonts: ChartFonts): Axis {
  return {
    min,
    max,
    title: toAxisTitle(axis, fonts),
    grid: { color: chartColors.line },
    ticks: {
      color: chartColors.soft,
      font: chartFont(chartSizes.figure),
      callback: formatTick,
      maxRotation: 0,
    },
  };
}

function toRowAxis(labels: readonly (readonly string[])[]): Axis {
  return {
    reverse: true,
    min: -0.6,
    max: labels.length - 0.4,
    afterBuildTicks: (axis) => {
      // Only ticks are set here, on the axis that Chart.js hands over for it.
      Object.assign(axis, { ticks: labels.map((_, value) => ({ value })) });
    },
    grid: { display: false },
    ticks: {
      autoSkip: false,
      color: chartColors.ink,
      font: chartFont(chartSizes.label),
      callback: toTickLabels(labels),
    },
  };
}

/** The figure is never shortened: it has a line of its own where the name needs the room. */
function toLines({ label, points }: ForestRow, fonts: ChartFonts): readonly string[] {
  const room = { width: 430, size: chartSizes.label, lines: 2 };
  const text = points[0]?.text ?? '';
  const whole = text === '' ? label : `${label}: ${text}`;
  if (text === '' || fonts.measure(whole, room.size) <= room.width) {
    return fonts.toLines(whole, room);
  }
  return [...fonts.toLines(label, room), ...fonts.toLines(text, room)];
}

function toEnds(
  { value, low, high }: ForestPoint,
  { min, max }: Forest,
): { readonly x: number; readonly xMin: number; readonly xMax: number } {
  return { x: value, xMin: Math.max(min, low ?? value), xMax: Math.min(max, high ?? value) };
}

function toColor({ kind }: ForestPoint, place: number): string {
  switch (kind) {
    case 'better':
      return chartColors.better;
    case 'worse':
      return chartColors.worse;
    case 'open':
      return chartColors.soft;
    case 'plain':
      return seriesColor(place);
  }
}

/** Triangles point in the direction of the change, so that the chart can be read without colour. */
const rotations: Readonly<Record<ForestPoint['kind'], number>> = {
  better: 90,
  worse: -90,
  open: 0,
  plain: 0,
};

function toShape({ kind }: ForestPoint, place: number): ReturnType<typeof seriesShape> {
  if (kind === 'open') return 'circle';
  return kind === 'plain' ? seriesShape(place) : 'triangle';
}

/** A figure on an axis, with commas between thousands and a true minus. */
export function formatTick(value: number | string): string {
  const [whole = '', parts] = String(Number(Number(value).toPrecision(6))).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/gu, ',');
  return `${grouped}${parts === undefined ? '' : `.${parts}`}`.replace('-', '−');
}

/** Lines at no difference and at the margin. */
function createGuides({ zero, margin }: Forest): Plugin {
  return {
    id: 'guides',
    beforeDatasetsDraw(chart) {
      const pen = toPen(chart);
      const { chartArea, scales } = chart;
      const draw = (value: number, color: string, dash: readonly number[]): void => {
        const x = scales['x']?.getPixelForValue(value) ?? 0;
        pen.save();
        pen.strokeStyle = color;
        pen.lineWidth = 2;
        pen.setLineDash(dash);
        pen.beginPath();
        pen.moveTo(x, chartArea.top);
        pen.lineTo(x, chartArea.bottom);
        pen.stroke();
        pen.restore();
      };
      if (zero !== null) draw(zero, chartColors.ink, []);
      if (margin !== null) draw(margin, chartColors.margin, [8, 6]);
    },
  };
}
