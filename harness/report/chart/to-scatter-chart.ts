import type { ChartConfiguration, Plugin } from 'chart.js';

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
  toPen,
} from './chart-style.ts';
import type { SizedChart } from './draw-chart.ts';
import { formatTick } from './to-forest-chart.ts';
import { framePadding, type PictureWords, toAxisTitle, toFrame } from './to-frame.ts';

/** Two figures of each variant against each other. */
export interface Scatter {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly yMax: number;
  readonly points: readonly { readonly name: string; readonly x: Estimate; readonly y: Estimate }[];
}

/** A mark for each variant with both intervals and its name beside it. */
export function toScatterChart(
  scatter: Scatter,
  words: PictureWords,
  fonts: ChartFonts,
): SizedChart {
  const { points, xTitle, yTitle, yMax } = scatter;
  const frame = toFrame(words, fonts);
  const names = points.map(({ name }) => toName(name, fonts));
  const highest = Math.max(0, ...points.map(({ x }) => x.high ?? x.value ?? 0));
  const ticks = {
    color: chartColors.soft,
    font: chartFont(chartSizes.figure),
    callback: formatTick,
    maxRotation: 0,
  };
  const config: ChartConfiguration<'scatterWithErrorBars'> = {
    type: 'scatterWithErrorBars',
    data: { datasets: points.map(toDataset) },
    options: {
      layout: { padding: framePadding },
      plugins: { ...frame.plugins, legend: { display: false }, tooltip: { enabled: false } },
      scales: {
        x: {
          min: 0,
          max: highest === 0 ? 1 : highest * 1.1,
          title: toAxisTitle(xTitle, fonts),
          grid: { color: chartColors.line },
          ticks: { ...ticks, maxTicksLimit: 7, includeBounds: false },
        },
        y: {
          min: 0,
          max: yMax,
          title: toAxisTitle(yTitle, fonts),
          grid: { color: chartColors.line },
          ticks,
        },
      },
    },
    plugins: [paperPlugin, createNames(scatter, names)],
  };
  return { width: chartSides.width, height: chartSides.height, config };
}

type Dataset = ChartConfiguration<'scatterWithErrorBars'>['data']['datasets'][number];

function toDataset({ x, y }: Scatter['points'][number], place: number): Dataset {
  const color = seriesColor(place);
  const [atX, atY] = [x.value ?? 0, y.value ?? 0];
  const marks = { radius: 9 };
  return {
    data: [
      {
        x: atX,
        y: atY,
        xMin: x.low ?? atX,
        xMax: x.high ?? atX,
        yMin: y.low ?? atY,
        yMax: y.high ?? atY,
      },
    ],
    backgroundColor: color,
    borderColor: color,
    errorBarColor: color,
    errorBarWhiskerColor: color,
    errorBarLineWidth: 2,
    errorBarWhiskerLineWidth: 2,
    errorBarWhiskerSize: 10,
    pointStyle: seriesShape(place),
    clip: 14,
    ...marks,
  };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A name in lines, with the width of the longest. */
interface Name {
  readonly lines: readonly string[];
  readonly width: number;
}

const lineHeight = 22;

const steps = [
  0,
  ...Array.from(
    { length: 60 },
    (_, index) => (index % 2 === 0 ? -1 : 1) * Math.ceil((index + 1) / 2),
  ),
];

function toName(name: string, fonts: ChartFonts): Name {
  const size = chartSizes.label;
  const lines = fonts.toLines(name, { width: 260, size, lines: 2 });
  return { lines, width: Math.max(...lines.map((line) => fonts.measure(line, size))) };
}

/** Writes names beside their marks, where no other mark or name is; a line leads to a name that is further away. */
function createNames({ points }: Scatter, names: readonly Name[]): Plugin {
  return {
    id: 'names',
    afterDatasetsDraw(chart) {
      const pen = toPen(chart);
      const { chartArea, scales } = chart;
      const marks = points.map(({ x, y }): Box => {
        const atX = scales['x']?.getPixelForValue(x.value ?? 0) ?? 0;
        const atY = scales['y']?.getPixelForValue(y.value ?? 0) ?? 0;
        return { x: atX - 12, y: atY - 12, width: 24, height: 24 };
      });
      const taken = [...marks, ...points.flatMap((point) => toBars(point, scales))];
      const { family, size } = chartFont(chartSizes.label);
      pen.save();
      pen.font = `${size}px ${family}`;
      pen.textAlign = 'left';
      pen.textBaseline = 'top';
      names.forEach(({ lines, width }, place) => {
        const mark = marks[place];
        if (mark === undefined) return;
        const box = findRoom({ mark, width, height: lines.length * lineHeight }, taken, chartArea);
        taken.push(box);
        pen.fillStyle = seriesColor(place);
        pen.strokeStyle = seriesColor(place);
        drawLead(pen, mark, box);
        lines.forEach((line, index) => pen.fillText(line, box.x, box.y + index * lineHeight));
      });
      pen.restore();
    },
  };
}

interface Wish {
  readonly mark: Box;
  readonly width: number;
  readonly height: number;
}

interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The places of the intervals. */
function toBars(
  { x, y }: Scatter['points'][number],
  scales: Readonly<Record<string, { getPixelForValue(value: number): number }>>,
): readonly Box[] {
  const toX = (value: number | null): number => scales['x']?.getPixelForValue(value ?? 0) ?? 0;
  const toY = (value: number | null): number => scales['y']?.getPixelForValue(value ?? 0) ?? 0;
  const [atX, atY] = [toX(x.value), toY(y.value)];
  const [left, right] = [toX(x.low ?? x.value), toX(x.high ?? x.value)];
  const [top, bottom] = [toY(y.high ?? y.value), toY(y.low ?? y.value)];
  return [
    { x: left, y: atY - 3, width: right - left, height: 6 },
    { x: atX - 3, y: top, width: 6, height: bottom - top },
  ];
}

/** To the right and to the left; then further and further away, up and down. */
function findRoom({ mark, width, height }: Wish, taken: readonly Box[], area: Area): Box {
  const middle = mark.y + (mark.height - height) / 2;
  const [right, left] = [mark.x + mark.width + 6, mark.x - width - 6];
  const sides = steps.flatMap((step) =>
    [right, left].map((x) => ({ x, y: middle + step * 14, width, height })),
  );
  const isInside = (box: Box): boolean =>
    box.x >= area.left + 4 &&
    box.x + width <= area.right - 4 &&
    box.y >= area.top &&
    box.y + height <= area.bottom;
  const free = sides.find((box) => isInside(box) && taken.every((other) => !overlaps(box, other)));
  return free ?? sides.find(isInside) ?? { x: area.left + 4, y: middle, width, height };
}

function overlaps(a: Box, b: Box): boolean {
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !isBeside && a.y < b.y + b.height && b.y < a.y + a.height;
}

function drawLead(pen: ReturnType<typeof toPen>, mark: Box, box: Box): void {
  const [x, y] = [mark.x + mark.width / 2, mark.y + mark.height / 2];
  const boxY = box.y + box.height / 2;
  if (Math.abs(boxY - y) < box.height / 2 + 4) return;
  pen.lineWidth = 1.5;
  pen.setLineDash([3, 3]);
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(box.x > x ? box.x - 3 : box.x + box.width + 3, boxY);
  pen.stroke();
  pen.setLineDash([]);
}
