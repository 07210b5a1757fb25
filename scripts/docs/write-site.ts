import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { suiteSchema } from '../../harness/suite/input/suite-schema.ts';
import { describeFormat } from './describe-format.ts';
import { listPages, type SitePage } from './list-pages.ts';
import { renderPage } from './render-page.ts';
import { type PlacedPage, toHtml } from './to-html.ts';

/** Renders all pages in memory, generated references included. */
export function renderSite(root: string): readonly PlacedPage[] {
  const pages: readonly SitePage[] = [
    ...listPages(root),
    describeFormat('The suite format', 'harness/suite/format.md', suiteSchema),
  ];
  const sources = new Set(pages.map(({ source }) => source));
  return pages.map((page) => ({ ...renderPage(page, sources), group: page.group }));
}

/** Writes the site into a folder, whose old content goes; resolves to the number of pages. */
export async function writeSite(root: string, folder: string): Promise<number> {
  const pages = renderSite(root);
  await rm(folder, { recursive: true, force: true });
  for (const page of pages) {
    const path = join(folder, page.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, toHtml(page, pages));
  }
  return pages.length;
}
