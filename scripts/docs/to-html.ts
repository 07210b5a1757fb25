import { posix } from 'node:path';

import type { SitePage } from './list-pages.ts';
import type { RenderedPage } from './render-page.ts';

/** A rendered page with the group of its place in the navigation. */
export interface PlacedPage extends RenderedPage {
  readonly group: SitePage['group'];
}

const style = `
:root { color-scheme: light dark; --line: #8884; --quiet: light-dark(#555, #aaa); --code: light-dark(#f3f4f6, #22262c) }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; display: grid; grid-template-columns: 17rem minmax(0, 1fr) }
nav { padding: 1.5rem; border-right: 1px solid var(--line); font-size: .9rem; overflow-y: auto; height: 100vh; position: sticky; top: 0 }
nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--quiet); margin: 1.5rem 0 .4rem }
nav a { display: block; padding: .15rem 0; text-decoration: none }
nav a[aria-current] { font-weight: 600 }
main { padding: 2rem; max-width: 62rem; overflow-wrap: break-word }
pre, code { font-family: ui-monospace, monospace; font-size: .87em; background: var(--code); border-radius: 4px }
code { padding: .1em .3em } pre { padding: .8rem 1rem; overflow-x: auto } pre code { padding: 0; background: none }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; vertical-align: top }
a { color: light-dark(#0b57d0, #8ab4f8) }
@media (max-width: 60rem) { body { display: block } nav { height: auto; position: static; border-right: 0; border-bottom: 1px solid var(--line) } }
@media print { nav { display: none } }
`;

/** One page of the site with its navigation. No script, no request to anywhere. */
export function toHtml(page: PlacedPage, all: readonly PlacedPage[]): string {
  const here = posix.dirname(page.path);
  const groups = [...new Set(all.map(({ group }) => group))];
  const navigation = groups.map((group) => {
    const links = all
      .filter((one) => one.group === group)
      .map((one) => {
        const current = one === page ? ' aria-current="page"' : '';
        return `<a href="${posix.relative(here, one.path)}"${current}>${escape(one.title)}</a>`;
      });
    return `<h2>${group}</h2>\n${links.join('\n')}`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(page.title)} - toolrig</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Pages">
${navigation.join('\n')}
</nav>
<main>
${page.body}</main>
</body>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('`', '').replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
