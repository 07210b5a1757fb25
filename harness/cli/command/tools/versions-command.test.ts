import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { copyOrders } from '../../../testing/copy-orders.ts';
import { runCommandLine } from '../../../testing/run-command-line.ts';
import { createScratchFolder } from '../../../testing/scratch-folder.ts';
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
