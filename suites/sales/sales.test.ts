import { expect, it } from 'vitest';

import { runCli } from '../../harness/cli/run-cli.ts';
import type { Comparison } from '../../harness/compare/comparison.ts';
import type { BuiltInMetric } from '../../harness/core/score/metric.ts';
import { runCommandLine } from '../../harness/testing/run-command-line.ts';
import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';

/** By metric: baseline and candidate. */
type Values = Readonly<Partial<Record<BuiltInMetric, readonly [number, number]>>>;

it.each<[candidate: string, by: string, exitCode: number, values: Values]>([
  ['all', 'toolset', 3, { 'task.success': [0.5, 0.5], 'arguments.correct': [0.5, 0.5] }],
  ['dates', 'toolset', 1, { 'task.success': [1, 0], 'arguments.valid_first': [1, 1] }],
  ['teaching', 'prompt', 0, { 'task.success': [0, 1], 'arguments.valid_first': [0, 0] }],
  ['few-shot', 'prompt', 0, { 'task.success': [0, 1], 'arguments.valid_first': [0, 1] }],
])('its baseline -> %s, by %s', async (...[candidate, by, exitCode, values]) => {
  await using scratch = await createScratchFolder();
  const sides = ['--by', by, '--candidate', candidate, '--out', scratch.path, '--json'];
  const result = await runCommandLine(runCli, ['compare', 'suites/sales', ...sides]);
  // The command prints exactly this object.
  const { comparisons } = JSON.parse(result.out) as { readonly comparisons: readonly Comparison[] };
  const measured = (comparisons[0]?.metrics ?? []).map(
    ({ metric, ...sidesOf }) =>
      [metric, [sidesOf.baseline.value, sidesOf.candidate.value]] as const,
  );
  expect(result.exitCode).toBe(exitCode);
  expect(Object.fromEntries(measured)).toMatchObject(values);
  expect(comparisons[0]?.coverage.pairedTrials).toBe(8);
});
