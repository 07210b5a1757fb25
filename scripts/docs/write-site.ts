import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { describeFormat, type Schema } from './describe-format.ts';
import { listPages, type SitePage } from './list-pages.ts';
import { renderPage } from './render-page.ts';
import { type PlacedPage, toHtml } from './to-html.ts';

/** Renders all pages in memory, generated references included. */
export async function renderSite(root: string): Promise<readonly PlacedPage[]> {
  const pages: readonly SitePage[] = [...listPages(root), await readSuiteFormat(root)];
  const sources = new Set(pages.map(({ source }) => source));
  return pages.map((page) => ({ ...renderPage(page, sources), group: page.group }));
}

/** Writes the site into a folder, whose old content goes; resolves to the number of pages. */
export async function writeSite(root: string, folder: string): Promise<number> {
  const pages = await renderSite(root);
  await rm(folder, { recursive: true, force: true });
  for (const page of pages) {
    const path = join(folder, page.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, toHtml(page, pages));
  }
  return pages.length;
}

async function readSuiteFormat(root: string): Promise<SitePage> {
  const text = await readFile(join(root, 'harness/suite/suite.schema.json'), 'utf8');
  // The repository's own schema, which a test beside it holds to the meta-schema.
  const schema = JSON.parse(text) as Schema;
  return describeFormat('The suite format', 'harness/suite/format.md', schema);
}
