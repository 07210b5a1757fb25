import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import { makeRun, type MadeRun } from '../testing/made-run.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { saveMadeRun } from '../testing/save-made-run.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const isThere = existsSync(executablePath);
if (!isThere) console.log(`not run: no browser at ${executablePath} (set CHROMIUM_PATH)`);
vi.setConfig({ testTimeout: 90_000 });

let browser: Browser | undefined;
beforeAll(async () => {
  if (!isThere) return;
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  browser = await chromium.launch({ executablePath, args });
}, 60_000);
afterAll(async () => {
  await browser?.close();
});

/** Runs `toolrig view` and opens it; everything that the pages complain of is noted. */
async function withViewer(
  scratch: ScratchFolder,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  if (browser === undefined) throw new Error('no browser');
  const end = new AbortController();
  const lines: string[] = [];
  const command = runCommandLine(
    (args, io) =>
      runCli(args, {
        ...io,
        out: (text) => lines.push(text),
        now: () => new Date().toISOString(),
      }),
    ['view', 'runs', '--port', '0'],
    { cwd: scratch.path, signal: end.signal },
  );
  await vi.waitFor(() => {
    expect(lines).toHaveLength(1);
  });
  const [origin = ''] = /http:\S+/u.exec(lines[0] ?? '') ?? [];
  const page = await browser.newPage({ baseURL: origin, viewport: { width: 1280, height: 800 } });
  const noted: string[] = [];
  page.on('console', (message) => noted.push(message.text()));
  page.on('pageerror', (error) => noted.push(error.message));
  try {
    await look(page);
    // A page that is not there is one of those that are looked at.
    expect(noted.filter((text) => !text.includes('404 (Not Found)'))).toEqual([]);
  } finally {
    await page.close();
    end.abort();
    expect((await command).exitCode).toBe(0);
  }
}

function makeNamed(variant: string, values: readonly number[], day: number): MadeRun {
  const made = makeRun(
    values.map((value, place) => ({
      scenario: `s${place}`,
      variant,
      values: { 'task.success': value },
      losses: value === 1 ? [] : [{ code: 'effect_twice', event: null, text: 'Paid twice' }],
    })),
    { suite: 'made' },
  );
  const startedAt = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
  const git = { commit: String(1000 + (day % 7)).repeat(10), branch: 'main', dirty: false };
  const content = { ...made.manifest.content, suite: 'made' };
  return { ...made, manifest: { ...made.manifest, content, environment: { startedAt, git } } };
}

it.skipIf(!isThere)(
  'a run is followed: its first failure is shown before its end, then its report',
  async () => {
    await using scratch = await createScratchFolder();
    const made = makeNamed('a', [1, 0, 1, 1], 1);
    await saveMadeRun(made, scratch, 'runs/on');
    const folder = join(scratch.path, 'runs/on');
    const summary = readFileSync(join(folder, 'summary.json'), 'utf8');
    const scores = readFileSync(join(folder, 'scores.jsonl'), 'utf8');
    const lines = scores.split('\n');
    rmSync(join(folder, 'summary.json'));
    writeFileSync(join(folder, 'run.lock'), 'somebody');
    writeFileSync(join(folder, 'scores.jsonl'), `${lines[0]}\n`);
    await withViewer(scratch, async (page) => {
      await page.goto('/');
      await page.getByRole('link', { name: 'on', exact: true }).click();
      await page.getByText('1 of 4 conversations').waitFor();
      writeFileSync(join(folder, 'scores.jsonl'), `${lines[0]}\n${lines[1]}\n`);
      await page.getByText('effect_twice: Paid twice').waitFor();
      expect(await page.getByText('2 of 4 conversations').isVisible()).toBe(true);
      writeFileSync(join(folder, 'scores.jsonl'), scores);
      rmSync(join(folder, 'run.lock'));
      writeFileSync(join(folder, 'summary.json'), summary);
      await page.locator('#filters').waitFor();
      expect(await page.locator('h1').innerText()).toContain('FAIL');
    });
  },
);

it.skipIf(!isThere)(
  '30 runs: a metric over commits with the accepted value, and two runs compared by two clicks',
  async () => {
    await using scratch = await createScratchFolder();
    for (let day = 1; day <= 30; day += 1) {
      const values = Array.from({ length: 8 }, (_, place) => (place < day % 5 ? 0 : 1));
      await saveMadeRun(makeNamed('a', values, day), scratch, `runs/day-${day}`);
    }
    const accept = ['baseline', 'accept', 'runs/day-30'];
    expect((await runCommandLine(runCli, accept, { cwd: scratch.path })).exitCode).toBe(0);
    await withViewer(scratch, async (page) => {
      await page.goto('/');
      expect(await page.locator('tbody tr').count()).toBe(30);
      await page.locator('tr', { hasText: 'day-30' }).getByText('compare with').click();
      await page.locator('tr', { hasText: 'day-29' }).getByText('compare', { exact: true }).click();
      await page.getByText('paired trials').waitFor();
      expect(await page.locator('h2').first().innerText()).toContain('→');
      await page.goto('/history');
      expect(await page.locator('circle').count()).toBe(30);
      expect(await page.getByText('accepted 1.000').isVisible()).toBe(true);
      await page.locator('circle').first().click();
      await page.locator('#filters').waitFor();
      expect(page.url()).toContain('/runs/day-1');
    });
  },
);

it.skipIf(!isThere).each(['/', '/history', '/runs/no'])(
  'axe finds nothing serious on %s',
  async (path) => {
    await using scratch = await createScratchFolder();
    await saveMadeRun(makeNamed('a', [1, 0], 1), scratch, 'runs/one');
    await withViewer(scratch, async (page) => {
      await page.goto(path);
      const found = await page.evaluate<AxeResults>(`${axe.source}; axe.run()`);
      const serious = found.violations.filter(
        ({ impact }) => impact === 'serious' || impact === 'critical',
      );
      expect(serious.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    });
  },
);
