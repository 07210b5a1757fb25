import { expect, it } from 'vitest';

import { runCli } from '../../harness/cli/run-cli.ts';
import { runCommandLine } from '../../harness/testing/run-command-line.ts';
import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';

interface Shown {
  readonly scores: Readonly<Record<string, object>>;
  readonly comparisons: readonly {
    readonly notes: readonly { readonly note: string }[];
    readonly flips: readonly { readonly scenario: string }[];
  }[];
}

async function toolrig(...words: readonly string[]): Promise<Shown> {
  await using scratch = await createScratchFolder();
  const line = [...words, '--json', '--out', scratch.path];
  return JSON.parse((await runCommandLine(runCli, line)).out) as Shown;
}

it('a conversation begun under orders@1 and continued under orders@2 is wrong at first and right in the end', async () => {
  const { scores } = await toolrig('run', 'suites/versions', '--scenario', 'resumed');
  expect(scores['arguments.valid_first']).toMatchObject({ value: 0, count: 0, of: 1 });
  expect(scores['arguments.valid_final']).toMatchObject({ value: 1, count: 1, of: 1 });
});

it('where the tools change in the middle of a conversation, the old form is wrong once and mended', async () => {
  const words = ['--scenario', 'outlived', '--variant', 'switched'];
  const { scores } = await toolrig('run', 'suites/versions', ...words);
  expect(scores['arguments.valid_first']).toMatchObject({ value: 0.5, count: 1, of: 2 });
  expect(scores['arguments.valid_final']).toMatchObject({ value: 1, count: 2, of: 2 });
  const old = await toolrig('run', 'suites/versions', '--scenario', 'outlived', '--variant', 'old');
  expect(old.scores['arguments.valid_first']).toMatchObject({ value: 1, count: 2, of: 2 });
});

it('of a gray release, each conversation is as under one of the two versions', async () => {
  const sides = ['--baseline', 'old', '--candidate', 'gray'];
  const { comparisons } = await toolrig('compare', 'suites/versions', '--by', 'toolset', ...sides);
  expect(comparisons[0]?.notes.map(({ note }) => note)).toEqual([
    'orders@2 for 50 % of the conversations, by conversation_id; orders@1 for the others',
  ]);
  expect(comparisons[0]?.flips.map(({ scenario }) => scenario)).toEqual(['talk-6']);
});
