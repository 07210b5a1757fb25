import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { readPageCommands } from '../testing/page-commands.ts';
import { repositoryRoot, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';

const page = readFileSync(join(repositoryRoot, 'README.md'), 'utf8');
const commands = readPageCommands(page);

/** They ask for files or recordings that only a user has. */
const needsMore = ['shop.ts', '--by model', 'import ', 'exec '];
const isOwn = (shown: string): boolean => needsMore.some((word) => shown.includes(word));

const transcript = {
  tools: { f: { description: 'F.', parameters: { type: 'object' } } },
  expected: { calls: ['f'] },
  calls: [['f', '{}']],
};
const stream =
  'data: {"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';

it('every command of the README runs in an empty folder, with the exit code and the lines that it shows', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('transcript.json', JSON.stringify(transcript));
  await scratch.write('stream.sse', stream);
  const run = commands.filter(({ args }) => !isOwn(args.join(' ')));
  expect(run.length).toBeGreaterThanOrEqual(12);
  for (const { args, exitCode, lines } of run) {
    const result = await runCommandLine(runCli, args, { cwd: scratch.path });
    expect([args, result.exitCode]).toEqual([args, exitCode]);
    expect(lines.filter((line) => !result.out.includes(line.trim()))).toEqual([]);
  }
}, 300_000);

it('every TypeScript snippet of the README loads', async () => {
  const snippets = [...page.matchAll(/^```ts\n(?<code>.*?)^```/gmsu)].map(
    ({ groups }) => groups?.['code'] ?? '',
  );
  expect(snippets.length).toBe(1);
  await using scratch = await createScratchFolder();
  symlinkSync(join(repositoryRoot, 'node_modules'), join(scratch.path, 'node_modules'));
  await scratch.write('shop.ts', snippets[0] ?? '');
  const loaded = await loadSuite(join(scratch.path, 'shop.ts'));
  expect(loaded.variants.map(({ name }) => name)).toEqual(['python']);
});

it('what the README links to is there and in the package', () => {
  const { files } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  const links = [...page.matchAll(/\]\((?<path>[^)#:]+)\)/gu)].map(
    ({ groups }) => groups?.['path'] ?? '',
  );
  expect(links.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
  const isPacked = (path: string): boolean =>
    path === 'LICENSE' ||
    files
      .filter((entry) => !entry.startsWith('!'))
      .some((entry) => {
        const pattern = entry.replace('**/*.md', '.*[.]md').replace('*/*.md', '[^/]+/[^/]+[.]md');
        return new RegExp(`^${pattern}(?:/|$)`, 'u').test(path);
      });
  expect(links.filter((path) => !isPacked(path))).toEqual([]);
});

it('a suite that ships imports nothing outside its folder', () => {
  for (const name of ['orders', 'support-desk', 'tutorial']) {
    const text = readFileSync(join(repositoryRoot, 'suites', name, 'suite.ts'), 'utf8');
    expect(text).not.toContain("'../");
  }
});
