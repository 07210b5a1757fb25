import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { hostileTexts, makeHostileRun } from '../../testing/hostile-run.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { toJunitXml } from '../ci/to-junit-xml.ts';
import { collectRun } from '../open/collect-run.ts';
import type { ReportData } from '../report-data.ts';
import type { ResultSource } from '../open/trial-result.ts';
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
const scratches: AsyncDisposable[] = [];
afterAll(async () => {
  await browser?.close();
  for (const scratch of scratches) await scratch[Symbol.asyncDispose]();
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

interface Opening {
  readonly fragment?: string;
  readonly colorScheme?: 'light' | 'dark';
  readonly bypassCSP?: boolean;
}

/** Opens the page of the hostile run with the network off; everything that it asks for or complains of is noted. */
async function openPage(
  width: number,
  { fragment = '', colorScheme = 'light', bypassCSP = false }: Opening = {},
): Promise<{ page: Page; noted: string[] }> {
  if (browser === undefined) throw new Error('no browser');
  const scratch = await createScratchFolder();
  scratches.push(scratch);
  const { files } = await writeHtml({
    data: await collect(),
    results: source,
  });
  let text = '';
  for (const { content } of files) {
    if (!(content instanceof Uint8Array)) for await (const piece of content) text += piece;
  }
  const path = join(scratch.path, 'report.html');
  await writeFile(path, text);
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ offline: true, viewport, colorScheme, bypassCSP });
  const page = await context.newPage();
  const noted: string[] = [];
  page.on('request', (request) => noted.push(request.url()));
  page.on('console', (message) => noted.push(message.text()));
  page.on('pageerror', (error) => noted.push(error.message));
  page.on('dialog', (dialog) => {
    noted.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`file://${path}${fragment}`);
  await page.locator('#state:empty').waitFor({ state: 'attached' });
  expect(noted.splice(0)).toEqual([`file://${path}`]);
  return { page, noted };
}

const views = {
  table: '#/scenarios',
  trial: '#/trial/refund-zh/hasty/standard.timeout%40model.1/1?event=3',
  pair: '#/pair/refund-zh/careful/none/1/refund-zh/hasty/none/1',
} as const;

it.skipIf(!isThere).each(Object.entries(views))(
  'B161: opened without a network, the %s runs nothing that was planted',
  async (view, fragment) => {
    const { page, noted } = await openPage(1280, { fragment });
    for (const summaryLine of await page.locator('details > summary').all()) {
      await summaryLine.evaluate((element) => element.parentElement?.setAttribute('open', ''));
    }
    expect(noted).toEqual([]);
    expect(await page.locator('script:not([type])').count()).toBe(1);
    expect(await page.locator('img, iframe, object, embed, link').count()).toBe(0);
    if (view === 'pair') return;
    const text = await page.locator('#scenarios').innerText();
    for (const hostile of [hostileTexts.script, hostileTexts.table, hostileTexts.escape]) {
      expect(text).toContain(toVisibleText(hostile));
    }
  },
);

it.skipIf(!isThere).each([360, 768, 1280, 1920])(
  'nothing is wider than a window of %i',
  async (width) => {
    const { page } = await openPage(width);
    for (const fragment of Object.values(views)) {
      await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
      if (fragment !== views.table) await page.locator('#trial-view article').waitFor();
      const widths = await page.evaluate(
        'Array.from(document.querySelectorAll("details"), (one) => { one.open = true; }), document.documentElement.scrollWidth',
      );
      expect([fragment, widths]).toEqual([fragment, width]);
    }
  },
);

it.skipIf(!isThere).each(['orders', 'support-desk'])(
  'nothing of the page of a real run, %s, is wider than a phone',
  async (suite) => {
    if (browser === undefined) throw new Error('no browser');
    const context = await browser.newContext({
      offline: true,
      viewport: { width: 360, height: 800 },
    });
    const page = await context.newPage();
    await page.goto(new URL(`../../../reports/sample/${suite}/report.html`, import.meta.url).href);
    await page.locator('#rows tr').first().waitFor();
    const width = await page.evaluate(
      'Array.from(document.querySelectorAll("details"), (one) => { one.open = true; }), document.documentElement.scrollWidth',
    );
    expect(width).toBe(360);
    await context.close();
  },
);

it.skipIf(!isThere)('links and the keys n and p lead through the failed trials', async () => {
  const { page } = await openPage(1280, { fragment: views.trial });
  await page.locator('#trial-view article').waitFor();
  const first = page.url();
  await page.locator('a[rel="next"]').click();
  await page.waitForFunction(`location.href !== ${JSON.stringify(first)}`);
  const second = page.url();
  await page.locator('#trial-view article').waitFor();
  await page.keyboard.press('p');
  await page.waitForFunction(`location.href !== ${JSON.stringify(second)}`);
  expect(page.url().split('?')[0]).toBe(first.split('?')[0]);
  await page.locator('a[rel="next"]').waitFor();
  await page.keyboard.press('n');
  await page.waitForFunction(`location.href === ${JSON.stringify(second)}`);
});

it.skipIf(!isThere)('the name of a lost metric leads to its definition', async () => {
  const { page } = await openPage(1280, { fragment: views.trial });
  const name = page.locator('#trial-view th a').first();
  const metric = await name.innerText();
  await name.click();
  const definition = page.locator(`#how-to-read div:target`);
  expect(await definition.innerText()).toContain(metric);
  expect(await definition.innerText()).toMatch(/more is better|less is better/u);
});

it.skipIf(!isThere)('rows are filtered, and the address has all that was chosen', async () => {
  const { page } = await openPage(1280);
  const count = page.locator('#count');
  expect(await count.textContent()).toBe('5 of 5 rows');
  await page.locator('input[name="only"][value="failed"]').check();
  expect(await count.textContent()).toBe('2 of 5 rows');
  await page.locator('input[type="search"]').fill('<B>X');
  expect(await count.textContent()).toBe('1 of 5 rows');
  await page.locator('select[name="variant"]').selectOption('hasty');
  await page.locator('#rows tr').waitFor();
  const address = new URL(page.url());
  expect(address.hash).toBe('#/scenarios?q=%3CB%3EX&only=failed&variant=hasty');
  await page.goto('about:blank');
  await page.goBack();
  await page.locator('#state:empty').waitFor({ state: 'attached' });
  expect(await count.textContent()).toBe('1 of 5 rows');
  expect(await page.locator('input[type="search"]').inputValue()).toBe('<B>X');
  await page.getByRole('link', { name: 'reset' }).click();
  await page.waitForFunction('document.getElementById("count").textContent === "5 of 5 rows"');
});

it.skipIf(!isThere)(
  'a trial opens by a click, two open side by side, and back leads back',
  async () => {
    const { page } = await openPage(1280);
    await page.locator('#rows a', { hasText: 'failed' }).first().click();
    await page.locator('#trial-view article.trial').waitFor();
    expect(await page.locator('#table-view').isHidden()).toBe(true);
    await page.locator('.siblings a').first().click();
    await page.locator('#trial-view article.pair').waitFor();
    await page.goBack();
    await page.locator('#trial-view article.trial').waitFor();
    await page.goBack();
    await page.locator('#rows tr').first().waitFor();
    expect(await page.locator('#trial-view').isHidden()).toBe(true);
    await page.goForward();
    await page.locator('#trial-view article.trial').waitFor();
  },
);

it.skipIf(!isThere)('a trial that is left before it is unpacked does not come up', async () => {
  const { page } = await openPage(1280);
  const isShown = await page.evaluate(`(async () => {
    const go = (hash) => new Promise((resolve) => {
      addEventListener('hashchange', resolve, { once: true });
      location.hash = hash;
    });
    await go(${JSON.stringify(views.trial)});
    await go(${JSON.stringify(views.table)});
    await new Promise((resolve) => setTimeout(resolve, 500));
    return !document.getElementById('trial-view').hidden;
  })()`);
  expect(isShown).toBe(false);
  expect(await page.locator('#table-view').isVisible()).toBe(true);
});

it.skipIf(!isThere)('a link to an event leads to its line', async () => {
  const { page } = await openPage(1280, { fragment: views.trial });
  expect(await page.locator('.looked-at').count()).toBe(1);
  expect(await page.locator('.looked-at').isVisible()).toBe(true);
});

it.skipIf(!isThere)(
  'a figure leads to its trials: a fault, a cell of the confusion matrix, a metric',
  async () => {
    const { page } = await openPage(1280);
    const rows = page.locator('#rows tr');
    await page.locator('#faults td a').last().click();
    await page.waitForFunction('location.hash.includes("fault=timeout")');
    expect(await rows.count()).toBe(1);
    await page.locator('#metrics th a', { hasText: 'selection.f1' }).click();
    await page.waitForFunction('location.hash.includes("metric=selection.f1")');
    expect(await rows.count()).toBe(2);
    expect(await page.locator('#row-head').innerText()).toContain('selection.f1');
  },
);

it.skipIf(!isThere)('what is not there is said', async () => {
  const { page } = await openPage(1280, { fragment: '#/trial/no-such/hasty/none/1' });
  expect(await page.locator('#trial-view').innerText()).toContain('This run has no trial "no-such');
  await page.evaluate("location.hash = '#/scenarios?q=no-such-word'");
  await page.getByText('No row meets all filters').waitFor();
});

it.skipIf(!isThere)('printed, all rows are on paper and no control is', async () => {
  const { page } = await openPage(1280);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  expect(await page.locator('#rows tr').count()).toBe(5);
  expect(await page.locator('#filters').isVisible()).toBe(false);
  expect(await page.locator('#more').isVisible()).toBe(false);
});

it
  .skipIf(!isThere)
  .each(
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      Object.entries(views).map(([view, fragment]) => ({ colorScheme, view, fragment })),
    ),
  )('axe finds nothing serious: $view, $colorScheme', async ({ colorScheme, fragment }) => {
  // The policy of the page keeps out this script as it keeps out any other.
  const { page } = await openPage(1280, { fragment, colorScheme, bypassCSP: true });
  await page.evaluate(axe.source);
  const found = await page.evaluate<AxeResults>('axe.run()');
  const serious = found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => [id, nodes.length, nodes[0]?.html]);
  expect(serious).toEqual([]);
});

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
