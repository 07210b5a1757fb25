import type { ChartConfiguration, Plugin } from 'chart.js';

import type { Heat, HeatCell } from '../text/to-heat.ts';
import type { ChartFonts } from './chart-fonts.ts';
import {
  chartColors,
  chartFont,
  chartSides,
  chartSizes,
  paperPlugin,
  toPen,
} from './chart-style.ts';
import type { SizedChart } from './draw-chart.ts';
import { framePadding, type PictureWords, toAxisTitle, toFrame } from './to-frame.ts';

interface MatrixPoint {
  readonly x: string;
  readonly y: string;
  readonly cell: HeatCell;
}

/** What the axes say: keys, which must differ, and their labels in lines. */
interface Labels {
  readonly keys: readonly string[];
  readonly lines: readonly (readonly string[])[];
}

const rowRoom = 320;
/** More columns than these have labels at a slant. */
const mostLevel = 7;

/** A heat map as a chart, with the figure in each cell. */
export function toHeatChart(heat: Heat, words: PictureWords, fonts: ChartFonts): SizedChart {
  const { size, cell, slanted } = toCells(heat, fonts);
  const columns = toLabels(heat.columns, fonts, slanted ? 230 : cell - 8);
  const rows = toLabels(
    heat.rows.map(({ label }) => label),
    fonts,
    rowRoom - 20,
  );
  const points: readonly MatrixPoint[] = heat.rows.flatMap(({ cells }, row) =>
    cells.flatMap((own, column) =>
      own.text === ''
        ? []
        : [{ x: columns.keys[column] ?? '', y: rows.keys[row] ?? '', cell: own }],
    ),
  );
  const frame = toFrame(words, fonts, size);
  const config: ChartConfiguration<'matrix', MatrixPoint[]> = {
    type: 'matrix',
    data: {
      datasets: [
        {
          data: [...points],
          backgroundColor: points.map((point) => toColor(point.cell)),
          width: ({ chart }) => toSide(chart.chartArea?.width, columns.keys.length),
          height: ({ chart }) => toSide(chart.chartArea?.height, rows.keys.length),
        },
      ],
    },
    options: {
      layout: { padding: { ...framePadding, right: slanted ? 24 : framePadding.right } },
      plugins: { ...frame.plugins, legend: { display: false }, tooltip: { enabled: false } },
      scales: {
        x: toAxis(columns, toAxisTitle(heat.columnTitle, fonts), slanted ? 'slanted' : 'level'),
        y: toAxis(rows, toAxisTitle(heat.rowTitle, fonts), 'left'),
      },
    },
    plugins: [paperPlugin, createFigures(points)],
  };
  const labelHeight = slanted ? 230 : 30 + 23 * countLines(columns);
  const rowHeight = Math.max(44, 23 * countLines(rows) + 12);
  const height = Math.round(frame.height + labelHeight + 70 + rowHeight * rows.keys.length);
  return { width: size, height: Math.max(380, height), config };
}

/** How wide the picture and its columns are. */
function toCells(
  { columns, rows }: Heat,
  fonts: ChartFonts,
): { readonly size: number; readonly cell: number; readonly slanted: boolean } {
  const texts = rows.flatMap(({ cells }) => cells.map(({ text }) => text));
  const widest = Math.max(0, ...texts.map((text) => fonts.measure(text, chartSizes.figure)));
  const room = chartSides.width - rowRoom - 120;
  const least = Math.max(56, widest + 16);
  const size = Math.max(chartSides.width, rowRoom + 120 + least * columns.length);
  const cell = Math.max(least, room / Math.max(1, columns.length));
  return { size: Math.ceil(size), cell, slanted: columns.length > mostLevel };
}

/** Labels are keys of the axes, so two of them must not become the same. */
function toLabels(names: readonly string[], fonts: ChartFonts, width: number): Labels {
  return {
    keys: names.map((_, place) => String(place)),
    lines: names.map((name) => fonts.toLines(name, { width, size: chartSizes.label, lines: 2 })),
  };
}

function countLines({ lines }: Labels): number {
  return Math.max(1, ...lines.map(({ length }) => length));
}

/** Chart.js asks once before it knows the area. */
function toSide(area: number | undefined, count: number): number {
  return area === undefined ? 0 : area / count - 2;
}

function toAxis(
  { keys, lines }: Labels,
  title: object,
  place: 'level' | 'slanted' | 'left',
): object {
  const turn = place === 'slanted' ? 50 : 0;
  return {
    type: 'category',
    labels: keys,
    position: place === 'left' ? 'left' : 'bottom',
    offset: true,
    // The first row is the top one; the matrix chart itself would turn the axis round.
    reverse: false,
    grid: { display: false },
    title,
    ticks: {
      autoSkip: false,
      maxRotation: turn,
      minRotation: turn,
      color: chartColors.ink,
      font: chartFont(chartSizes.label),
      callback: (value: number | string) => [...(lines[Number(value)] ?? [])],
    },
  };
}

/** From nearly white to the full tone. */
function toColor(cell: HeatCell): string {
  return cell.heat === null ? chartColors.paper : `rgb(${toShade(cell).join(', ')})`;
}

function toShade({ heat, tone }: HeatCell): readonly number[] {
  const full = toParts(tone === 'good' ? chartColors.good : chartColors.bad);
  const share = 0.12 + 0.88 * (heat ?? 0);
  return full.map((part) => Math.round(255 + (part - 255) * share));
}

/** Ink or paper, whichever has the higher contrast with the cell (WCAG 2.2). */
function toTextColor(cell: HeatCell): string {
  if (cell.heat === null) return chartColors.ink;
  const [red = 0, green = 0, blue = 0] = toShade(cell).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > 0.2 ? chartColors.ink : chartColors.paper;
}

function toParts(color: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
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
      const { family, size } = chartFont(chartSizes.figure);
      pen.font = `${size}px ${family}`;
      for (const { x, y, cell } of points) {
        pen.fillStyle = toTextColor(cell);
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
