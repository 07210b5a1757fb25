import type { Plugin } from 'chart.js';

import { chartFontFamily } from './chart-fonts.ts';

/**
 * Colours of pictures, on a light paper for slides. All marks have a contrast of 3 to 1 with the paper, all text of 4.5
 * to 1, and marks that mean different things also differ for eyes that do not tell red from green.
 */
export const chartColors = {
  ink: '#1c2430',
  soft: '#4d5866',
  line: '#d5dbe1',
  paper: '#ffffff',
  better: '#0b5cad',
  worse: '#b3460e',
  margin: '#4d5866',
  /** Full tones of heat maps. */
  good: '#0b5cad',
  bad: '#b3460e',
  series: ['#0b5cad', '#c2571a', '#258f76', '#080142', '#3191b2', '#592c17', '#1c01e3', '#1e3b49'],
} as const;

/** Sizes of text in pixels: half of the smallest can still be read on a slide. */
export const chartSizes = { title: 26, caption: 18, label: 18, figure: 18 } as const;

/** Sides of pictures in pixels; the height grows with the rows. */
export const chartSides = { width: 1280, height: 720 } as const;

/** Marks by series, so that series differ without colour too. */
export const seriesShapes = ['circle', 'rect', 'triangle', 'rectRot'] as const;

/** The colour of a series. */
export function seriesColor(place: number): string {
  return chartColors.series[place % chartColors.series.length] ?? chartColors.ink;
}

/** The mark of a series. */
export function seriesShape(place: number): (typeof seriesShapes)[number] {
  return seriesShapes[place % seriesShapes.length] ?? 'circle';
}

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
