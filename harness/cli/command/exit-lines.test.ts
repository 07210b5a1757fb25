import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeRun } from '../../testing/made-run.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

async function run(scratch: ScratchFolder, words: string): Promise<CommandResult> {
  return await runCommandLine(runCli, words.split(' '), { cwd: scratch.path });
}

const tools = { look: { parameters: { type: 'object' } } };
const good = { tools, expected: { calls: [] }, calls: [] };
const toLines = (documents: readonly object[]): string =>
  documents.map((one) => JSON.stringify(one)).join('\n');

it('score: a document that cannot be read decides the exit code, though the others pass', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('log.jsonl', toLines([good, { ...good, calls: 'none' }]));
  const { exitCode, out, err } = await run(scratch, 'score log.jsonl');
  expect(exitCode).toBe(2);
  expect(out).toContain('1 passed, 0 failed, 1 not read');
  expect(err).toContain('Cannot score 1 document; the other is scored');
});

it('score: of many problems a hundred are listed, and the rest is counted', async () => {
  await using scratch = await createScratchFolder();
  const bad = (count: number): readonly object[] =>
    Array.from({ length: count }, () => ({ ...good, calls: 'none' }));
  await scratch.write('full.jsonl', toLines([good, ...bad(100)]));
  await scratch.write('more.jsonl', toLines([good, ...bad(101)]));
  const count = (text: string): number => text.split('\n  more.jsonl line ').length - 1;
  expect((await run(scratch, 'score full.jsonl')).err).not.toContain('more');
  const { err } = await run(scratch, 'score more.jsonl');
  expect([count(err), err.includes('\n  ... and 1 more')]).toEqual([100, true]);
});

it.each([
  ['tools', { expected: good.expected, calls: [] }],
  ['expected', { tools, calls: [] }],
])('score: where documents lack %s, a file that all share is advised', async (_what, document) => {
  await using scratch = await createScratchFolder();
  await scratch.write('log.jsonl', toLines([good, document]));
  const { exitCode, err } = await run(scratch, 'score log.jsonl');
  expect([exitCode, err.includes('--tools FILE and --expected FILE')]).toEqual([2, true]);
});

it('score: --case finds a case without an id by its name', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('log.jsonl', toLines([good, { ...good, expected: { calls: ['look'] } }]));
  const { exitCode } = await run(scratch, 'score log.jsonl --case log.jsonl:2');
  const { err } = await run(scratch, 'score log.jsonl --case nothing');
  expect(err).toContain('expected a case with the id "nothing"');
  const names = /found (?<names>.*)/u.exec(err)?.groups?.['names']?.trim().split(', ') ?? [];
  expect(names).toHaveLength(2);
  const second = await run(scratch, `score log.jsonl --case ${names[1] ?? ''}`);
  expect([exitCode, second.exitCode]).toEqual([2, 1]);
});

it('report: a run without gates has one verdict, on its page', async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeRun([{ values: { 'task.success': 0 } }]), scratch);
  const { exitCode, out } = await run(scratch, 'report run');
  expect(exitCode).toBe(1);
  expect(out.match(/\(exit code \d\)/gu)).toEqual(['(exit code 1)']);
  expect(out).not.toContain('the run decides');
});

it('init: --class alone is refused', async () => {
  await using scratch = await createScratchFolder();
  const { exitCode, err } = await run(scratch, 'init mine --class includes');
  expect([exitCode, err]).toEqual([
    2,
    expect.stringContaining('give both --from FILE and --format'),
  ]);
});

const toolOf = (name: string): object => ({
  name,
  description: 'Looks something up by its number. Use it for one thing; for lists use find.',
  effect: 'read',
  parameters: { type: 'object', properties: {} },
  results: [{ give: {} }],
});
const suiteOf = (toolset: string): string =>
  JSON.stringify({
    toolsets: [{ id: toolset, tools: [toolOf('look')] }],
    model: { script: [] },
    scenarios: [{ id: 's', user: 'Hi', script: ['Hello.'], expected: { calls: [] } }],
  });

it('versions: suites without a toolset in common are refused', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('old/suite.json', suiteOf('one@1'));
  await scratch.write('new/suite.json', suiteOf('two@1'));
  const { exitCode, out, err } = await run(scratch, 'versions old new');
  expect([exitCode, out, err]).toEqual([2, '', expect.stringContaining('they share no toolset')]);
});

it('lint --fix leaves a file alone in which nothing can be mended, and SARIF is named', async () => {
  await using scratch = await createScratchFolder();
  const path = join(scratch.path, 'tools.json');
  await scratch.write('tools.json', JSON.stringify([toolOf('look')]));
  expect((await run(scratch, 'lint tools.json --fix')).err).toContain('mended 1 of 1 tools');
  // In one line, as toolrig would not write it.
  const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
  await scratch.write('tools.json', text);
  expect((await run(scratch, 'lint tools.json --fix')).err).toContain('mended 0 of 1 tools');
  expect(readFileSync(path, 'utf8')).toBe(text);
  const { err: wrote } = await run(scratch, 'lint tools.json --sarif out.sarif');
  expect(wrote).toContain('wrote out.sarif');
});

it('exec: an address that no one can call is refused', async () => {
  await using scratch = await createScratchFolder();
  const { exitCode, err } = await run(scratch, 'exec --record x --mcp A=http:// -- node');
  expect([exitCode, err]).toEqual([2, expect.stringContaining('Cannot use --mcp "A=http://"')]);
});

it('merge does not write through a link out of the usual place', async () => {
  await using scratch = await createScratchFolder();
  await using other = await createScratchFolder();
  mkdirSync(join(scratch.path, 'reports'));
  symlinkSync(other.path, join(scratch.path, 'reports/runs'));
  const { exitCode, err } = await run(scratch, 'merge somewhere');
  expect([exitCode, err]).toEqual([2, expect.stringContaining('--out')]);
});
