import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';
import { handbook } from '../../suites/orders/handbook.ts';
import { recordSuite } from './record-suite.ts';
import { recordedOrders } from './recorded-suites.ts';
import { startAgentServer } from './start-agent-server.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Texts of the lanes below a folder, by path; the moment of recording and the seal over it left out. */
async function readLanes(folder: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'));
  const lanes = await Promise.all(
    files.map(async (file) => {
      const path = join(file.parentPath, file.name);
      const text = await readFile(path, 'utf8');
      const same = text
        .replace(/"recordedAt":"[^"]*"/u, '"recordedAt":""')
        .replace(/("type":"end".*"hash":)"[0-9a-f]*"/u, '$1""');
      return [relative(folder, path), same] as const;
    }),
  );
  return Object.fromEntries(lanes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

it.each([
  ['reference', 'refund-mug-zh'],
  ['naive', 'nothing-found'],
])(
  'recorded again, %s/%s is what is shipped, and each recorded call was one request',
  async (variant, scenario) => {
    const variants = recordedOrders.filter(([name]) => name === variant);
    await using scratch = await createScratchFolder();
    const server = await startAgentServer(handbook, 0);
    const code = await recordSuite(
      {
        suite: 'suites/orders',
        baseUrl: server.baseUrl,
        cassettes: scratch.path,
        variants,
        options: ['--scenario', scenario, '--out', join(scratch.path, 'runs')],
      },
      {
        out: () => undefined,
        err: () => undefined,
        cwd: root,
        signal: new AbortController().signal,
      },
    );
    await server.close();
    // The recording decides, not how its trials came out.
    expect(code).toBe(0);
    const lanes = await readLanes(join(scratch.path, 'orders', scenario, variant));
    expect(lanes).toEqual(await readLanes(join(root, 'cassettes/orders', scenario, variant)));
    const calls = Object.values(lanes).flatMap((text) => text.match(/^\{"type":"call"/gmu) ?? []);
    expect(calls).toHaveLength(server.stats.completions);
  },
);
