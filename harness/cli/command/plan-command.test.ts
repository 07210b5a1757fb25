import { expect, it } from 'vitest';

import { editedTexts, goodTexts, writePickerSuite } from '../../testing/picker-suite.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const run = async (folder: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, args, { cwd: folder.path });

async function createPicker(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  await folder.write('suite.ts', writePickerSuite(goodTexts, editedTexts));
  return folder;
}

interface Plan {
  readonly scenarios: number;
  readonly repeats: number;
  readonly smallestDrop: number | null;
  readonly power: number;
  readonly smallestP: number;
  readonly repeatsKnown: boolean;
  readonly basis: string;
}

// The command prints exactly this object.
const readPlan = (result: CommandResult): Plan => JSON.parse(result.out) as Plan;

it('says what a suite can find, and finds more with more repeats', async () => {
  await using folder = await createPicker();
  const one = readPlan(await run(folder, 'plan', 'suite.ts', '--json'));
  const five = readPlan(await run(folder, 'plan', 'suite.ts', '--repeats', '5', '--json'));
  expect([one.scenarios, one.repeats, five.repeats]).toEqual([36, 1, 5]);
  expect(one.smallestP).toBe(2 ** -35);
  expect(five.smallestDrop ?? 1).toBeLessThan(one.smallestDrop ?? 0);
});

it('takes the variances from a run of both variants', async () => {
  await using folder = await createPicker();
  await run(folder, 'run', 'suite.ts', '--variant', '*');
  const from = ['--run', 'reports/runs/20260101T000000Z-picker', '--drop', '0.2', '--json'];
  const plan = readPlan(await run(folder, 'plan', 'suite.ts', ...from));
  // Nine of 36 fell: the variance of a difference is 0.25 x 0.75 x 36 / 35, half of it each side's.
  expect(plan.basis).toContain("variance between scenarios' reactions 0.0964, no repeats");
  expect(plan.repeatsKnown).toBe(false);
  expect(plan.power).toBeGreaterThan(0.7);
});

it('takes the pass rate from a run of one variant', async () => {
  await using folder = await createPicker();
  await run(folder, 'run', 'suite.ts', '--variant', 'second', '--repeats', '2');
  const from = ['--run', 'reports/runs/20260101T000000Z-picker', '--json'];
  const plan = readPlan(await run(folder, 'plan', 'suite.ts', ...from));
  expect(plan.basis).toContain('task.success 75 %, correlation of repeats 0.99');
});

it('warns that too few scenarios can never call a regression: exit 3', async () => {
  await using folder = await createScratchFolder();
  const text = writePickerSuite(goodTexts, goodTexts).replace('length: 9', 'length: 1');
  await folder.write('suite.ts', text);
  const result = await run(folder, 'plan', 'suite.ts', '--repeats', '100');
  expect(result.exitCode).toBe(3);
  expect(result.out).toContain('no outcome could be a significant regression');
});

it.each([
  { args: ['suite.ts', '--drop', '0'], says: /between 0 and 1/u },
  { args: ['suite.ts', '--power', '1'], says: /between 0 and 1/u },
  { args: ['suite.ts', '--repeats', '1.5'], says: /whole number/u },
  { args: ['suite.ts', '--variant', 'zzz'], says: /variant "zzz": the suite "picker" has first/u },
  { args: ['suite.ts', '--run', 'zzz'], says: /neither a run folder nor a baseline/u },
  { args: ['no-such'], says: /no-such/u },
])('refuses plan $args', async ({ args, says }) => {
  await using folder = await createPicker();
  const result = await run(folder, 'plan', ...args);
  expect(result.err).toMatch(says);
  expect(result.exitCode).toBe(2);
});

it('refuses to plan a suite from a run of another', async () => {
  await using folder = await createPicker();
  await run(folder, 'run', 'suite.ts');
  const other = writePickerSuite(goodTexts, editedTexts).replaceAll(/(['"])picker\1/gu, "'other'");
  await folder.write('suite.ts', other);
  const from = ['--run', 'reports/runs/20260101T000000Z-picker'];
  const { exitCode, err } = await run(folder, 'plan', 'suite.ts', ...from);
  expect([exitCode, err]).toEqual([2, expect.stringContaining('it is of another suite, "picker"')]);
});

it('says what recording takes under each of the fault plans, and sends nothing', async () => {
  const args = ['plan', 'suites/orders', '--faults', 'standard.http@model.1,smoke'];
  const { out, exitCode } = await runCommandLine(runCli, [...args, '--json']);
  const { recording } = JSON.parse(out) as {
    readonly recording: readonly Readonly<Record<string, unknown>>[];
  };
  expect(exitCode).toBe(0);
  expect(recording.map(({ faults }) => faults)).toEqual([
    'clean',
    'clean + standard.http@model.1',
    'clean + smoke',
  ]);
  const [clean, one, smoke] = recording.map(({ lanes, requests }) => [lanes, requests]);
  expect(clean).toEqual([22, 49]);
  expect([Number(one?.[0]), Number(smoke?.[0])].every((lanes) => lanes >= 22)).toBe(true);
  expect(Number(smoke?.[1])).toBeGreaterThan(49);
  expect(recording.map(({ price }) => price)).toEqual([null, null, null]);
});
