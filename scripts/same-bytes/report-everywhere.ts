import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';

import { spawnCommandLine } from '../../harness/testing/spawn-command-line.ts';

/** The files of one report, by the machine that it was made on. */
export interface PlacedReport {
  readonly version: string;
  /** Time zone and locale. */
  readonly place: string;
  /** Of all names and contents. */
  readonly hash: string;
  /** The hash of each file by its path. */
  readonly files: ReadonlyMap<string, string>;
}

/** Half and quarter hours beside UTC; another decimal comma, another capital i, other digits. */
export const places: readonly Readonly<Record<'TZ' | 'LANG' | 'LC_ALL', string>>[] = [
  { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' },
  { TZ: 'Asia/Kolkata', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
  { TZ: 'America/St_Johns', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
  { TZ: 'Pacific/Kiritimati', LANG: 'ar_EG.UTF-8', LC_ALL: 'ar_EG.UTF-8' },
  { TZ: 'Asia/Shanghai', LANG: 'zh_CN.UTF-8', LC_ALL: 'zh_CN.UTF-8' },
];

const sample =
  'run suites/orders --variant reference,naive --faults standard --scenario nothing-found,refund-mug-zh,voucher-zh';

/** Runs a few shipped scenarios, with faults and Chinese text, into a folder. */
export async function runSample(folder: string): Promise<void> {
  await start(process.execPath, [...sample.split(' '), '--out', folder], {});
}

/** Makes every kind of report in every place with every Node. */
export async function reportEverywhere(
  { scratch, run }: { readonly scratch: string; readonly run: string },
  nodes: readonly string[],
  where = places,
): Promise<readonly PlacedReport[]> {
  const reports: PlacedReport[] = [];
  for (const [number, node] of nodes.entries()) {
    const { stdout } = await promisify(execFile)(node, ['--version']);
    const version = stdout.trim();
    for (const [index, place] of where.entries()) {
      const folder = join(scratch, `report-${number}-${index}`);
      const options = Object.entries(kinds).flatMap(([option, name]) => [
        `--${option}`,
        join(folder, name),
      ]);
      await start(node, ['report', run, ...options], place);
      reports.push({
        version,
        place: Object.values(place).join(' '),
        ...(await readHashes(folder)),
      });
    }
  }
  return reports;
}

const kinds = {
  html: 'report.html',
  md: 'summary.md',
  csv: 'tables',
  png: 'png',
  svg: 'svg',
  junit: 'junit.xml',
};

async function readHashes(folder: string): Promise<Pick<PlacedReport, 'hash' | 'files'>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const files = new Map<string, string>();
  for (const path of paths) {
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    files.set(relative(folder, path).replaceAll(sep, '/'), hash);
  }
  const all = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex');
  return { hash: all.slice(0, 16), files };
}

/** A verdict is no failure here, but a process that could not do its work is. */
async function start(
  node: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const { exitCode, err } = await spawnCommandLine(words, { node, env }).done;
  if (![0, 1, 3].includes(exitCode ?? -1)) {
    throw new Error(`${node}, ${words.join(' ')}: exit code ${String(exitCode)}: ${err}`);
  }
}
