import { createRequire } from 'node:module';

import type { BrowserType, Page } from 'playwright-core';

// The loader that compiles this script cannot link the package; `require` passes it by.
const { chromium } = createRequire(import.meta.url)('playwright-core') as {
  readonly chromium: BrowserType;
};

/** How long a page took to answer, medians of several tries. */
export interface PageTimes {
  /** From the start of the navigation to the table that can be used. */
  readonly usableMs: number;
  /** From the last key of a search to the rows on the screen. */
  readonly filterMs: number;
  /** From the click on a trial to its transcript on the screen. */
  readonly trialMs: number;
  readonly heapBytes: number;
}

const tries = 5;
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

/** Opens a page of a file several times, with the network off. */
export async function measurePage(executablePath: string, path: string): Promise<PageTimes> {
  const browser = await chromium.launch({ executablePath, args });
  try {
    const all: PageTimes[] = [];
    for (let run = 0; run < tries; run += 1) {
      const context = await browser.newContext({ offline: true });
      all.push(await measure(await context.newPage(), path));
      await context.close();
    }
    const median = (key: keyof PageTimes): number =>
      all.map((times) => times[key]).toSorted((a, b) => a - b)[Math.floor(tries / 2)] ?? 0;
    return {
      usableMs: median('usableMs'),
      filterMs: median('filterMs'),
      trialMs: median('trialMs'),
      heapBytes: median('heapBytes'),
    };
  } finally {
    await browser.close();
  }
}

async function measure(page: Page, path: string): Promise<PageTimes> {
  const start = process.hrtime.bigint();
  await page.goto(`file://${path}`);
  await page.locator('#state:empty').waitFor({ state: 'attached' });
  const usableMs = Number(process.hrtime.bigint() - start) / 1e6;
  const words = ['refund', 'naive timeout', 'voucher-zh', ''];
  const filters: number[] = [];
  for (const word of words) filters.push(await page.evaluate<number>(toFilter(word)));
  const trialMs = await page.evaluate<number>(openTrial);
  const heapBytes = await page.evaluate<number>('performance.memory.usedJSHeapSize');
  return { usableMs, filterMs: Math.max(...filters), trialMs, heapBytes };
}

/** Types a word and waits until the browser has drawn what follows from it. */
function toFilter(word: string): string {
  return `new Promise((resolve) => {
    const search = document.querySelector('#filters input[type="search"]');
    const start = performance.now();
    search.value = ${JSON.stringify(word)};
    search.dispatchEvent(new Event('input', { bubbles: true }));
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  })`;
}

const openTrial = `new Promise((resolve) => {
  const start = performance.now();
  document.querySelector('#rows a').click();
  const look = () =>
    document.querySelector('#trial-view article') === null
      ? requestAnimationFrame(look)
      : resolve(performance.now() - start);
  look();
})`;
