import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { checkRun } from '../run/folder/check-run.ts';
import { readRun } from '../run/folder/read-run.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { linkProject, runVitest } from '../testing/vitest-project.ts';

const page = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

/** Every file that the page shows, by the name in its first line. */
const files = [...page.matchAll(/^```ts\n\/\/ (?<name>\S+)\n(?<text>[\s\S]*?)^```$/gmu)].flatMap(
  ({ groups }) =>
    groups === undefined ? [] : [[groups['name'] ?? '', groups['text'] ?? ''] as const],
);

it('every file of the page is a file with a name', () => {
  expect(files.length).toBe(page.match(/^```ts$/gmu)?.length);
});

it('the project of the page passes, and leaves run folders that can be compared', async () => {
  await using project = await createScratchFolder();
  linkProject(project);
  await project.write('package.json', '{ "type": "module" }');
  for (const [name, text] of files) await project.write(name, text);

  const { exitCode, text } = await runVitest(project);

  expect(text).toMatch(/Test Files {2}3 passed/u);
  expect(exitCode).toBe(0);
  const root = join(project.path, 'reports/runs');
  const verdicts: unknown[] = [];
  for (const folder of readdirSync(root).toSorted()) {
    const run = readRun(join(root, folder));
    await checkRun(run);
    verdicts.push([run.summary.suite, run.summary.verdict, run.summary.failed]);
  }
  expect(verdicts).toEqual([
    ['capitals', 'PASS', 0],
    ['refunds', 'PASS', 0],
  ]);
}, 120_000);
