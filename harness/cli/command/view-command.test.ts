import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { makeRun } from '../../testing/made-run.ts';
import { runCommandLine } from '../../testing/run-command-line.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const stop = new AbortController();
let scratch: ScratchFolder;
let origin: string;
let said = '';
let ended: Promise<{ readonly exitCode: number; readonly err: string }>;

beforeAll(async () => {
  scratch = await createScratchFolder();
  for (const [name, value] of [
    ['one', 1],
    ['two', 0],
  ] as const) {
    const run = makeRun([{ variant: 'a', values: { 'task.success': value } }]);
    await saveMadeRun(run, scratch, `reports/runs/${name}`);
  }
  origin = await new Promise((resolve) => {
    ended = runCommandLine(runCli, ['view', '--port', '0'], {
      cwd: scratch.path,
      signal: stop.signal,
      out: (text) => {
        said += text;
        resolve(/http:\/\/127\.0\.0\.1:[0-9]+/u.exec(text)?.[0] ?? '');
      },
    });
  });
});

afterAll(async () => {
  await scratch[Symbol.asyncDispose]();
});

async function show(path: string): Promise<readonly [number, string]> {
  const response = await fetch(`${origin}${path}`);
  return [response.status, await response.text()];
}

it('shows the usual folder of runs, and where it can be seen', async () => {
  expect(said).toBe(`reports/runs is shown at ${origin} until Ctrl-C\n`);
  const [status, page] = await show('/');
  expect(status).toBe(200);
  expect(page).toContain('/runs/one');
  expect(page).toContain('/runs/two');
});

it.each([
  ['a run', '/runs/two', 'Content-Security-Policy'],
  ['a comparison', '/compare?baseline=one&candidate=two', 'Content-Security-Policy'],
])('%s is the HTML report', async (_what, path, text) => {
  const [status, page] = await show(path);
  expect([status, page]).toEqual([200, expect.stringContaining(text)]);
});

const history = '/history?suite=made&variant=a&metric=task.success';
it('the accepted value of the history is the mean of the baseline of the suite, and none without one', async () => {
  const [, without] = await show(history);
  expect(without).not.toContain('accepted');
  mkdirSync(join(scratch.path, 'reports/baseline'), { recursive: true });
  await scratch.write('reports/baseline/made.json', 'no baseline');
  expect((await show(history))[1]).not.toContain('accepted');
  rmSync(join(scratch.path, 'reports/baseline/made.json'));
  const accepted = makeRun([
    { variant: 'a', values: { 'task.success': 1 } },
    { variant: 'a', scenario: 's2', values: { 'task.success': 0.5 } },
  ]);
  await saveMadeRun(accepted, scratch, 'other');
  await runCommandLine(runCli, ['baseline', 'accept', 'other'], { cwd: scratch.path });
  const [status, withOne] = await show(history);
  expect([status, withOne]).toEqual([200, expect.stringMatching(/accepted 0\.750/u)]);
  const [, other] = await show(history.replace('=a&', '=b&'));
  expect(other).not.toContain('accepted');
});

it('Ctrl-C ends it with exit code 0, and its port is free again', async () => {
  stop.abort();
  expect(await ended).toMatchObject({ exitCode: 0, err: '' });
  await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

it('an interrupt that comes before it is open ends it as well', async () => {
  const { exitCode } = await runCommandLine(runCli, ['view', 'reports', '--port', '0'], {
    cwd: scratch.path,
    signal: AbortSignal.abort(),
  });
  expect(exitCode).toBe(0);
});
