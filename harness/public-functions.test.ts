import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { compare, loadSuite, openRun, record, report, type Run, runSuite, score } from './index.ts';
import { runCli } from './cli/run-cli.ts';
import { editedTexts, goodTexts, writePickerSuite } from './testing/picker-suite.ts';
import { runCommandLine } from './testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from './testing/scratch-folder.ts';

async function createPicker(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  await folder.write('suite.ts', writePickerSuite(goodTexts, editedTexts));
  return folder;
}

async function toLines(run: Run): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const result of run.results()) lines.push(JSON.stringify(result));
  return lines;
}

it('needs only a suite: the run is held in memory, and nothing is written', async () => {
  await using folder = await createPicker();
  const { run, verdict, exitCode, summary, spent, gates } = await runSuite({
    suite: join(folder.path, 'suite.ts'),
  });
  expect([verdict, exitCode, summary.planned, spent, gates]).toEqual(['PASS', 0, 36, [], null]);
  expect(run.folder).toBeNull();
  expect((await toLines(run)).length).toBe(36);
  expect(readdirSync(folder.path)).toEqual(['suite.ts']);
});

it('a run in memory and one in a folder are the same, and the folder can be opened', async () => {
  await using folder = await createPicker();
  const options = { suite: 'suite.ts', cwd: folder.path, variants: '*' } as const;
  const inMemory = await runSuite(options);
  const written = await runSuite({ ...options, out: 'runs' });
  expect(written.summary).toEqual(inMemory.summary);
  expect(written.run.folder).toContain(join(folder.path, 'runs'));
  const opened = await openRun({ folder: written.run.folder ?? '' });
  expect(opened.summary).toEqual(inMemory.run.summary);
  expect(opened.seal).toEqual(inMemory.run.seal);
  expect(await toLines(opened)).toEqual(await toLines(inMemory.run));
});

it('a suite that is loaded already is taken as it is, and a signal ends a run', async () => {
  await using folder = await createPicker();
  const suite = await loadSuite(join(folder.path, 'suite.ts'));
  expect((await runSuite({ suite, scenarios: ['get-weather-*'] })).summary.planned).toBe(9);
  const ended = await runSuite({ suite, signal: AbortSignal.abort() });
  expect([ended.interrupted, ended.exitCode, ended.verdict]).toEqual([true, 130, 'INVALID']);
});

it('compares variants of a run in memory as the command line does those of its folder', async () => {
  await using folder = await createPicker();
  const { run } = await runSuite({ suite: 'suite.ts', cwd: folder.path, variants: '*' });
  const compared = await compare({ runs: [run], by: 'toolset' });
  expect([compared.verdict, compared.exitCode]).toEqual(['REGRESSION', 1]);
  const printed = await runCommandLine(
    runCli,
    ['compare', 'suite.ts', '--by', 'toolset', '--json'],
    { cwd: folder.path },
  );
  const { comparisons } = JSON.parse(printed.out) as { readonly comparisons: unknown };
  expect(JSON.parse(JSON.stringify(compared.comparisons))).toEqual(comparisons);
  const swapped = await compare({ runs: [run], by: 'toolset', swap: true });
  expect([swapped.verdict, swapped.exitCode]).toEqual(['PASS', 0]);
});

it('compares two runs, one of them by its path', async () => {
  await using folder = await createPicker();
  const options = { suite: 'suite.ts', cwd: folder.path };
  const first = await runSuite({ ...options, out: 'runs' });
  const second = await runSuite(options);
  const runs = [first.run.folder ?? '', second.run];
  expect((await compare({ runs, cwd: folder.path })).comparisons[0]?.identical).toBe(true);
  await expect(compare({ runs: [second.run, second.run] })).rejects.toThrow(/same run twice/u);
  await expect(compare({ runs: [] })).rejects.toThrow(/Cannot compare nothing/u);
});

it('reports a run in memory with the bytes that the command line writes', async () => {
  await using folder = await createPicker();
  const options = { suite: 'suite.ts', cwd: folder.path };
  const { run } = await runSuite(options);
  const { written } = await report({ run, format: 'junit', to: 'api.xml', cwd: folder.path });
  expect(written).toEqual([join(folder.path, 'api.xml')]);
  await runCommandLine(runCli, ['run', 'suite.ts', '--junit', 'cli.xml', '--csv', 'tables'], {
    cwd: folder.path,
  });
  const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
  expect(read('api.xml')).toBe(read('cli.xml'));
  const tables = await report({ run, format: 'csv', to: 'again', cwd: folder.path });
  expect(tables.written.length).toBeGreaterThan(1);
  expect(read('again/metrics.csv')).toBe(read('tables/metrics.csv'));
  const kept = await report({ run, format: 'md' });
  expect([kept.written, kept.files.length]).toEqual([[], 1]);
});

it('scores a document given as text or as a value', async () => {
  const document = {
    tools: { refund: { effect: 'irreversible', parameters: { type: 'object' } } },
    expected: { calls: [['refund', { id: 'A1' }]] },
    calls: [['refund', '{"id":"A1"}']],
  };
  expect((await score({ document })).pass).toBe(true);
  expect(await score({ document: JSON.stringify(document) })).toEqual(await score({ document }));
  await expect(score({ document: { tools: {} } })).rejects.toMatchObject({
    code: 'DOCUMENT_INVALID',
    exitCode: 2,
  });
});

it('records what has no recording, and refuses to in a CI job', async () => {
  await using folder = await createPicker();
  const options = { suite: 'suite.ts', cwd: folder.path };
  await expect(record({ ...options, env: { CI: '1' } })).rejects.toThrow(/while CI is set/u);
  await expect(record({ ...options, env: {}, stale: true, rerecord: true })).rejects.toThrow(
    /use `rerecord` or `stale`/u,
  );
  expect((await record({ ...options, env: {} })).verdict).toBe('PASS');
  expect((await record({ ...options, env: { CI: '1' }, allowInCi: true })).verdict).toBe('PASS');
});

it.each([
  { call: async (more: object) => await runSuite({ suite: 'x', ...more }), name: 'runSuite' },
  { call: async (more: object) => await record({ suite: 'x', ...more }), name: 'record' },
  { call: async (more: object) => await compare({ runs: [], ...more }), name: 'compare' },
  { call: async (more: object) => await report({ format: 'md', ...more }), name: 'report' },
  { call: async (more: object) => await score({ document: {}, ...more }), name: 'score' },
  { call: async (more: object) => await openRun({ folder: 'x', ...more }), name: 'openRun' },
])('$name refuses an option that does not exist', async ({ call, name }) => {
  await expect(call({ repeat: 3 })).rejects.toThrow(`Cannot call ${name} with "repeat"`);
});

it.each([
  [async () => await runSuite({ suite: '/no/such/suite.ts' }), /Cannot load suite/u, 2],
  [async () => await report({ format: 'pdf' }), /"pdf": expected one of html, png, svg, csv/u, 2],
  [async () => await report({ format: 'md' }), /Cannot report nothing/u, 2],
  [async () => await openRun({ folder: '/no/such/run' }), /no such run folder/u, 2],
  [async () => await compare({ runs: ['/no/such/run'] }), /neither a run folder nor/u, 2],
] as const)('%s fails with what is wrong and an exit code', async (call, says, exitCode) => {
  await expect(call()).rejects.toThrow(says);
  await expect(call()).rejects.toMatchObject({ exitCode });
  expect(existsSync('/no/such')).toBe(false);
});
