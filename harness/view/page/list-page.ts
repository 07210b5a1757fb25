import { html, type Html } from '../../report/html/html.ts';
import type { ViewedRun } from '../viewed-run.ts';
import { toHref, type ViewPage } from './layout.ts';

/** What the list is asked for. */
export interface ListWish {
  readonly suite: string | null;
  /** A run to compare with: a click on another one compares the two. */
  readonly left: ViewedRun | null;
}

/** All runs, the newest first. */
export function toListPage(runs: readonly ViewedRun[], { suite, left }: ListWish): ViewPage {
  const suites = [...new Set(runs.map((run) => run.suite))]
    .filter((name) => name !== '')
    .toSorted();
  const shown = suite === null ? runs : runs.filter((run) => run.suite === suite);
  return {
    title: 'Runs',
    body: html`
      ${
        left !== null &&
        html`<p class="banner">
          Choose the run to compare with <b>${left.id}</b>, which is the baseline, or
          <a href="${toHref('/', suite === null ? {} : { suite })}">cancel</a>.
        </p>`
      }
      <p>
        ${shown.length} ${shown.length === 1 ? 'run' : 'runs'}. Suites:
        <a href="/">all</a>
        ${suites.map((name) => html` · <a href="${toHref('/', { suite: name })}">${name}</a>`)}
      </p>
      ${shown.length === 0 ? html`<p>There is no run here yet: <code>toolrig run SUITE</code> makes one.</p>` : toTable(shown, { suite, left })}
    `,
  };
}

function toTable(runs: readonly ViewedRun[], wish: ListWish): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">run</th>
          <th scope="col">suite</th>
          <th scope="col">verdict</th>
          <th scope="col">trials</th>
          <th scope="col">variants</th>
          <th scope="col">commit</th>
          <th scope="col">compare</th>
        </tr>
      </thead>
      <tbody>
        ${runs.map((run) => toRow(run, wish))}
      </tbody>
    </table>
  </div>`;
}

function toRow(run: ViewedRun, wish: ListWish): Html {
  const { id, suite, result } = run;
  return html`<tr>
    <th scope="row"><a href="/runs/${encodeURIComponent(id)}">${id}</a></th>
    <td>${suite}</td>
    <td>${toVerdict(run)}</td>
    <td>${result !== null && toCounts(result)}</td>
    <td>${result !== null && Object.keys(result.values).join(', ')}</td>
    <td>${toCommitText(run)}</td>
    <td>${toCompareLink(run, wish)}</td>
  </tr> `;
}

function toVerdict({ state, result }: ViewedRun): Html {
  if (result === null) return html`<b class="tag tag-open">${state}</b>`;
  return html`<b class="tag tag-${result.verdict.toLowerCase()}">${result.verdict}</b>`;
}

function toCounts({ planned, passed, failed, invalid }: NonNullable<ViewedRun['result']>): string {
  const rest = [failed > 0 ? `, ${failed} failed` : '', invalid > 0 ? `, ${invalid} invalid` : ''];
  return `${passed} of ${planned} passed${rest.join('')}`;
}

/** The commit of a run, short, with its branch and a sign for changes that were not committed. */
export function toCommitText({ git }: ViewedRun): string {
  if (git === null) return '';
  const branch = git.branch === null ? '' : ` (${git.branch})`;
  return `${git.commit.slice(0, 8)}${git.dirty === true ? '+' : ''}${branch}`;
}

function toCompareLink(
  { id, state, suite }: ViewedRun,
  { left, suite: shown }: ListWish,
): Html | null {
  if (state !== 'finished') return null;
  if (left === null) {
    const query = { ...(shown === null ? {} : { suite: shown }), with: id };
    return html`<a href="${toHref('/', query)}">compare with ...</a>`;
  }
  if (left.id === id || left.suite !== suite) return null;
  return html`<a href="${toHref('/compare', { baseline: left.id, candidate: id })}">compare</a>`;
}
