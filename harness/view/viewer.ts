import { html } from '../report/html/html.ts';
import { readPageScript } from '../report/html/page-assets.ts';
import { followRun } from './follow-run.ts';
import { toHistoryPage, type AcceptedValue } from './page/history-page.ts';
import { toPageText, type ViewPage } from './page/layout.ts';
import { toListPage } from './page/list-page.ts';
import { toProgressView } from './page/progress-view.ts';
import type { RunList } from './run-list.ts';
import type { ViewedRun } from './viewed-run.ts';

/** An answer to a request. */
export interface ViewAnswer {
  readonly status: number;
  readonly type: 'text/html' | 'text/plain' | 'application/json';
  readonly body: readonly string[];
}

/** What the viewer shows and with what. */
export interface ViewerParts {
  readonly runs: RunList;
  /** The HTML report of a finished run, in pieces. */
  readonly report: (path: string) => Promise<readonly string[]>;
  /** The HTML report of a comparison of two finished runs, in pieces. */
  readonly compare: (baseline: string, candidate: string) => Promise<readonly string[]>;
  readonly accepted: AcceptedValue;
  /** Milliseconds since 1970: a run that is going on says when it began. */
  readonly now: () => number;
}

/** Finished reports that are kept: going back to one is at once. */
const mostKept = 4;

/** Answers the requests of the viewer: it reads, and changes nothing. */
export class Viewer {
  readonly #parts: ViewerParts;
  readonly #kept = new Map<string, readonly string[]>();

  constructor(parts: ViewerParts) {
    this.#parts = parts;
  }

  /** @throws RigError when a run cannot be read. */
  async answer({ pathname, searchParams }: URL): Promise<ViewAnswer> {
    const asked = (name: string): string | null => searchParams.get(name);
    if (pathname === '/') {
      const left = this.#parts.runs.find(asked('with') ?? '');
      return show(toListPage(this.#parts.runs.read(), { suite: asked('suite'), left }));
    }
    if (pathname === '/history') {
      const wish = { suite: asked('suite'), variant: asked('variant'), metric: asked('metric') };
      return show(toHistoryPage(this.#parts.runs.read(), wish, this.#parts.accepted));
    }
    if (pathname === '/compare') return this.#compare(asked('baseline'), asked('candidate'));
    const [, id = '', part] = /^\/runs\/([^/]+)(\/progress)?$/u.exec(pathname) ?? [];
    const run = this.#parts.runs.find(decode(id));
    if (run === null) return missing;
    return part === undefined ? this.#showRun(run) : this.#showProgress(run);
  }

  async #showRun(run: ViewedRun): Promise<ViewAnswer> {
    if (run.state === 'finished' || run.state === 'unreadable') {
      return page(await this.#keep(toKey(run), () => this.#parts.report(run.path)));
    }
    const progress = await this.#toProgress(run);
    return show({
      title: `${run.id}: ${run.state}`,
      body: html`<p>
          ${run.state === 'running' ? 'This run is going on.' : 'This run did not end: toolrig run --resume continues it.'}
        </p>
        <div id="progress">${progress}</div>`,
      script: readPageScript('follow'),
    });
  }

  async #showProgress(run: ViewedRun): Promise<ViewAnswer> {
    const isOver = run.state === 'finished';
    const drawn = isOver ? '' : (await this.#toProgress(run)).source;
    const body = [JSON.stringify({ html: drawn, isOver })];
    return { status: 200, type: 'application/json', body };
  }

  async #toProgress({
    path,
    startedAt,
    state,
  }: ViewedRun): Promise<ReturnType<typeof toProgressView>> {
    const spentMs = this.#parts.now() - Date.parse(startedAt);
    // A run that no process continues takes no time.
    const isTimed = state === 'running' && !Number.isNaN(spentMs);
    return toProgressView(await followRun(path), isTimed ? spentMs : null);
  }

  async #compare(baseline: string | null, candidate: string | null): Promise<ViewAnswer> {
    const [left, right] = [baseline, candidate].map((id) => this.#parts.runs.find(id ?? ''));
    if (left?.state !== 'finished' || right?.state !== 'finished') return missing;
    const key = JSON.stringify([toKey(left), toKey(right)]);
    return page(await this.#keep(key, () => this.#parts.compare(left.path, right.path)));
  }

  /** A finished run changes only when it is resumed or made again, and so does its report. */
  async #keep(key: string, make: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const made = await make();
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= mostKept && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, made);
    return made;
  }
}

function toKey({ id, stamp }: ViewedRun): string {
  return `${id} ${stamp}`;
}

const missing: ViewAnswer = {
  ...show({
    title: 'Not found',
    body: html`<p>There is no such run or page here. <a href="/">All runs</a></p>`,
  }),
  status: 404,
};

function show(content: ViewPage): ViewAnswer {
  return page([toPageText(content)]);
}

function page(body: readonly string[]): ViewAnswer {
  return { status: 200, type: 'text/html', body };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
