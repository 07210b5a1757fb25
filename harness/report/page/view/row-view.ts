import { formatValue } from '../../../compare/judge/format-figure.ts';
import { html, type Html } from '../../html/html.ts';
import type { TableRow } from '../choose-rows.ts';
import type { PageIndex, PageTrial } from '../page-index.ts';
import { toFragment, type TableState } from '../route.ts';
import { toPlanName, toState } from './state.ts';

/** Columns that can be added to the table, besides the metrics. */
export const figureColumns = ['turns', 'calls', 'time', 'tools', 'faults', 'end'] as const;

/** What rows are drawn with. */
export interface RowContext {
  readonly index: PageIndex;
  readonly table: TableState;
}

/** The titles of the columns. */
export function toTableHead({ index, table }: RowContext): Html {
  const titles = ['scenario', 'plan', ...shownVariants(index, table), 'flip', 'why'];
  return html`<tr>
    ${[...titles, ...table.columns].map((title) => html`<th scope="col">${title}</th>`)}
  </tr>`;
}

/** One scenario under one plan. */
export function toTableRow(row: TableRow, context: RowContext): Html {
  const { index, table } = context;
  const { scenario, plan, trials, flips } = row;
  const names = shownVariants(index, table);
  const shown = trials.filter(({ variant }) => names.includes(variant));
  const info = index.scenarios.find(({ id }) => id === scenario);
  const ways = [...new Set(flips.map(({ direction }) => direction))];
  return html`<tr>
    <th scope="row">
      ${scenario}${plan === 'none' && info !== undefined && html`<br /><small class="text">${info.turns.join(' · ')}</small>`}
    </th>
    <td>${toPlanName(plan)}</td>
    ${names.map((name) => toCell(shown.filter(({ variant }) => variant === name)))}
    <td>
      ${ways.map((way) => html`<span class="flip-${way}">${way === 'worse' ? '▼' : '▲'} ${way}</span> `)}${toPairLink(row)}
    </td>
    <td class="why">${toWhy(shown, names.length > 1)}</td>
    ${table.columns.map((column) => html`<td>${toFigures(column, shown, index)}</td>`)}
  </tr> `;
}

function shownVariants({ variants }: PageIndex, { variant }: TableState): readonly string[] {
  return variant === null ? variants : variants.filter((name) => name === variant);
}

const badness = ['invalid', 'failed', 'passed', 'skipped'] as const;

/** All attempts of a variant: the verdict of the worst, with a link to the first of them that came out so. */
function toCell(attempts: readonly PageTrial[]): Html {
  const verdict = badness.find((one) => attempts.some((attempt) => attempt.verdict === one));
  const first = attempts.find((attempt) => attempt.verdict === verdict);
  if (verdict === undefined || first === undefined) return html`<td>–</td>`;
  const passed = attempts.filter((attempt) => attempt.verdict === 'passed').length;
  return html`<td>
    <a href="${toFragment({ view: 'trial', trial: first, event: null })}"
      >${toState(verdict)}${attempts.length > 1 && html` ${passed}/${attempts.length}`}</a
    >${first.expectFail !== null && html` <small>expected to fail: ${first.expectFail}</small>`}
  </td>`;
}

/** Both sides of the first flip, side by side. */
function toPairLink({ flips, trials }: TableRow): Html | null {
  const [flip] = flips;
  if (flip === undefined) return null;
  const left = trials.find(({ variant }) => variant === flip.baseline);
  const right = trials.find(({ variant }) => variant === flip.candidate);
  if (left === undefined || right === undefined) return null;
  return html` <a href="${toFragment({ view: 'pair', left, right })}">side by side</a>`;
}

const mostReasons = 3;

/** Each reason once, with the variants that have it and how many of their attempts. */
function toWhy(trials: readonly PageTrial[], isNamed: boolean): readonly Html[] {
  const found = new Map<string, Map<string, number>>();
  for (const { variant, verdict, reasons } of trials) {
    for (const reason of verdict === 'passed' ? [] : new Set(reasons)) {
      const by = found.get(reason) ?? new Map<string, number>();
      found.set(reason, by.set(variant, (by.get(variant) ?? 0) + 1));
    }
  }
  const lines = [...found].slice(0, mostReasons).map(([reason, by]) => {
    const names = [...by].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
    const name = isNamed && html`<b>${names.join(', ')}</b>: `;
    return html`<p>${name}<span class="text">${reason}</span></p>`;
  });
  const left = found.size - lines.length;
  const more = html`<p><small>and ${left} more ${left === 1 ? 'reason' : 'reasons'}</small></p>`;
  return left > 0 ? [...lines, more] : lines;
}

/** The figures of a column: one, where all trials agree. */
function toFigures(column: string, trials: readonly PageTrial[], index: PageIndex): string {
  const place = index.metrics.findIndex(({ name }) => name === column);
  const unit = index.metrics[place]?.unit ?? 'share';
  const texts = trials.map((trial) =>
    place < 0 ? toFigure(column, trial) : formatValue(trial.values[place] ?? null, unit),
  );
  return [...new Set(texts)].join(' / ');
}

function toFigure(column: string, trial: PageTrial): string {
  switch (column) {
    case 'turns':
      return String(trial.turns);
    case 'calls':
      return String(trial.calls);
    case 'time':
      return `${trial.durationMs} ms`;
    case 'tools':
      return trial.tools.join(', ');
    case 'faults':
      return trial.faults.join(', ');
    case 'end':
      return trial.stopReason ?? 'n/a';
    default:
      return '';
  }
}
