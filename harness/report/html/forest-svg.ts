import type { Forest, ForestPoint, ForestRow } from '../text/to-forest.ts';
import { html, type Html } from './html.ts';

const labelWidth = 250;
const plotWidth = 440;
const textWidth = 90;
const lineHeight = 26;
const seriesGap = 11;
const top = 8;

/** A forest plot as an inline picture. Its label refers screen readers to the table with its figures. */
export function toForestSvg(forest: Forest): Html {
  const { rows, series, axis, title } = forest;
  const heights = rows.map((row) => lineHeight + seriesGap * Math.max(0, row.points.length - 1));
  const starts = heights.map((_, index) => top + sum(heights.slice(0, index)));
  const bottom = top + sum(heights);
  const height = bottom + 44;
  const width = labelWidth + plotWidth + textWidth;
  const plot = createScale(forest);
  return html`<figure class="plot">
    ${series.length > 1 && toLegend(series)}
    <svg
      viewBox="0 0 ${width} ${height}"
      width="${width}"
      height="${height}"
      role="img"
      aria-label="${title}. The figures are in the table below."
    >
      ${toGrid(forest, plot, bottom)}
      ${rows.map((row, index) => toRow(row, { plot, y: starts[index] ?? 0, height: heights[index] ?? 0 }))}
      <text
        class="axis"
        x="${labelWidth + plotWidth / 2}"
        y="${height - 6}"
        text-anchor="middle"
        xml:space="preserve"
>${axis}</text>
    </svg>
  </figure> `;
}

type Scale = (value: number) => number;

/** Values beyond the axis end at its edge. */
function createScale({ min, max }: Forest): Scale {
  return (value) => {
    const share = (Math.min(max, Math.max(min, value)) - min) / (max - min);
    return round(labelWidth + share * plotWidth);
  };
}

function toGrid({ min, max, zero, margin }: Forest, plot: Scale, bottom: number): Html {
  const ticks = [0, 1, 2, 3, 4].map((part) => min + ((max - min) * part) / 4);
  return html`${ticks.map(
    (tick) =>
      html`<line
          class="grid"
          x1="${plot(tick)}"
          x2="${plot(tick)}"
          y1="${top}"
          y2="${bottom}"
        /><text class="axis" x="${plot(tick)}" y="${bottom + 16}" text-anchor="middle"
          >${formatTick(tick)}</text
        >`,
  )}${
    zero !== null &&
    html`<line class="zero" x1="${plot(zero)}" x2="${plot(zero)}" y1="${top}" y2="${bottom}" />`
  }${
    margin !== null &&
    html`<line class="margin" x1="${plot(margin)}" x2="${plot(margin)}" y1="${top}" y2="${bottom}"
      ><title>margin: what lies left of it is surely worse than allowed</title></line
    >`
  }`;
}

function formatTick(value: number): string {
  const text = String(round(value));
  return text.startsWith('-') ? `−${text.slice(1)}` : text;
}

function toRow(
  { label, points }: ForestRow,
  { plot, y, height }: { readonly plot: Scale; readonly y: number; readonly height: number },
): Html {
  const middle = y + height / 2;
  const first = middle - (seriesGap * (points.length - 1)) / 2;
  return html`<text class="label" x="${labelWidth - 12}" y="${middle + 4}" text-anchor="end"
      >${label}</text
    >${points.map((point, index) =>
      point === null ? null : toPoint(point, { plot, y: first + seriesGap * index, series: index }),
    )} `;
}

function toPoint(
  point: ForestPoint,
  { plot, y, series }: { readonly plot: Scale; readonly y: number; readonly series: number },
): Html {
  const { value, low, high, kind, text } = point;
  const style = kind === 'plain' ? `series-${series % 6}` : `way-${kind}`;
  return html`<g class="${style}"
      >${
        low !== null &&
        high !== null &&
        html`<line class="range" x1="${plot(low)}" x2="${plot(high)}" y1="${y}" y2="${y}" />`
      }${toMarker({ x: plot(value), y, shape: kind === 'plain' ? series % 3 : shapes[kind] })}</g
    >${
      text !== '' &&
      html`<text class="label" x="${labelWidth + plotWidth + 12}" y="${y + 4}">${text}</text>`
    }`;
}

/**
 * Shapes show the direction without colour: a disc means undecided, a triangle points in the direction of the change.
 */
const shapes: Readonly<Record<Exclude<ForestPoint['kind'], 'plain'>, number>> = {
  open: 0,
  better: 3,
  worse: 4,
};

function toMarker({
  x,
  y,
  shape,
}: {
  readonly x: number;
  readonly y: number;
  readonly shape: number;
}): Html {
  const outline = outlines[shape];
  if (outline === undefined) return html`<circle cx="${x}" cy="${y}" r="4.5" />`;
  const corners = outline.map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`).join(' ');
  return html`<polygon points="${corners}" />`;
}

const outlines: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [
    [-4, -4],
    [4, -4],
    [4, 4],
    [-4, 4],
  ],
  2: [
    [0, -5.5],
    [5.5, 0],
    [0, 5.5],
    [-5.5, 0],
  ],
  3: [
    [-4, -5.5],
    [6, 0],
    [-4, 5.5],
  ],
  4: [
    [4, -5.5],
    [-6, 0],
    [4, 5.5],
  ],
};

function toLegend(series: readonly string[]): Html {
  return html`<figcaption class="legend">
    ${series.map(
      (name, index) =>
        html`<span class="series-${index % 6}"
            ><svg width="14" height="14" aria-hidden="true">
              ${toMarker({ x: 7, y: 7, shape: index % 3 })}
            </svg></span
          >
          ${name} `,
    )}
  </figcaption>`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Two places are finer than a screen shows, and the same in every engine. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
