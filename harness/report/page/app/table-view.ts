import { html } from '../../html/html.ts';
import { chooseRows, groupRows, type TableRow } from '../choose-rows.ts';
import type { PageIndex } from '../page-index.ts';
import type { TableState } from '../route.ts';
import { toTableHead, toTableRow } from '../view/row-view.ts';
import { find } from './find-element.ts';

/** Rows that are drawn at once; the rest is drawn when it is asked for. */
const rowsAtOnce = 50;

/** The table of scenarios. */
export class TableView {
  readonly #index: PageIndex;
  readonly #rows: readonly TableRow[];
  readonly #head = find('row-head');
  readonly #body = find('rows');
  readonly #more = find('more');
  readonly #count = find('count');
  #shown: readonly TableRow[] = [];
  #drawn = 0;
  #table: TableState | null = null;

  constructor(index: PageIndex) {
    this.#index = index;
    this.#rows = groupRows(index);
    this.#more.addEventListener('click', () => {
      this.#drawMore();
    });
  }

  show(table: TableState): void {
    // Coming back from a trial, what is drawn is still right.
    if (JSON.stringify(table) === JSON.stringify(this.#table)) return;
    this.#table = table;
    this.#shown = chooseRows(this.#rows, table, this.#index);
    this.#drawn = 0;
    this.#head.innerHTML = toTableHead({ index: this.#index, table }).source;
    this.#body.innerHTML = '';
    this.#drawMore();
    this.#count.textContent = `${this.#shown.length} of ${this.#rows.length} rows`;
    if (this.#shown.length > 0) return;
    this.#body.innerHTML = html`<tr>
      <td colspan="99">No row meets all filters. <a href="#/scenarios">Show all</a></td>
    </tr>`.source;
  }

  /** Draws all that is left, for printing. */
  drawAll(): void {
    while (this.#drawn < this.#shown.length) this.#drawMore();
  }

  #drawMore(): void {
    const table = this.#table;
    if (table === null) return;
    const next = this.#shown.slice(this.#drawn, this.#drawn + rowsAtOnce);
    const rows = next.map((row) => toTableRow(row, { index: this.#index, table }).source);
    this.#body.insertAdjacentHTML('beforeend', rows.join(''));
    this.#drawn += next.length;
    const left = this.#shown.length - this.#drawn;
    this.#more.hidden = left === 0;
    this.#more.textContent = `Show ${Math.min(left, rowsAtOnce)} more of ${left}`;
  }
}
