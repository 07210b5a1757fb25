import { createCanvas } from '@napi-rs/canvas';
import { Chart, type ChartConfiguration, registerables } from 'chart.js';
import { PointWithErrorBar, ScatterWithErrorBarsController } from 'chartjs-chart-error-bars';
import { MatrixController, MatrixElement } from 'chartjs-chart-matrix';
import { keepLimit } from '../../limit/limits.ts';

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
export function drawChart({ width, height, config }: SizedChart): Uint8Array {
  Chart.register(...chartParts);
  keepLimit('pictureSide', Math.max(width, height) * pixelRatio, 'draw a chart of the report');
  const canvas = createCanvas(width, height);
  const chart = new DrawnChart(canvas.getContext('2d'), {
    ...config,
    options: {
      ...config.options,
      animation: false,
      responsive: false,
      devicePixelRatio: pixelRatio,
    },
  });
  const png = canvas.toBuffer('image/png');
  chart.destroy();
  return png;
}

/** Chart.js draws on anything with the interface of a canvas context, but its type names the browser's only. */
const DrawnChart = Chart as unknown as new (
  context: unknown,
  config: ChartConfiguration,
) => { destroy(): void };
