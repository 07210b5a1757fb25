import { formatValue } from '../../compare/judge/format-figure.ts';
import type { MetricUnit } from '../../core/score/metric.ts';
import { html, type Html } from '../../report/html/html.ts';
import type { ViewedRun } from '../viewed-run.ts';
import { toCommitText } from './list-page.ts';

/** A run and its value of the metric. */
export interface HistoryPoint {
  readonly run: ViewedRun;
  readonly value: number;
}

/** What is drawn. */
export interface CurveScale {
  readonly metric: string;
  readonly unit: MetricUnit;
  /** The accepted value, drawn as a line; `null` where none was accepted. */
  readonly baseline: number | null;
}

const width = 900;
const height = 260;
const left = 70;
const right = width - 20;
const top = 20;
const bottom = 215;

/** A metric over runs, the oldest on the left; each point leads to its run. */
export function toHistoryCurve(points: readonly HistoryPoint[], scale: CurveScale): Html {
  const { metric, unit, baseline } = scale;
  const values = [...points.map(({ value }) => value), ...(baseline === null ? [] : [baseline])];
  const low = unit === 'share' ? 0 : Math.min(0, ...values);
  const high = unit === 'share' ? 1 : Math.max(...values, low + 1);
  const toX = (place: number): number =>
    round(left + (place * (right - left)) / Math.max(1, points.length - 1));
  const toY = (value: number): number =>
    round(bottom - ((value - low) / (high - low)) * (bottom - top));
  const line = points.map(({ value }, place) => `${toX(place)},${toY(value)}`).join(' ');
  return html`<figure class="plot scroll">
    <svg
      viewBox="0 0 ${width} ${height}"
      width="${width}"
      height="${height}"
      role="group"
      aria-label="${metric} over ${points.length} runs; the figures are in the table below"
    >
      ${[low, (low + high) / 2, high].map((tick) => toTick(tick, { unit, y: toY(tick) }))}
      ${baseline !== null && toBaseline(baseline, { unit, y: toY(baseline) })}
      <polyline class="curve" points="${line}" />
      ${points.map((point, place) => toPoint(point, { unit, x: toX(place), y: toY(point.value) }))}
      <text class="axis" x="${left}" y="${height - 8}">oldest run</text>
      <text class="axis" x="${right}" y="${height - 8}" text-anchor="end">newest run</text>
    </svg>
  </figure>`;
}

interface Place {
  readonly unit: MetricUnit;
  readonly y: number;
}

function toTick(value: number, { unit, y }: Place): Html {
  return html`<line class="grid" x1="${left}" x2="${right}" y1="${y}" y2="${y}" />
    <text class="axis" x="${left - 8}" y="${y + 4}" text-anchor="end"
      >${formatValue(value, unit)}</text
    >`;
}

function toBaseline(value: number, { unit, y }: Place): Html {
  return html`<line class="margin" x1="${left}" x2="${right}" y1="${y}" y2="${y}" />
    <text class="axis" x="${right}" y="${y - 6}" text-anchor="end"
      >accepted ${formatValue(value, unit)}</text
    >`;
}

function toPoint(
  { run, value }: HistoryPoint,
  { unit, x, y }: Place & { readonly x: number },
): Html {
  const text = `${run.id}: ${formatValue(value, unit)}`;
  return html`<a href="/runs/${encodeURIComponent(run.id)}" aria-label="${text}"
    ><circle class="series-0" cx="${x}" cy="${y}" r="5"
      ><title>${text}, ${toCommitText(run)}</title></circle
    ></a
  > `;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
