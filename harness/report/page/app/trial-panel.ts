import { html, type Html } from '../../html/html.ts';
import type { TrialResult } from '../../open/trial-result.ts';
import { isSamePlace, type PageIndex, type PageTrial, type TrialPlace } from '../page-index.ts';
import type { Route } from '../route.ts';
import { toFailedLinks } from '../view/failed-links.ts';
import { toPairView } from '../view/pair-view.ts';
import { toTrialName } from '../view/state.ts';
import { toTrialView } from '../view/trial-view.ts';
import { find } from './find-element.ts';
import type { PageSource } from './page-source.ts';

/** The place where one trial, or two side by side, are shown. */
export class TrialPanel {
  readonly #index: PageIndex;
  readonly #source: PageSource;
  readonly #panel = find('trial-view');
  /** The route that was asked for last: a slower answer to an earlier one is thrown away. */
  #asked: Route | null = null;

  constructor(index: PageIndex, source: PageSource) {
    this.#index = index;
    this.#source = source;
  }

  get element(): HTMLElement {
    return this.#panel;
  }

  async show(route: Exclude<Route, { view: 'table' }>, back: string): Promise<void> {
    this.#asked = route;
    const ways = route.view === 'trial' ? toFailedLinks(this.#index.trials, route.trial) : null;
    const link = html`<p class="back"><a href="${back}">← all scenarios</a> ${ways}</p>`;
    const content = await this.#draw(route);
    if (this.#asked !== route) return;
    this.#panel.innerHTML = link.source + content.source;
  }

  /** Follows the link to the next failed trial, or to the one before; nothing where there is none. */
  step(way: 'next' | 'prev'): void {
    this.#panel.querySelector<HTMLAnchorElement>(`a[rel="${way}"]`)?.click();
  }

  /** Moves to the line of an event, or to the head of what is shown. */
  lookAt(event: number | null): void {
    const line = event === null ? undefined : this.#findLine(event);
    line?.classList.add('looked-at');
    const target = line ?? this.#panel;
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: line === undefined ? 'start' : 'center' });
  }

  /** The line of an event, or of the nearest one before it that has a line. */
  #findLine(event: number): HTMLElement | undefined {
    const lines = [...this.#panel.querySelectorAll<HTMLElement>('[data-event]')];
    return (
      lines.find((line) => line.dataset['event'] === String(event)) ??
      lines.findLast((line) => Number(line.dataset['event']) < event)
    );
  }

  async #draw(route: Exclude<Route, { view: 'table' }>): Promise<Html> {
    const places = route.view === 'trial' ? [route.trial] : [route.left, route.right];
    const results: TrialResult[] = [];
    for (const place of places) {
      const result = await this.#open(place);
      if (typeof result === 'string') return html`<p class="banner">${result}</p>`;
      results.push(result);
    }
    const [left, right] = results;
    if (left === undefined) return html``;
    if (right !== undefined) return toPairView(left, right);
    return toTrialView(left, this.#listSiblings(left.trial.lane));
  }

  /** The transcript, or why there is none. */
  async #open(place: TrialPlace): Promise<TrialResult | string> {
    const at = this.#index.trials.findIndex((trial) => isSamePlace(trial, place));
    const trial = this.#index.trials[at];
    if (trial === undefined) return `This run has no trial "${toTrialName(place)}".`;
    try {
      const result = await this.#source.trial(trial, at);
      return (
        result ??
        `The transcript of "${toTrialName(place)}" was left out of this file, so that it stays small. It is in trials.jsonl of the run folder.`
      );
    } catch {
      return `The transcript of "${toTrialName(place)}" cannot be read: this file is damaged. Write the report again.`;
    }
  }

  #listSiblings({ scenario, plan }: TrialPlace): readonly PageTrial[] {
    return this.#index.trials.filter((trial) => trial.scenario === scenario && trial.plan === plan);
  }
}
