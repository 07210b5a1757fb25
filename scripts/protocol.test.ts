import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { runCli } from '../harness/cli/run-cli.ts';
import { readPageCommands } from '../harness/testing/page-commands.ts';
import { repositoryRoot, runCommandLine } from '../harness/testing/run-command-line.ts';

const folder = join(repositoryRoot, 'harness/protocol');

/** The sections of the pages: one for each line of the protocol. */
const lines = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split(/^## /mu)
      .slice(1)
      .map((section) => ({ page: name, title: section.split('\n', 1)[0] ?? '', section })),
  );

describe.each(lines.filter(({ section }) => section.includes('npx toolrig ')))(
  '$page: $title',
  ({ section }) => {
    it.each(
      readPageCommands(section).map((command) => ({ ...command, line: command.args.join(' ') })),
    )(
      'toolrig $line',
      async ({ args, exitCode, lines: shown }) => {
        const result = await runCommandLine(runCli, args);
        expect({ exitCode: result.exitCode, err: result.err }).toMatchObject({ exitCode });
        const out = squeeze(result.out);
        expect(shown.filter((text) => !out.includes(squeeze(text)))).toEqual([]);
      },
      120_000,
    );
  },
);

/** The width of a column is not what a page shows. */
function squeeze(text: string): string {
  return text.replace(/ +/gu, ' ').trim();
}

it('has all 36 lines', () => {
  expect(lines).toHaveLength(36);
});
