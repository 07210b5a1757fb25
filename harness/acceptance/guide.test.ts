import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import { readPageCommands } from '../testing/page-commands.ts';
import { repositoryRoot, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';

const folder = join(repositoryRoot, 'harness/guide');
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

/** A command on a suite or a run that only the reader has. */
const isReaders = (args: readonly string[]): boolean =>
  args.some((word) => word === 'my-suite' || word === 'RUN' || word.includes('...'));

/** Files of a page: fenced blocks with a path behind the language. */
function readFiles(text: string): readonly { readonly path: string; readonly content: string }[] {
  return [...text.matchAll(/^```[a-z]+ (?<path>\S+)\n(?<content>.*?)^```/gmsu)].map(
    ({ groups }) => ({ path: groups?.['path'] ?? '', content: groups?.['content'] ?? '' }),
  );
}

it.each(pages.filter(({ text }) => readPageCommands(text).some(({ args }) => !isReaders(args))))(
  'the commands of $name run in an empty folder, with the exit code and the lines that it shows',
  async ({ text }) => {
    await using scratch = await createScratchFolder();
    const files = readFiles(text);
    for (const { path, content } of files) await scratch.write(path, content);
    if (files.some(({ content }) => content.includes("from 'openai'"))) {
      symlinkSync(join(repositoryRoot, 'node_modules'), join(scratch.path, 'node_modules'));
    }
    for (const { args, exitCode, lines } of readPageCommands(text)) {
      if (isReaders(args)) continue;
      const result = await runCommandLine(runCli, args, { cwd: scratch.path });
      expect([args, result.exitCode]).toEqual([args, exitCode]);
      expect(lines.filter((line) => !result.out.includes(line.trim()))).toEqual([]);
    }
  },
  120_000,
);

it.each(pages)('what $name links to exists', ({ name, text }) => {
  const links = [...text.matchAll(/\]\((?<path>[^)#:]+)/gu)].map(({ groups }) =>
    join(dirname(join(folder, name)), groups?.['path'] ?? ''),
  );
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
});

it.each(pages)('$name has no line over 160 characters', ({ text }) => {
  expect(text.split('\n').filter((line) => line.length > 160)).toEqual([]);
});
