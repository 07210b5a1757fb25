import { resolve } from 'node:path';
import { expect, it } from 'vitest';

import { describeFormat } from './describe-format.ts';
import { renderPage } from './render-page.ts';
import { toHtml } from './to-html.ts';
import { renderSite } from './write-site.ts';

const pages = renderSite(resolve(import.meta.dirname, '../..'));
const places = new Set(
  pages.flatMap(({ path, anchors }) => [path, ...anchors.map((anchor) => `${path}#${anchor}`)]),
);

it('every link between two pages of the site has its place', () => {
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.flatMap(({ links }) => links).length).toBeGreaterThan(40);
  expect(
    pages.flatMap(({ path, links }) =>
      links.filter((link) => !places.has(link)).map((link) => `${path} -> ${link}`),
    ),
  ).toEqual([]);
});

it('a page asks for nothing from anywhere and runs nothing', () => {
  for (const page of pages) {
    const html = toHtml(page, pages);
    expect(html.match(/<script|<img|<link|src=|javascript:/u)).toBe(null);
  }
});

it('a link leads to the page of the file, and a link to a file that has no page stays text', () => {
  const page = {
    source: 'a/README.md',
    group: 'Guide' as const,
    markdown:
      '# One\n\n## Two `x`\n\n[b](../b/c.md#d) [own](#two-x) [code](x.ts) [web](https://example.org)\n\n<script>1</script>',
  };
  const { body, path, anchors, links } = renderPage(page, new Set(['a/README.md', 'b/c.md']));
  expect([path, anchors, links]).toEqual([
    'a/index.html',
    ['one', 'two-x'],
    ['b/c.html#d', 'a/index.html#two-x'],
  ]);
  expect(body).toContain('<a href="../b/c.html#d">b</a> <a href="index.html#two-x">own</a> code ');
  expect(body).not.toContain('<script>');
});

it('a schema becomes a table of its fields, with type, meaning and what is required', () => {
  const { markdown } = describeFormat('F', 'f.md', {
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'A | B' },
      kind: { enum: ['x', 'y'] },
      parts: { items: { $ref: '#/$defs/part' } },
    },
    $defs: { part: { anyOf: [{ type: 'string' }, { type: ['number', 'null'] }] } },
  });
  expect(markdown.split('\n')).toEqual(
    expect.arrayContaining([
      '| `name` | string, required | A \\| B |',
      '| `kind` | `"x"`, `"y"` |  |',
      '| `parts` | list of [part](#part) |  |',
      'string or number or null',
    ]),
  );
});
