import { formatValue } from '../../compare/judge/format-figure.ts';
import { infoOf } from '../../core/score/metric.ts';
import type { RunReport } from '../report-data.ts';
import {
  type Curve,
  type CurvePoint,
  type SweepCurves,
  toAxisEnd,
  toSweepCurves,
} from '../text/to-curves.ts';
import { html, type Html } from './html.ts';

const width = 460;
const height = 210;
const edge = { left: 64, right: 16, top: 14, bottom: 44 };

/** The curves of swept settings, each with error bars, and a table of their figures; `null` where nothing was swept. */
export function toSweepSection(run: RunReport): Html | null {
  const swept = toSweepCurves(run);
  if (swept.length === 0) return null;
  return html`<section id="sweep">
    <h2>Sweep</h2>
    ${swept.map(toSweep)}
  </section> `;
}

function toSweep({ sweep, variants, curves }: SweepCurves): Html {
  return html`<h3>${sweep.path} · ${sweep.base}</h3>
    <div class="columns">${curves.map(toFigure)}</div>
    <div class="scroll">
      <table class="figures">
        <caption>
          Mean over clusters of scenarios with its 95 % interval. The value that the suite has is
          marked with *.
        </caption>
        <thead>
          <tr>
            <th scope="col">value</th>
            ${curves.map(({ metric }) => html`<th scope="col">${metric}</th>`)}
            <th scope="col">passed</th>
          </tr>
        </thead>
        <tbody>
          ${sweep.points.map(
            (_, index) =>
              html`<tr>
                <th scope="row">${toWord(curves[0]?.points[index])}</th>
                ${curves.map((curve) => html`<td>${toCell(curve, curve.points[index])}</td>`)}
                <td>
                  ${variants[index]?.summary.passed ?? 0}/${variants[index]?.summary.planned ?? 0}
                </td>
              </tr> `,
          )}
        </tbody>
      </table>
    </div>`;
}

function toWord(point: CurvePoint | undefined): string {
  return point === undefined ? '' : `${point.word}${point.isOwn ? ' *' : ''}`;
}

function toCell({ figure }: Curve, point: CurvePoint | undefined): Html {
  const { unit } = infoOf(figure);
  const { value = null, low = null, high = null } = point ?? {};
  const interval =
    low === null || high === null
      ? 'no interval'
      : `${formatValue(low, unit)} to ${formatValue(high, unit)}`;
  return html`${formatValue(value, unit)} <small>${interval}</small>`;
}

function toFigure(curve: Curve): Html {
  const end = toAxisEnd(curve);
  const { points, figure } = curve;
  const { unit } = infoOf(figure);
  const x = (index: number): number => {
    const room = width - edge.left - edge.right;
    return round(edge.left + (room * (index + 0.5)) / points.length);
  };
  const y = (value: number): number => {
    const share = Math.min(1, Math.max(0, value / end));
    return round(height - edge.bottom - share * (height - edge.top - edge.bottom));
  };
  const drawn = points.flatMap(({ value, low, high }, index) =>
    value === null ? [] : [{ at: x(index), value, low: low ?? value, high: high ?? value }],
  );
  const line = drawn.map(({ at, value }) => `${at},${y(value)}`).join(' ');
  return html`<figure class="plot">
    <figcaption>${curve.title}</figcaption>
    <svg
      viewBox="0 0 ${width} ${height}"
      width="${width}"
      height="${height}"
      role="img"
      aria-label="${curve.title}. The figures are in the table below."
    >
      ${[0, 0.5, 1].map((share) => toGridLine(y(share * end), formatValue(share * end, unit)))}
      <g class="series-0">
        <polyline class="curve" fill="none" stroke="currentColor" points="${line}" />
        ${drawn.map(({ at, value, low, high }) => html`<line class="range" x1="${at}" x2="${at}" y1="${y(low)}" y2="${y(high)}" /><circle cx="${at}" cy="${y(value)}" r="4.5" />`)}
      </g>
      ${points.map((point, index) => html`<text class="axis" x="${x(index)}" y="${height - edge.bottom + 18}" text-anchor="middle">${toWord(point)}</text>`)}
      <text class="axis" x="${width / 2}" y="${height - 6}" text-anchor="middle">
        ${curve.setting}
      </text>
    </svg>
  </figure> `;
}

function toGridLine(at: number, label: string): Html {
  return html`<line
      class="grid"
      x1="${edge.left}"
      x2="${width - edge.right}"
      y1="${at}"
      y2="${at}"
    /><text class="axis" x="${edge.left - 8}" y="${at + 4}" text-anchor="end">${label}</text>`;
}

/** Two places are finer than a screen shows, and the same in every engine. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}
