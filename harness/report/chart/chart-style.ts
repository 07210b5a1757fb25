import type { Plugin } from 'chart.js';

import { chartFontFamily } from './chart-fonts.ts';

/** Colours of pictures. They differ in lightness too, so that they remain distinguishable in a grey print. */
export const chartColors = {
  ink: '#1c2430',
  soft: '#5a6675',
  line: '#d5dbe1',
  paper: '#ffffff',
  better: '#0f7b4f',
  worse: '#b3261e',
  margin: '#8a6100',
  series: ['#0b5cad', '#c2571a', '#0f7b4f', '#7a3fa0', '#8a6100', '#5a6675'],
} as const;

/** A font of the given size in pixels. */
export function chartFont(size: number): { readonly family: string; readonly size: number } {
  return { family: chartFontFamily, size };
}

/**
 * Draws the background of every picture: opaque, since a transparent one cannot be read in a dark viewer, and one
 * language for all text, so that the same picture has the same bytes in every locale.
 */
export const paperPlugin: Plugin = {
  id: 'paper',
  beforeLayout(chart) {
    toPen(chart).lang = 'en';
  },
  beforeDraw(chart) {
    const pen = toPen(chart);
    pen.lang = 'en';
    pen.save();
    pen.fillStyle = chartColors.paper;
    pen.fillRect(0, 0, chart.width, chart.height);
    pen.restore();
  },
};

/** The part of a canvas context that our charts use in addition to Chart.js. */
export interface Pen {
  fillStyle: string;
  strokeStyle: string;
  lineWidth: number;
  font: string;
  /** Language by which signs are shaped; when it is unset, the machine's locale has an effect. */
  lang: string;
  textAlign: 'center' | 'left' | 'right';
  textBaseline: 'middle' | 'top' | 'bottom';
  save(): void;
  restore(): void;
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  stroke(): void;
  setLineDash(pattern: readonly number[]): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
}

/** The pen of a chart. Its declared type belongs to browsers, which this program does not know. */
export function toPen(chart: object): Pen {
  // Every chart of Chart.js has its drawing context as `ctx`, with at least these members.
  return (chart as { readonly ctx: Pen }).ctx;
}
