import type { PageIndex } from '../page-index.ts';
import { plainTable, readFragment, toFragment, type Route, type TableState } from '../route.ts';
import { fillForm, readForm } from './filter-form.ts';
import { find } from './find-element.ts';
import type { PageSource } from './page-source.ts';
import { TableView } from './table-view.ts';
import { TrialPanel } from './trial-panel.ts';

/** The page: it follows the address, and everything that it shows is in the address. */
export class PageApp {
  readonly #rows: TableView;
  readonly #panel: TrialPanel;
  readonly #form: HTMLFormElement;
  readonly #tableView = find('table-view');
  /** The table as it was last shown, to return to. */
  #table: TableState = plainTable;

  constructor(index: PageIndex, source: PageSource) {
    this.#rows = new TableView(index);
    this.#panel = new TrialPanel(index, source);
    const form = find('filters');
    if (!(form instanceof HTMLFormElement)) throw new Error('the filters are no form');
    this.#form = form;
  }

  /** Shows what the address says, now and whenever it changes. */
  async start(): Promise<void> {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
    });
    this.#form.addEventListener('input', ({ target }) => {
      this.#filter(target instanceof HTMLInputElement && target.type === 'search');
    });
    addEventListener('keydown', (event) => {
      this.#press(event);
    });
    addEventListener('hashchange', () => void this.#follow());
    addEventListener('beforeprint', () => {
      this.#rows.drawAll();
    });
    this.#showTable(plainTable);
    await this.#follow();
  }

  /** `n` and `p` go through the failed trials, while one trial is shown and nothing is typed. */
  #press({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
    const isTyped = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    if (isTyped || ctrlKey || metaKey || altKey || this.#panel.element.hidden) return;
    if (key === 'n') this.#panel.step('next');
    if (key === 'p') this.#panel.step('prev');
  }

  /** Each letter of a search would be a step of the history: those replace the last one. */
  #filter(isTyped: boolean): void {
    const table = readForm(this.#form, this.#table.confused);
    const fragment = toFragment({ view: 'table', table });
    if (isTyped) history.replaceState(null, '', fragment);
    else history.pushState(null, '', fragment);
    this.#showTable(table);
  }

  /** No fragment is the table as it was; one of another place on the page is left to the browser. */
  async #follow(): Promise<void> {
    if (location.hash === '') return this.#showTable(this.#table);
    const route = readFragment(location.hash);
    if (route === null) return;
    if (route.view !== 'table') return this.#showTrial(route);
    this.#showTable(route.table);
    find('scenarios').scrollIntoView();
  }

  #showTable(table: TableState): void {
    this.#table = table;
    fillForm(this.#form, table);
    this.#rows.show(table);
    this.#swap('table');
  }

  /** While a transcript was unpacked, the reader may have gone elsewhere: the address decides. */
  async #showTrial(route: Exclude<Route, { view: 'table' }>): Promise<void> {
    const address = location.hash;
    await this.#panel.show(route, toFragment({ view: 'table', table: this.#table }));
    if (location.hash !== address) return;
    this.#swap('trial');
    this.#panel.lookAt(route.view === 'trial' ? route.event : null);
  }

  #swap(shown: 'table' | 'trial'): void {
    this.#form.hidden = shown !== 'table';
    this.#tableView.hidden = shown !== 'table';
    this.#panel.element.hidden = shown === 'table';
  }
}
