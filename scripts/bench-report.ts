import { spawnSync } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';

import { collectRun } from '../harness/report/open/collect-run.ts';
import { readResults } from '../harness/report/open/read-results.ts';
import type { ResultSource, TrialResult } from '../harness/report/open/trial-result.ts';
import { writeHtml } from '../harness/report/html/write-html.ts';
import { readRun, type StoredRun } from '../harness/run/folder/read-run.ts';
import { measurePage, type PageTimes } from './bench-report/measure-page.ts';

// Usage: npm run bench:report [-- --trials 1000,10000]
// Writes the HTML page of runs of several sizes and opens it in Chromium (CHROMIUM_PATH, /usr/bin/chromium) with the
// network off. The trials are those of `suites/orders` under `--faults standard`, repeated under other names.

const { values } = parseArgs({ options: { trials: { type: 'string', default: '1000,10000' } } });
const root = resolve(import.meta.dirname, '..');
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const scratch = await mkdtemp(join(tmpdir(), 'toolrig-bench-report-'));
try {
  const run = await makeRun();
  print([
    'trials',
    'write ms',
    'peak MB',
    'file MB',
    'usable ms',
    'filter ms',
    'trial ms',
    'heap MB',
  ]);
  for (const count of values.trials.split(',').map(Number)) {
    const written = await writePage(run, count);
    const times = existsSync(chromium) ? await measurePage(chromium, written.path) : null;
    print([
      String(count),
      written.ms.toFixed(0),
      (process.resourceUsage().maxRSS / 1024).toFixed(0),
      (written.bytes / 1e6).toFixed(2),
      ...toTexts(times),
    ]);
  }
} finally {
  await rm(scratch, { recursive: true });
}

async function makeRun(): Promise<StoredRun> {
  const args = ['run', 'suites/orders', '--variant', 'reference,naive', '--faults', 'standard'];
  const place = join(scratch, 'runs');
  const main = join(root, 'dist/harness/cli/main.js');
  spawnSync(process.execPath, [main, ...args, '--out', place], { cwd: root });
  const [folder = ''] = await readdir(place);
  return readRun(join(place, folder));
}

/** The trials of a run again and again, each time as other scenarios, until there are enough. */
function repeat(run: StoredRun, count: number): ResultSource {
  return async function* () {
    let made = 0;
    for (let round = 0; ; round += 1) {
      for await (const result of readResults(run)) {
        if (made === count) return;
        made += 1;
        yield rename(result, round);
      }
    }
  };
}

function rename({ trial, score }: TrialResult, round: number): TrialResult {
  const lane = { ...trial.lane, scenario: `${trial.lane.scenario}-${round}` };
  return { trial: { ...trial, lane }, score: { ...score, lane } };
}

async function writePage(
  run: StoredRun,
  count: number,
): Promise<{ readonly ms: number; readonly bytes: number; readonly path: string }> {
  const start = process.hrtime.bigint();
  const { summary, manifest } = run;
  const results = repeat(run, count);
  const { suite, verdict, exitCode } = summary;
  const report = await collectRun({ summary, manifest }, results);
  const data = { suite, verdict, exitCode, run: report, comparisons: [], gates: null };
  const { files } = await writeHtml({ data, results });
  const path = join(scratch, `${count}.html`);
  const file = createWriteStream(path);
  for (const { content } of files) {
    if (content instanceof Uint8Array) continue;
    for await (const piece of content) file.write(piece);
  }
  file.end();
  await finished(file);
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  return { ms, path, bytes: (await stat(path)).size };
}

function toTexts(times: PageTimes | null): readonly string[] {
  if (times === null) return ['no browser'];
  const { usableMs, filterMs, trialMs, heapBytes } = times;
  return [usableMs, filterMs, trialMs]
    .map((ms) => ms.toFixed(0))
    .concat((heapBytes / 1e6).toFixed(0));
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell) => cell.padStart(10)).join(''));
}
