import { expect, it } from 'vitest';

import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

interface Counts {
  readonly planned: number;
  readonly exitCode: number;
  readonly faults: { readonly planned: number; readonly fired: number };
  readonly invalidReasons: readonly { readonly code: string; readonly text: string }[];
}

async function run(...args: readonly string[]): Promise<CommandResult> {
  await using scratch = await createScratchFolder();
  return await runCommandLine(runCli, ['run', 'orders', '--json', ...args], { cwd: scratch.path });
}

// The result of `--json` is read back as what this test looks at.
const read = (result: CommandResult): Counts => JSON.parse(result.out) as Counts;

it.each([
  ['standard.timeout_before@refund_order.1', 1],
  ['standard/timeout_before@refund_order.1', 1],
  ['standard.*@refund_order.1', 2],
  ['full.conflict@refund_order.2', 1],
])('--faults %s runs this fault alone', async (word, faults) => {
  const counts = read(await run('--scenario', 'refund-once', '--faults', word));
  expect(counts).toMatchObject({
    planned: 1 + faults,
    exitCode: 0,
    faults: { planned: faults, fired: faults },
  });
});

it('a fault that was named and has no place measures nothing', async () => {
  const counts = read(
    await run('--scenario', 'refund-once', '--faults', 'standard.timeout_before@cancel_event.2'),
  );
  expect(counts).toMatchObject({ planned: 1, exitCode: 4 });
  expect(counts.invalidReasons).toMatchObject([{ code: 'fault_not_reached' }]);
});

it.each(['standard.nope', 'nope.timeout@model.1', 'standard.@model.1', 'standard.timeout@'])(
  '--faults %s is refused',
  async (word) => {
    const result = await run('--faults', word);
    expect(result.exitCode).toBe(2);
    expect(result.out + result.err).toContain('Cannot use fault plan');
  },
);

it.each([
  [['--tag', 'batch'], 1],
  [['--tag', 'cancel,batch'], 2],
  [['--tag', 'zh', '--scenario', 'refund-*'], 1],
])('%j leaves the scenarios with one of the tags', async (flags, planned) => {
  expect(read(await run(...flags))).toMatchObject({ planned, exitCode: 0 });
});

it.each([
  [['--tag', 'batch,nope'], 'Cannot run tag "nope": the suite "orders" has abstain, ask, batch,'],
  [['--tag', 'batch', '--scenario', 'refund-once'], 'none of the scenarios with it is left'],
])('%j is refused', async (flags, text) => {
  const result = await run(...flags);
  expect(result.exitCode).toBe(2);
  expect(result.out + result.err).toContain(text);
});
