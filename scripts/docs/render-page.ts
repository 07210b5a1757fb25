import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';

import type { SitePage } from './list-pages.ts';

/** A page as HTML, and the ids of its headings. */
export interface RenderedPage {
  readonly path: string;
  readonly title: string;
  readonly body: string;
  readonly anchors: readonly string[];
  /** Paths (with `#anchor`) of the pages that it links to, relative to the site. */
  readonly links: readonly string[];
}

/** Where the page of a Markdown file is on the site: `README.md` is `index.html` of its folder. */
function toSitePath(source: string): string {
  return source.replace(/(^|\/)README\.md$/u, '$1index.html').replace(/\.md$/u, '.html');
}

/** Renders the Markdown of a page; links to other pages of the site become links to their HTML, all others stay text. */
export function renderPage(page: SitePage, sources: ReadonlySet<string>): RenderedPage {
  const anchors: string[] = [];
  const links: string[] = [];
  const folder = posix.dirname(page.source);
  const marked = new Marked({ gfm: true, async: false });
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = toAnchor(text, anchors);
        anchors.push(id);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        if (/^https?:/u.test(href)) return `<a href="${href}" rel="noreferrer">${text}</a>`;
        const [path = '', anchor] = href.split('#');
        const source = path === '' ? page.source : posix.normalize(posix.join(folder, path));
        const target = [source, `${source}/README.md`].find((one) => sources.has(one));
        if (target === undefined) return text;
        const site = `${toSitePath(target)}${anchor === undefined ? '' : `#${anchor}`}`;
        links.push(site);
        return `<a href="${posix.relative(posix.dirname(toSitePath(page.source)), site)}">${text}</a>`;
      },
      image: ({ text }) => text,
      html: ({ text }) => text.replaceAll('<', '&lt;'),
    },
  });
  const body = marked.parse(page.markdown, { async: false });
  const title = /^# (?<title>.+)$/mu.exec(page.markdown)?.groups?.['title'] ?? page.source;
  return { path: toSitePath(page.source), title, body, anchors, links };
}

/** The id that code hosts give a heading, so that the same `#anchor` works here and there. */
function toAnchor(text: string, taken: readonly string[]): string {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');
  if (!taken.includes(plain)) return plain;
  let count = 1;
  while (taken.includes(`${plain}-${count}`)) count += 1;
  return `${plain}-${count}`;
}
