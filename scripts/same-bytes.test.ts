import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createScratchFolder } from '../harness/testing/scratch-folder.ts';
import { places, reportEverywhere, runSample } from './same-bytes/report-everywhere.ts';

it(
  'page, Markdown, tables and pictures of a run have the same bytes in three time zones and locales',
  { timeout: 120_000 },
  async () => {
    await using scratch = await createScratchFolder();
    const runs = join(scratch.path, 'runs');
    await runSample(runs);
    const [name = ''] = await readdir(runs);
    const reports = await reportEverywhere(
      { scratch: scratch.path, run: join(runs, name) },
      [process.execPath],
      places.slice(1, 4),
    );
    const [first] = reports;
    expect(reports.map(({ files }) => files)).toEqual(reports.map(() => first?.files));
    const kinds = new Set([...(first?.files.keys() ?? [])].map((file) => file.split('.').at(-1)));
    expect(kinds).toEqual(new Set(['html', 'md', 'csv', 'png', 'svg', 'xml']));
  },
);
