import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import type { MetricSummaries } from '../core/run.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';

interface Printed {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

async function sweep(suite: string, more: readonly string[]): Promise<Printed> {
  await using scratch = await createScratchFolder();
  return await runCommandLine(runCli, ['run', suite, '--out', scratch.path, ...more]);
}

const turns = [
  '--scenario',
  'newest-order,goodbye,refund-once',
  '--sweep',
  'loop.guards.maxTurns=2,4,12',
];

it('a sweep replays the recordings of its variant, prints a curve and passes when one value does', async () => {
  await using scratch = await createScratchFolder();
  const [csv, png, html] = ['csv', 'png', 'page.html'].map((name) => join(scratch.path, name));
  const files = ['--csv', csv ?? '', '--png', png ?? '', '--html', html ?? ''];
  const { out, exitCode } = await sweep('suites/orders', [...turns, ...files]);
  expect(exitCode).toBe(0);
  const table = out.split('\n').filter((line) => /^(?:value|2|4|12) /u.test(line));
  expect(table.map((line) => line.split(/ {2,}/u)[1])).toEqual([
    'task.success',
    '0.333',
    '1.000',
    '1.000',
  ]);
  expect(table[1]).toMatch(/ \|-+o-+\| .* 1\/3$/u);
  expect(out).toContain('the suite has the value 8');
  expect(out).toContain('the sweep decides, 2 of 3 values pass every trial: PASS (exit code 0)');
  const rows = (await readFile(join(csv ?? '', 'sweep.csv'), 'utf8')).split(/\r?\n/u);
  expect(rows[0]).toMatch(/^suite,setting,base,value,own_value,variant,metric,/u);
  expect(
    rows.filter((row) => row.includes(',task.success,')).map((row) => row.split(',')[3]),
  ).toEqual(['2', '4', '12']);
  const picture = await readFile(join(png ?? '', 'sweep-task.success.png'));
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  const page = await readFile(html ?? '', 'utf8');
  expect(page).toContain('<section id="sweep">');
  expect(page).toContain('<polyline class="curve"');
});

it('the object of --json has the values, and the report of the folder the same decision', async () => {
  await using scratch = await createScratchFolder();
  const args = ['run', 'suites/orders', '--out', scratch.path, '--json', ...turns];
  const { out, exitCode } = await runCommandLine(runCli, args);
  const told = JSON.parse(out) as Readonly<Record<string, unknown>>;
  expect(exitCode).toBe(0);
  expect(told).toMatchObject({ verdict: 'PASS', exitCode: 0, decidedBy: 'sweep' });
  expect(told['sweeps']).toMatchObject([
    { path: 'loop.guards.maxTurns', own: 8, points: [{ value: 2 }, { value: 4 }, { value: 12 }] },
  ]);
  const report = await runCommandLine(runCli, [
    'report',
    String(told['runFolder']),
    '--md',
    join(scratch.path, 'r.md'),
  ]);
  expect(report.exitCode).toBe(0);
});

it.each<[string, number, string, readonly string[]]>([
  [
    'no value passes',
    1,
    '0 of 2 values pass every trial: FAIL',
    ['--scenario', 'newest-order', '--sweep', 'loop.guards.maxTurns=1,2'],
  ],
  [
    'a value asks what was not recorded',
    4,
    'The recordings of "reference" do not answer',
    ['--scenario', 'no-permission', '--sweep', 'loop.errors=structured,bare'],
  ],
  [
    'the faults that it changes are not planned',
    4,
    'sweep_without_fault',
    ['--scenario', 'goodbye', '--sweep', 'fault.slow_tool.delayMs=1000,2000'],
  ],
  [
    'it is to be recorded',
    2,
    'Cannot record a sweep',
    ['--mode', 'record', '--allow-record', '--sweep', 'loop.guards.maxTurns=1,2'],
  ],
  [
    'gates are to decide',
    2,
    'Cannot use --gate with --sweep',
    ['--gate', '--sweep', 'loop.guards.maxTurns=1,2'],
  ],
  [
    'the setting is not known',
    2,
    'there is no loop setting "turns"',
    ['--sweep', 'loop.turns=1,2'],
  ],
])('%s: exit code %i', async (...[, wanted, text, args]) => {
  const { out, err, exitCode } = await sweep('suites/orders', args);
  expect(exitCode).toBe(wanted);
  expect(out + err).toContain(text);
});

const slowed =
  '--scenario newest-order --faults full.slow_tool@search_orders.1 --json --sweep fault.slow_tool.delayMs=1000,40000';

it('a parameter of a fault is swept: past the time that the loop waits, a slow tool is asked twice', async () => {
  const { out, exitCode } = await sweep('suites/loops', slowed.split(' '));
  expect(exitCode).toBe(0);
  const { variants } = JSON.parse(out) as {
    readonly variants: Readonly<Record<string, { readonly scores: MetricSummaries }>>;
  };
  // Means of the clean trial and the faulted one.
  const times = Object.values(variants).map(({ scores }) => scores['cost.tool_ms']?.value);
  expect(times).toEqual([500, 15_000]);
});
