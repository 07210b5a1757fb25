import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { hostileTexts, makeHostileRun } from '../../testing/hostile-run.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { toJunitXml } from '../ci/to-junit-xml.ts';
import { collectRun } from '../open/collect-run.ts';
import type { ReportData } from '../report-data.ts';
import type { ResultSource } from '../open/read-results.ts';
import { toVisibleText } from '../text/to-visible-text.ts';
import { writeHtml } from './write-html.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const isThere = existsSync(executablePath);
if (!isThere) console.log(`not run: no browser at ${executablePath} (set CHROMIUM_PATH)`);

// A browser shares the processors with the other tests.
vi.setConfig({ testTimeout: 60_000 });

let browser: Browser | undefined;
beforeAll(async () => {
  if (!isThere) return;
  browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
}, 60_000);
afterAll(async () => {
  await browser?.close();
});

const { summary, manifest, results } = makeHostileRun();
const source: ResultSource = async function* () {
  yield* await Promise.resolve(results);
};

async function collect(): Promise<ReportData> {
  const { suite, verdict, exitCode } = summary;
  const run = await collectRun({ summary, manifest }, source);
  return { suite, verdict, exitCode, run, comparisons: [], gates: null };
}

/** Opens the page of the hostile run with the network off; everything that it asks for or complains of is noted. */
async function openPage(width: number): Promise<{ page: Page; noted: string[] }> {
  if (browser === undefined) throw new Error('no browser');
  const scratch = await createScratchFolder();
  const { files } = await writeHtml.write({
    data: await collect(),
    results: source,
    byteOrderMark: false,
  });
  let text = '';
  for (const { content } of files) {
    if (!(content instanceof Uint8Array)) for await (const piece of content) text += piece;
  }
  const path = join(scratch.path, 'report.html');
  await writeFile(path, text);
  const context = await browser.newContext({ offline: true, viewport: { width, height: 800 } });
  const page = await context.newPage();
  const noted: string[] = [];
  page.on('request', (request) => noted.push(request.url()));
  page.on('console', (message) => noted.push(message.text()));
  page.on('pageerror', (error) => noted.push(error.message));
  page.on('dialog', (dialog) => {
    noted.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`file://${path}`);
  expect(noted.splice(0)).toEqual([`file://${path}`]);
  await scratch[Symbol.asyncDispose]();
  return { page, noted };
}

it.skipIf(!isThere)(
  'B161: opened without a network, the page runs nothing that was planted',
  async () => {
    const { page, noted } = await openPage(1280);
    for (const summaryLine of await page.locator('details > summary').all()) {
      await summaryLine.evaluate((element) => element.parentElement?.setAttribute('open', ''));
    }
    expect(noted).toEqual([]);
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('img, iframe, object, embed, link').count()).toBe(0);
    const text = await page.locator('body').innerText();
    for (const hostile of [hostileTexts.script, hostileTexts.table, hostileTexts.escape]) {
      expect(text).toContain(toVisibleText(hostile));
    }
  },
);

it.skipIf(!isThere).each([1280, 400])('nothing is wider than a window of %i', async (width) => {
  const { page } = await openPage(width);
  const widths = await page.evaluate(
    'Array.from(document.querySelectorAll("details"), (one) => { one.open = true; }), document.documentElement.scrollWidth',
  );
  expect(widths).toBe(width);
});

it.skipIf(!isThere)(
  'rows are filtered by words and marks, and a link opens its trial',
  async () => {
    const { page } = await openPage(1280);
    const count = page.locator('output[data-count="scenario-rows"]');
    expect(await count.textContent()).toBe('5 of 5');
    await page.locator('input[data-filter="scenario-rows"][data-mark="bad"]').check();
    expect(await count.textContent()).toBe('3 of 5');
    await page.locator('input[type="search"][data-filter="scenario-rows"]').fill('TORN');
    expect(await count.textContent()).toBe('1 of 5');
    await page.locator('#scenario-rows tr:not([hidden]) a').first().click();
    await page.locator('details.trial[open]').waitFor({ timeout: 5000 });
    expect(page.url()).toMatch(/#trial-\d+$/u);
  },
);

it.skipIf(!isThere)('a browser reads our JUnit file as XML', async () => {
  const { page } = await openPage(400);
  const xml = toJunitXml(await collect());
  const read = await page.evaluate((text) => {
    // Runs in the page, where there is a parser that this program does not know.
    const Parser = (globalThis as unknown as Record<string, new () => BrowserParser>)['DOMParser'];
    if (Parser === undefined) return null;
    const document = new Parser().parseFromString(text, 'application/xml');
    return [
      document.querySelectorAll('parsererror').length,
      document.querySelectorAll('testcase').length,
    ];
  }, xml);
  expect(read).toEqual([0, 10]);
});

interface BrowserParser {
  parseFromString(
    text: string,
    type: string,
  ): { querySelectorAll(selector: string): { readonly length: number } };
}
