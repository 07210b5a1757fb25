import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import { repositoryRoot, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';

const split = ['--variant', 'wide', '--scenario', 'read-*,list-*,escape-*,search-*'];

async function toolrig(...words: readonly string[]) {
  return await runCommandLine(runCli, words, { cwd: repositoryRoot });
}

async function runInto(scratch: string, suite: string, more: readonly string[]) {
  const printed = await toolrig('run', suite, '--out', scratch, '--json', ...more);
  const { runFolder } = JSON.parse(printed.out) as { readonly runFolder: string };
  return { ...printed, folder: join(repositoryRoot, runFolder) };
}

it('run --diagnose advises to split a tool of many actions, and to merge tools that are confused', async () => {
  await using scratch = await createScratchFolder();
  const words = ['--diagnose', '--out', scratch.path];
  const wide = await toolrig('run', 'suites/files', ...split, ...words);
  expect(wide.exitCode).toBe(0);
  expect(wide.out).toContain('use of tools');
  expect(wide.out).toMatch(/file_tool action=read +9 +50 % +path/u);
  expect(wide.out).toContain('split file_tool: 50 % of its calls have action "read"');
  const desk = ['--variant', 'encoder-desk1', ...words];
  const confused = await toolrig('run', 'suites/support-desk', ...desk);
  expect(confused.exitCode).toBe(1);
  expect(confused.out).toContain('merge get_device and search_articles: they were taken for');
});

it('the exit code of --diagnose is that of the run, that of diagnose is 0 for a failed run too', async () => {
  await using scratch = await createScratchFolder();
  const failed = await runInto(scratch.path, 'suites/metrics', ['--variant', 'bare', '--diagnose']);
  expect(failed.exitCode).toBe(1);
  const told = JSON.parse(failed.out) as { readonly diagnosis: readonly object[] };
  const again = await toolrig('diagnose', failed.folder, '--json');
  expect(again.exitCode).toBe(0);
  const shown = JSON.parse(again.out) as { readonly suite: string; readonly variants: object[] };
  expect(shown).toMatchObject({ schemaVersion: 1, suite: 'metrics', variants: told.diagnosis });
  expect(shown.variants).toHaveLength(1);
  const text = await toolrig('diagnose', failed.folder);
  expect(text.exitCode).toBe(0);
  expect(text.out).toContain('a required argument is missing, 2 times');
  expect(text.err).toBe('');
});

it('agreement is with the first variant, or with the run of --against', async () => {
  await using scratch = await createScratchFolder();
  const both = await runInto(scratch.path, 'suites/metrics', ['--variant', 'structured,bare']);
  const inside = await toolrig('diagnose', both.folder);
  expect(inside.out).toContain("agreement with structured, by Cohen's kappa");
  const other = await toolrig('diagnose', both.folder, '--against', both.folder);
  expect(other.out).toContain('selection: n/a (the same tool, or both none, in 8 of 8 places)');
  const missing = await toolrig('diagnose', both.folder, '--against', join(scratch.path, 'none'));
  expect(missing).toMatchObject({ exitCode: 2, out: '' });
  expect(missing.err).toContain('there is no such run folder');
});

it.each([
  {
    what: 'no folder',
    damage: async (path: string) => rm(path, { recursive: true }),
    exitCode: 2,
    text: 'there is no such run folder',
  },
  {
    what: 'no summary',
    damage: async (path: string) => rm(join(path, 'summary.json')),
    exitCode: 4,
    text: 'the run did not end',
  },
  {
    what: 'a summary that is no JSON',
    damage: async (path: string) => writeFile(join(path, 'summary.json'), '{'),
    exitCode: 4,
    text: 'summary.json',
  },
])('$what: one line, and exit code $exitCode', async ({ damage, exitCode, text }) => {
  await using scratch = await createScratchFolder();
  const { folder } = await runInto(scratch.path, 'suites/tutorial', []);
  await damage(folder);
  const shown = await toolrig('diagnose', folder);
  expect(shown).toMatchObject({ exitCode, out: '' });
  expect(shown.err).toContain(text);
  expect(shown.err.trim().split('\n')).toHaveLength(1);
});

it('the page of a plain run has the use of tools, the advice and the notes of the toolsets', async () => {
  await using scratch = await createScratchFolder();
  const page = join(scratch.path, 'page.html');
  await runInto(scratch.path, 'suites/files', [...split, '--html', page]);
  const markup = await readFile(page, 'utf8');
  expect(markup).toContain('<section id="toolsets">');
  expect(markup.replaceAll(/\s+/gu, ' ')).toContain(
    'Toolset wide (wide): One tool with an action in place of four',
  );
  expect(markup).toContain('<th scope="row">file_tool action=read</th>');
  expect(markup).toContain('<b>split file_tool</b>');
});

it('an imported run is diagnosed too, each of its variants against the first', async () => {
  await using scratch = await createScratchFolder();
  const toLine = (pipeline: string, name: string): string =>
    JSON.stringify({
      suite_name: 'bank',
      pipeline_name: pipeline,
      user_task_id: 'user_task_0',
      injection_task_id: null,
      attack_type: null,
      injections: {},
      messages: [
        { role: 'user', content: 'Look it up' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'x', function: name, args: {} }] },
        { role: 'tool', content: 'nothing', tool_call_id: 'x', error: null },
        { role: 'assistant', content: 'Done', tool_calls: null },
      ],
      error: null,
      utility: name === 'look',
      security: true,
    });
  const tools = { bank: [{ name: 'look', parameters: { type: 'object' } }] };
  await scratch.write('tools.json', JSON.stringify(tools));
  await scratch.write('runs.jsonl', `${toLine('old', 'look')}\n${toLine('new', 'peek')}\n`);
  const line = 'import runs.jsonl --format agentdojo --tools tools.json --out runs --json';
  const imported = await runCommandLine(runCli, line.split(' '), { cwd: scratch.path });
  expect(imported.err).toBe('');
  const { runFolder } = JSON.parse(imported.out) as { readonly runFolder: string };
  const shown = await runCommandLine(runCli, ['diagnose', runFolder], { cwd: scratch.path });
  expect(shown).toMatchObject({ exitCode: 0, err: '' });
  expect(shown.out).toContain('suite agentdojo · old');
  expect(shown.out).toContain('suite agentdojo · new');
  expect(shown.out).toMatch(/agreement with \w+, by Cohen's kappa/u);
  expect(shown.out).toContain('peek');
});
