import type { ChartFonts } from './chart-fonts.ts';
import { chartColors, chartFont, chartSides, chartSizes } from './chart-style.ts';

/** The words around a picture. */
export interface PictureWords {
  readonly title: string;
  /** One sentence: what the picture shows. */
  readonly caption: string;
  /** What the marks mean, such as intervals and colours. */
  readonly key: string;
}

/** The words around a picture as options of Chart.js, with the height that they take. */
export interface Frame {
  readonly plugins: { readonly title: object; readonly subtitle: object };
  readonly height: number;
}

/** Title, caption and key above the plot, broken into lines. */
export function toFrame(
  { title, caption, key }: PictureWords,
  fonts: ChartFonts,
  width: number = chartSides.width,
): Frame {
  const room = width - 80;
  const { title: titleSize, caption: captionSize } = chartSizes;
  const titleLines = fonts.toLines(title, { width: room, size: titleSize, lines: 2 });
  const captionLines = [caption, key]
    .filter((text) => text !== '')
    .flatMap((text) => fonts.toLines(text, { width: room, size: captionSize, lines: 3 }));
  return {
    plugins: {
      title: {
        display: true,
        align: 'start',
        text: titleLines,
        color: chartColors.ink,
        font: chartFont(titleSize),
        padding: { top: 4, bottom: 6 },
      },
      subtitle: {
        display: true,
        align: 'start',
        text: captionLines,
        color: chartColors.soft,
        font: chartFont(captionSize),
        padding: { top: 0, bottom: 18 },
      },
    },
    height: 40 + titleLines.length * titleSize * 1.2 + captionLines.length * captionSize * 1.2,
  };
}

/** Room around all of a picture. */
export const framePadding = { top: 16, right: 40, bottom: 20, left: 24 } as const;

/** The title of an axis. */
export function toAxisTitle(text: string, fonts: ChartFonts): object {
  const lines = fonts.toLines(text, { width: 1000, size: chartSizes.label, lines: 2 });
  return {
    display: text !== '',
    text: lines,
    color: chartColors.soft,
    font: chartFont(chartSizes.label),
  };
}

/** Ticks with the labels of a list, each at its place, in as many lines as its room has. */
export function toTickLabels(
  labels: readonly (readonly string[])[],
): (value: number | string) => string[] {
  return (value) => [...(labels[Number(value)] ?? [])];
}
