import type { ChartConfiguration, Plugin } from 'chart.js';

import type { Heat, HeatCell } from '../text/to-heat.ts';
import type { ChartFonts } from './chart-fonts.ts';
import { chartColors, chartFont, paperPlugin, toPen } from './chart-style.ts';
import type { SizedChart } from './draw-chart.ts';

interface MatrixPoint {
  readonly x: string;
  readonly y: string;
  readonly cell: HeatCell;
}

const cellWidth = 84;
const cellHeight = 34;

/** A heat map as a chart, with the figure in each cell. */
export function toHeatChart(heat: Heat, fonts: ChartFonts): SizedChart {
  // Labels are keys of the axes, so two of them must not become the same.
  const columns = heat.columns.map((name, place) => `${place}\n${fonts.toDrawable(name, 28)}`);
  const rows = heat.rows.map(({ label }, place) => `${place}\n${fonts.toDrawable(label, 36)}`);
  const points: readonly MatrixPoint[] = heat.rows.flatMap(({ cells }, row) =>
    cells.flatMap((cell, column) =>
      cell.text === '' ? [] : [{ x: columns[column] ?? '', y: rows[row] ?? '', cell }],
    ),
  );
  const config: ChartConfiguration<'matrix', MatrixPoint[]> = {
    type: 'matrix',
    data: {
      datasets: [
        {
          data: [...points],
          backgroundColor: points.map(({ cell }) => toColor(cell)),
          width: ({ chart }) => toSide(chart.chartArea?.width, columns.length),
          height: ({ chart }) => toSide(chart.chartArea?.height, rows.length),
        },
      ],
    },
    options: {
      layout: { padding: 12 },
      plugins: {
        title: {
          display: true,
          text: [fonts.toDrawable(heat.title, 90), fonts.toDrawable(heat.key, 90)],
          color: chartColors.ink,
          font: chartFont(16),
        },
        legend: { display: false },
        tooltip: { enabled: false },
      },
      scales: {
        x: toAxis(columns, fonts.toDrawable(heat.columnTitle), 'bottom'),
        y: toAxis(rows, fonts.toDrawable(heat.rowTitle), 'left'),
      },
    },
    plugins: [paperPlugin, createFigures(points)],
  };
  return {
    width: 320 + cellWidth * Math.max(3, columns.length),
    height: 250 + cellHeight * rows.length,
    config,
  };
}

/** Chart.js asks once before it knows the area. */
function toSide(area: number | undefined, count: number): number {
  return area === undefined ? 0 : area / count - 2;
}

function toAxis(labels: readonly string[], title: string, position: 'bottom' | 'left'): object {
  return {
    type: 'category',
    labels,
    position,
    offset: true,
    // The first row is the top one; the matrix chart itself would turn the axis round.
    reverse: false,
    grid: { display: false },
    title: { display: true, text: title, color: chartColors.soft, font: chartFont(13) },
    ticks: {
      autoSkip: false,
      maxRotation: 50,
      minRotation: position === 'bottom' && labels.length > 3 ? 35 : 0,
      color: chartColors.ink,
      font: chartFont(13),
      callback: (value: number | string) => (labels[Number(value)] ?? '').replace(/^\d+\n/u, ''),
    },
  };
}

/** From nearly white to the full tone. */
function toColor({ heat, tone }: HeatCell): string {
  if (heat === null) return chartColors.paper;
  const full = tone === 'good' ? [15, 123, 79] : [200, 70, 20];
  const share = 0.12 + 0.88 * heat;
  const parts = full.map((part) => Math.round(255 + (part - 255) * share));
  return `rgb(${parts.join(', ')})`;
}

function createFigures(points: readonly MatrixPoint[]): Plugin {
  return {
    id: 'figures',
    afterDatasetsDraw(chart) {
      const pen = toPen(chart);
      const { scales } = chart;
      pen.save();
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      const { family, size } = chartFont(13);
      pen.font = `${size}px ${family}`;
      for (const { x, y, cell } of points) {
        pen.fillStyle = (cell.heat ?? 0) > 0.55 ? chartColors.paper : chartColors.ink;
        pen.fillText(cell.text, toPixel(scales['x'], x), toPixel(scales['y'], y));
      }
      pen.restore();
    },
  };
}

/** The middle of a category. */
function toPixel(scale: unknown, label: string): number {
  // The axes above are category axes, which know the places of their labels.
  const axis = scale as { getLabels(): string[]; getPixelForValue(value: number): number };
  return axis.getPixelForValue(axis.getLabels().indexOf(label));
}
