import type { Plugin } from 'chart.js';

import { chartFontFamily } from './chart-fonts.ts';
import { toPen } from './pen.ts';

/** Colours of pictures. They differ in lightness too, so that a grey print still tells them apart. */
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
 * Makes the ground of every picture: paper, since a transparent one cannot be read in a dark viewer, and one
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
