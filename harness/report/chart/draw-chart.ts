import { createCanvas } from '@napi-rs/canvas';
import { Chart, type ChartConfiguration, registerables } from 'chart.js';
import { PointWithErrorBar, ScatterWithErrorBarsController } from 'chartjs-chart-error-bars';
import { MatrixController, MatrixElement } from 'chartjs-chart-matrix';
import { keepLimit } from '../../limit/limits.ts';
import { SvgPen, type SvgWords } from './svg-pen.ts';

/** A chart and the size it is meant for, in CSS pixels. */
export interface SizedChart {
  readonly width: number;
  readonly height: number;
  readonly config: ChartConfiguration;
}

/** The parts of Chart.js that our charts use. */
const chartParts = [
  ...registerables,
  ScatterWithErrorBarsController,
  PointWithErrorBar,
  MatrixController,
  MatrixElement,
];

/** Pixels of the picture for one of the chart. */
const pixelRatio = 2;

/** Draws a chart without a browser, as PNG. The same chart gives the same bytes. */
export function drawChart(sized: SizedChart): Uint8Array {
  const { width, height } = sized;
  keepLimit('pictureSide', Math.max(width, height) * pixelRatio, 'draw a chart of the report');
  const canvas = createCanvas(width, height);
  return draw(sized, {
    surface: canvas.getContext('2d'),
    ratio: pixelRatio,
    read: () => canvas.toBuffer('image/png'),
  });
}

/** Draws the same chart as SVG text. */
export function drawSvg(sized: SizedChart, words: SvgWords): string {
  const { width, height } = sized;
  keepLimit('pictureSide', Math.max(width, height), 'draw a chart of the report');
  const pen = new SvgPen(width, height, words);
  return draw(sized, { surface: pen, ratio: 1, read: () => pen.toSvg() });
}

/** What a chart is drawn on, and how the picture is had from it. */
interface Surface<Picture> {
  readonly surface: unknown;
  readonly ratio: number;
  read(): Picture;
}

function draw<Picture>(
  { config }: SizedChart,
  { surface, ratio, read }: Surface<Picture>,
): Picture {
  Chart.register(...chartParts);
  const chart = new DrawnChart(surface, {
    ...config,
    options: {
      ...config.options,
      animation: false,
      responsive: false,
      // By default the locale of the machine writes the figures.
      locale: 'en',
      devicePixelRatio: ratio,
    },
  });
  const picture = read();
  chart.destroy();
  return picture;
}

/** Chart.js draws on anything with the interface of a canvas context, but its type names the browser's only. */
const DrawnChart = Chart as unknown as new (
  context: unknown,
  config: ChartConfiguration,
) => { destroy(): void };
