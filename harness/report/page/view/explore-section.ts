import { html, type Html } from '../../html/html.ts';
import { groupRows } from '../choose-rows.ts';
import type { PageIndex } from '../page-index.ts';
import { plainTable, rowConditions, sortKeys, type RowCondition, type SortKey } from '../route.ts';
import { figureColumns, toTableHead, toTableRow } from './row-view.ts';

/** Rows that are written into the page for readers without its script. */
const mostStaticRows = 200;

/** The part of the page that answers: filters, the table of scenarios, and a place for trials. The script fills it. */
export function toExploreSection(index: PageIndex): Html {
  return html`<section id="scenarios">
    <h2>Scenarios and trials</h2>
    <p class="note">${toLeftOut(index)}</p>
    ${toFilters(index)}
    <p id="state" class="note" role="status"></p>
    <div id="table-view">
      <div class="scroll">
        <table class="scenarios">
          <thead id="row-head"></thead>
          <tbody id="rows"></tbody>
        </table>
      </div>
      <button type="button" id="more" hidden>Show more</button>
    </div>
    <div id="trial-view" tabindex="-1" hidden></div>
    <noscript>${toStaticTable(index)}</noscript>
  </section> `;
}

function toLeftOut({ trials }: PageIndex): string {
  const inside = trials.filter(({ chunk }) => chunk !== null).length;
  const total = trials.length;
  if (inside === total) return `All ${total} transcripts are in this file and open by a click.`;
  return `${inside} of ${total} transcripts are in this file, so that it stays small: those that failed, could not be measured or flipped come first. All of them are in trials.jsonl of the run folder.`;
}

const conditionTexts: Readonly<Record<RowCondition, string>> = {
  failed: 'failed',
  invalid: 'not measured',
  flipped: 'flipped',
  double: 'double effect',
};

const sortTexts: Readonly<Record<SortKey, string>> = {
  suite: 'as in the suite',
  worst: 'worst first',
  scenario: 'scenario',
  plan: 'plan',
  turns: 'most turns first',
  time: 'longest first',
};

function toFilters(index: PageIndex): Html {
  const tools = distinct(index.trials.flatMap(({ tools: own }) => own));
  const faults = distinct(index.trials.flatMap(({ faults: own }) => own));
  const tags = distinct(index.scenarios.flatMap(({ tags: own }) => own));
  const metrics = index.metrics.map(({ name }) => name);
  return html`<form id="filters" class="filter" aria-label="Filters" hidden>
    <label
      >Search <input type="search" name="q" placeholder="scenario, plan, tool or reason"
    /></label>
    <fieldset>
      <legend>only</legend>
      ${rowConditions.map((condition) => html`<label><input type="checkbox" name="only" value="${condition}" /> ${conditionTexts[condition]}</label> `)}
    </fieldset>
    ${toSelect('variant', index.variants)} ${toSelect('tool', tools)} ${toSelect('fault', faults)}
    ${toSelect('tag', tags)} ${toSelect('metric', metrics)}
    <label
      >order
      <select name="sort">
        ${sortKeys.map((key) => html`<option value="${key}">${sortTexts[key]}</option>`)}
      </select></label
    >
    <details>
      <summary>columns</summary>
      <fieldset class="choices">
        <legend>more columns</legend>
        ${figureColumns.map((name) => toColumnBox(name, name))}
        ${index.metrics.map(({ name, meaning }) => toColumnBox(name, meaning))}
      </fieldset>
    </details>
    <output id="count" for="filters"></output>
    <a href="#/scenarios">reset</a>
  </form>`;
}

function toColumnBox(name: string, meaning: string): Html {
  return html`<label title="${meaning}"
    ><input type="checkbox" name="column" value="${name}" /> ${name}</label
  > `;
}

/** A choice of names; left out where there is nothing to choose. */
function toSelect(name: string, values: readonly string[]): Html | null {
  if (values.length < 2 && name === 'variant') return null;
  if (values.length === 0) return null;
  return html`<label
    >${name}
    <select name="${name}">
      <option value="">any</option>
      ${values.map((value) => html`<option value="${value}">${value}</option>`)}
    </select></label
  > `;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)].toSorted();
}

function toStaticTable(index: PageIndex): Html {
  const context = { index, table: plainTable };
  const rows = groupRows(index);
  return html`<p>
      This page filters, sorts and opens trials by its own script, which does not run here. The
      first ${Math.min(rows.length, mostStaticRows)} of ${rows.length} rows:
    </p>
    <div class="scroll">
      <table class="scenarios">
        <thead>
          ${toTableHead(context)}
        </thead>
        <tbody>
          ${rows.slice(0, mostStaticRows).map((row) => toTableRow(row, context))}
        </tbody>
      </table>
    </div>`;
}
