import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { copyOrders } from '../../../testing/copy-orders.ts';
import { runCommandLine } from '../../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../../testing/scratch-folder.ts';
import { runCli } from '../../run-cli.ts';

it.each<
  readonly [
    what: string,
    edit: readonly [string, string, string],
    expected: readonly [number, string],
  ]
>([
  [
    'a raised minimum breaks the recorded call that is below it',
    ['search-orders.ts', 'limit: z.int().min(1)', 'limit: z.int().min(5)'],
    [1, 'breaking: search_orders, 1 recorded call refused, newest-order'],
  ],
  [
    'another description breaks nothing',
    ['read-order.ts', `'Shows one order`, `'Displays one order`],
    [0, 'compatible: get_order'],
  ],
])('%s', async (_, [file, from, to], expected) => {
  await using scratch = await copyOrders();
  const path = join(scratch.path, 'suites/orders/tools', file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
  const { exitCode, out } = await runCommandLine(runCli, ['versions', 'suites/orders'], {
    cwd: scratch.path,
  });
  expect([exitCode, out]).toEqual([expected[0], expect.stringContaining(expected[1])]);
});

it('two toolsets of a suite are compared, with the note of the new one', async () => {
  const versions = async (...words: readonly string[]): Promise<readonly unknown[]> => {
    const result = await runCommandLine(runCli, ['versions', 'suites/orders', ...words]);
    return [result.exitCode, `${result.out}${result.err}`];
  };
  const [exitCode, shown] = await versions('orders@1', 'orders@2');
  expect(exitCode).toBe(1);
  expect(shown).toContain('note: search_orders takes a list of states');
  expect(shown).toContain('breaking: search_orders, ');
  // The version before is found by its number.
  expect(await versions('orders@2')).toEqual([exitCode, shown]);
  expect((await versions('orders@2', '--ignore', 'search_orders'))[0]).toBe(0);
  expect(await versions('orders@9')).toEqual([
    2,
    expect.stringContaining('There is no toolset "orders@9" in "suites/orders"'),
  ]);
});

it('two lists of tools are compared', async () => {
  await using scratch = await createScratchFolder();
  const list = (minimum: number): string =>
    JSON.stringify([
      {
        name: 'search',
        description: 'Searches.',
        inputSchema: { type: 'object', properties: { limit: { type: 'integer', minimum } } },
      },
    ]);
  await scratch.write('old.json', list(1));
  await scratch.write('new.json', list(5));
  const { exitCode, out } = await runCommandLine(
    runCli,
    ['versions', 'old.json', 'new.json', '--json'],
    { cwd: scratch.path },
  );
  expect(exitCode).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    compared: [{ tools: [{ tool: 'search', verdict: 'breaking', recorded: 0 }] }],
  });
});

const toolOf = (minimum: number): object => ({
  name: 'search',
  description: 'Searches.',
  effect: 'read',
  parameters: { type: 'object', properties: { limit: { type: 'integer', minimum } } },
  results: [{ give: {} }],
});

/** Suites of one toolset each: two that share it, and one without a version or a recording in common. */
async function createSuites(): Promise<ScratchFolder> {
  const scratch = await createScratchFolder();
  const write = async (name: string, minimum: number): Promise<void> => {
    const suite = {
      name: 'small',
      tools: [toolOf(minimum)],
      model: { script: [] },
      scenarios: [{ id: 's', user: 'Hi', script: ['Hello.'], expected: { calls: [] } }],
    };
    await scratch.write(name, JSON.stringify(suite));
  };
  await write('old/suite.json', 1);
  await write('new/suite.json', 5);
  await scratch.write('none.json', '[]');
  await scratch.write('some.json', JSON.stringify([toolOf(1)]));
  return scratch;
}

it.each<[words: string, exitCode: number, text: string]>([
  ['old new', 1, 'breaking: search'],
  ['old new --ignore search', 0, 'breaking: search'],
  ['old new --ignore other', 1, 'breaking: search'],
  ['new old', 0, 'compatible: search'],
  ['old old', 0, 'no tool differs'],
  ['old', 2, 'with its recordings: it has none. Name two of its toolsets'],
  ['old main@1', 2, 'Cannot compare toolset "main@1": the suite has no version before it'],
  ['old main@1 nowhere', 2, 'There is no toolset "nowhere" in "old"; it has main@1'],
  ['old a b c', 2, 'Cannot compare with "c" as well: name two versions'],
  ['none.json some.json', 2, 'Cannot read tools from "none.json"'],
  ['some.json none.json', 2, 'Cannot read tools from "none.json"'],
  ['some.json none.json some.json', 2, 'Cannot compare three files'],
])('versions %s: exit code %d', async (words, exitCode, text) => {
  await using scratch = await createSuites();
  const told = await runCommandLine(runCli, ['versions', ...words.split(' ')], {
    cwd: scratch.path,
  });
  expect([told.exitCode, `${told.out}${told.err}`]).toEqual([
    exitCode,
    expect.stringContaining(text),
  ]);
});

it('lint shows the recorded calls that a version breaks', async () => {
  await using scratch = await copyOrders();
  const path = join(scratch.path, 'suites/orders/toolsets.ts');
  // A note that names the tool announces the change, and the rule is silent then.
  writeFileSync(path, readFileSync(path, 'utf8').replace("note: 'search_orders", "note: 'it"));
  const { out } = await runCommandLine(runCli, ['lint', 'suites/orders', '--toolset', 'orders@2'], {
    cwd: scratch.path,
  });
  expect(out).toMatch(/"status" is gone {2}\[breaks-old-calls\]\n\s+\d+ recorded calls refused: /u);
});
