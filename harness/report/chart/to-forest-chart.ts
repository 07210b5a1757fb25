import type { ChartConfiguration, Plugin } from 'chart.js';

import type { Forest, ForestPoint } from '../text/to-forest.ts';
import type { ChartFonts } from './chart-fonts.ts';
import { chartColors, chartFont, paperPlugin, toPen } from './chart-style.ts';
import type { SizedChart } from './draw-chart.ts';

/** A forest plot as a chart: one row per estimate, intervals as error bars. */
export function toForestChart(forest: Forest, fonts: ChartFonts): SizedChart {
  const { rows, series } = forest;
  const config: ChartConfiguration<'scatterWithErrorBars'> = {
    type: 'scatterWithErrorBars',
    data: {
      datasets: (series.length === 0 ? [''] : series).map((name, place) =>
        toDataset(forest, place, fonts.toDrawable(name)),
      ),
    },
    options: {
      layout: { padding: { top: 12, right: 24, bottom: 12, left: 12 } },
      plugins: {
        title: toTitle(fonts.toDrawable(forest.title, 90), 16),
        legend: {
          display: series.length > 1,
          labels: { usePointStyle: true, color: chartColors.ink, font: chartFont(13) },
        },
        tooltip: { enabled: false },
      },
      scales: { x: toValueAxis(forest, fonts), y: toRowAxis(forest, fonts) },
    },
    plugins: [paperPlugin, createGuides(forest)],
  };
  const height = 130 + rows.length * (series.length > 1 ? 14 + 12 * series.length : 26);
  return { width: 980, height, config };
}

type Dataset = ChartConfiguration<'scatterWithErrorBars'>['data']['datasets'][number];

function toDataset(forest: Forest, place: number, label: string): Dataset {
  const { rows, series } = forest;
  const count = Math.max(1, series.length);
  const spread = Math.min(0.32, 0.7 / count) * (place - (count - 1) / 2);
  const points = rows.flatMap((row, index) => {
    const point = row.points[place] ?? null;
    return point === null ? [] : [{ point, y: index + spread }];
  });
  const colors = points.map(({ point }) => toColor(point, place));
  // Points with error bars take these two under their bare names, which the type does not say.
  const marks = { radius: 6, rotation: points.map(({ point }) => rotations[point.kind]) };
  return {
    label,
    data: points.map(({ point, y }) => ({ ...toEnds(point, forest), y, yMin: y, yMax: y })),
    backgroundColor: colors,
    borderColor: colors,
    errorBarColor: colors,
    errorBarWhiskerColor: colors,
    errorBarLineWidth: 2,
    errorBarWhiskerLineWidth: 2,
    errorBarWhiskerSize: 8,
    // Marks at the ends of the axis are drawn whole.
    clip: 12,
    pointStyle: points.map(({ point }) => toShape(point, place)),
    ...marks,
  };
}

type Axes = NonNullable<ChartConfiguration<'scatterWithErrorBars'>['options']>['scales'];
type Axis = NonNullable<NonNullable<Axes>[string]>;

function toTitle(text: string, size: number): object {
  return { display: true, text, color: chartColors.ink, font: chartFont(size) };
}

function toValueAxis({ min, max, axis }: Forest, fonts: ChartFonts): Axis {
  return {
    min,
    max,
    title: {
      display: true,
      text: fonts.toDrawable(axis, 100),
      color: chartColors.soft,
      font: chartFont(13),
    },
    grid: { color: chartColors.line },
    ticks: { color: chartColors.soft, font: chartFont(12), callback: formatTick },
  };
}

function toRowAxis(forest: Forest, fonts: ChartFonts): Axis {
  const { rows } = forest;
  return {
    reverse: true,
    min: -0.6,
    max: rows.length - 0.4,
    afterBuildTicks: (axis) => {
      // Only ticks are set here, on the axis that Chart.js hands over for it.
      Object.assign(axis, { ticks: rows.map((_, value) => ({ value })) });
    },
    grid: { display: false },
    ticks: {
      autoSkip: false,
      color: chartColors.ink,
      font: chartFont(13),
      callback: (value) => toLabel(forest, Number(value), fonts),
    },
  };
}

function toLabel({ rows }: Forest, index: number, fonts: ChartFonts): string {
  const row = rows[index];
  if (row === undefined) return '';
  const text = row.points[0]?.text ?? '';
  return fonts.toDrawable(text === '' ? row.label : `${row.label}   ${text}`);
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
      return chartColors.series[place % chartColors.series.length] ?? chartColors.ink;
  }
}

/** Triangles point in the direction of the change, so that the chart can be read without colour. */
const rotations: Readonly<Record<ForestPoint['kind'], number>> = {
  better: 90,
  worse: -90,
  open: 0,
  plain: 0,
};

function toShape({ kind }: ForestPoint, place: number): 'circle' | 'rect' | 'rectRot' | 'triangle' {
  if (kind === 'open') return 'circle';
  if (kind !== 'plain') return 'triangle';
  return (['circle', 'rect', 'rectRot'] as const)[place % 3] ?? 'circle';
}

function formatTick(value: number | string): string {
  return String(value).replace('-', '−');
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
        pen.lineWidth = 1.5;
        pen.setLineDash(dash);
        pen.beginPath();
        pen.moveTo(x, chartArea.top);
        pen.lineTo(x, chartArea.bottom);
        pen.stroke();
        pen.restore();
      };
      if (zero !== null) draw(zero, chartColors.ink, []);
      if (margin !== null) draw(margin, chartColors.margin, [6, 5]);
    },
  };
}
