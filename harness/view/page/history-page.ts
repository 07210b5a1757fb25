import { formatValue } from '../../compare/judge/format-figure.ts';
import { infoOf, isBuiltIn, type MetricUnit } from '../../core/score/metric.ts';
import { html, type Html } from '../../report/html/html.ts';
import type { ViewedRun } from '../viewed-run.ts';
import { toHistoryCurve, type CurveScale, type HistoryPoint } from './history-curve.ts';
import { toCommitText } from './list-page.ts';
import { toHref, type ViewPage } from './layout.ts';

/** What the history is asked for; `null` = the first that there is. */
export interface HistoryWish {
  readonly suite: string | null;
  readonly variant: string | null;
  readonly metric: string | null;
}

/** The accepted value of a metric of a suite's variant; `null` where none was accepted. */
export type AcceptedValue = (suite: string, variant: string, metric: string) => number | null;

/** A metric of one variant over all finished runs of a suite, the oldest first, with the accepted baseline. */
export function toHistoryPage(
  runs: readonly ViewedRun[],
  wish: HistoryWish,
  accepted: AcceptedValue,
): ViewPage {
  const finished = runs.filter(({ result }) => result !== null).toReversed();
  const suites = distinct(finished.map((run) => run.suite));
  const suite = wish.suite ?? suites[0] ?? '';
  const own = finished.filter((run) => run.suite === suite);
  const variants = distinct(own.flatMap(({ result }) => Object.keys(result?.values ?? {})));
  const variant = wish.variant ?? variants[0] ?? '';
  const names = own.flatMap(({ result }) => Object.keys(result?.values[variant] ?? {}));
  const metrics = distinct(names);
  const metric =
    wish.metric ?? (metrics.includes('task.success') ? 'task.success' : (metrics[0] ?? ''));
  const points = own.flatMap((run) => {
    const value = run.result?.values[variant]?.[metric] ?? null;
    return value === null ? [] : [{ run, value }];
  });
  const toLink = (key: keyof HistoryWish, value: string): string =>
    toHref('/history', { suite, variant, metric, [key]: value });
  const choice = (key: keyof HistoryWish, values: readonly string[], chosen: string): Html =>
    html`<p>
      ${key}:
      ${values.map((value) => (value === chosen ? html`<b>${value}</b> ` : html`<a href="${toLink(key, value)}">${value}</a> `))}
    </p>`;
  return {
    title: 'History',
    body: html`
      ${choice('suite', suites, suite)} ${choice('variant', variants, variant)}
      <details>
        <summary>metric: <b>${metric}</b></summary>
        ${choice('metric', metrics, metric)}
      </details>
      ${points.length === 0 ? html`<p>No finished run has a value of it.</p>` : toFigures(points, { metric, unit: toUnit(metric), baseline: accepted(suite, variant, metric) })}
    `,
  };
}

function toFigures(points: readonly HistoryPoint[], scale: CurveScale): Html {
  return html`${toHistoryCurve(points, scale)} ${toTable(points, scale.unit)}`;
}

function toTable(points: readonly HistoryPoint[], unit: MetricUnit): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">run</th>
          <th scope="col">commit</th>
          <th scope="col">value</th>
          <th scope="col">change</th>
        </tr>
      </thead>
      <tbody>
        ${points
          .map(({ run, value }, place) => {
            const before = points[place - 1]?.value ?? value;
            const way = value > before ? '▲' : value < before ? '▼' : '';
            return html`<tr>
              <th scope="row"><a href="/runs/${encodeURIComponent(run.id)}">${run.id}</a></th>
              <td>${toCommitText(run)}</td>
              <td>${formatValue(value, unit)}</td>
              <td>${way}</td>
            </tr> `;
          })
          .toReversed()}
      </tbody>
    </table>
  </div>`;
}

/** The unit of a team's own metric is not in the list: its values are shown as numbers. */
function toUnit(metric: string): MetricUnit {
  return isBuiltIn(metric) ? infoOf({ metric }).unit : 'count';
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((value) => value !== '').toSorted();
}
