import { expect, it } from 'vitest';

import type { Comparison } from '../../compare/comparison.ts';
import { runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

/** Compares on the shipped recordings. */
async function compare(
  ...args: readonly string[]
): Promise<{ readonly exitCode: number; readonly comparison: Comparison }> {
  await using folder = await createScratchFolder();
  const result = await runCommandLine(runCli, ['compare', ...args, '--json', '--out', folder.path]);
  // The command prints exactly this object.
  const { comparisons } = JSON.parse(result.out) as { readonly comparisons: readonly Comparison[] };
  const [comparison] = comparisons;
  if (comparison === undefined) throw new Error(result.err);
  return { exitCode: result.exitCode, comparison };
}

const selection = ({ metrics }: Comparison): Comparison['metrics'][number] | undefined =>
  metrics.find(({ metric }) => metric === 'selection.f1');

it('the second descriptions of the support desk are better, and swapped they are a regression', async () => {
  const { exitCode, comparison } = await compare('suites/support-desk', '--by', 'toolset');
  expect([exitCode, comparison.verdict]).toEqual([0, 'PASS']);
  expect([comparison.baseline.name, comparison.candidate.name]).toEqual([
    'encoder-desk1',
    'encoder-desk2',
  ]);
  expect(selection(comparison)?.difference.low).toBeGreaterThan(0.2);
  expect(selection(comparison)?.adjustedP).toBeLessThan(0.05);
  expect(comparison.toolChanges.length).toBe(12);
  expect(comparison.flips.filter((flip) => flip.direction === 'better').length).toBeGreaterThan(15);

  const swapped = await compare('suites/support-desk', '--by', 'toolset', '--swap');
  expect([swapped.exitCode, swapped.comparison.verdict]).toEqual([1, 'REGRESSION']);
});

it('a status as free text denies what is there, in each of eight questions: a regression', async () => {
  const { exitCode, comparison } = await compare('suites/orders', '--by', 'toolset');
  expect([exitCode, comparison.verdict]).toEqual([1, 'REGRESSION']);
  expect([comparison.baseline.name, comparison.candidate.name]).toEqual(['enum', 'free-text']);
  expect(comparison.flips.map(({ direction }) => direction)).toEqual(Array(8).fill('worse'));
  const denials = comparison.metrics.find(({ metric }) => metric === 'honesty.false_none');
  expect([denials?.baseline.value, denials?.candidate.value, denials?.clusters]).toEqual([0, 1, 8]);
});

it('descriptions without "when" lose a third of their selection, and say what they save', async () => {
  const sides = ['--by', 'toolset', '--baseline', 'parts-all', '--candidate', 'no-when'];
  const { exitCode, comparison } = await compare('suites/support-desk', ...sides);
  expect([exitCode, comparison.verdict]).toEqual([1, 'REGRESSION']);
  expect(comparison.descriptionTokens).toEqual({ baseline: 1050, candidate: 599 });
  expect(selection(comparison)?.difference.value).toBeCloseTo(-11 / 38, 6);
});

it('one double effect of the naive loop is a regression at any p', async () => {
  const loops = ['--by', 'loop', '--baseline', 'reference', '--candidate', 'naive'];
  const { exitCode, comparison } = await compare('suites/orders', ...loops);
  expect([exitCode, comparison.verdict]).toEqual([1, 'REGRESSION']);
  expect(comparison.sentence).toContain('not one irreversible effect may happen twice');
});

it('the reference loop does under faults what it does without', async () => {
  const { exitCode, comparison } = await compare('suites/orders', '--by', 'faults');
  // Nothing moved, in too few scenarios to rule out a loss of 5 points.
  expect([exitCode, comparison.verdict, comparison.by]).toEqual([3, 'INCONCLUSIVE', 'plan']);
  expect(comparison.sentence).toContain('59 clusters without a change would decide it');
  expect(comparison.coverage.pairedTrials).toBeGreaterThan(100);
  expect(comparison.flips).toEqual([]);
  expect(comparison.recovery.every(({ candidate }) => candidate.value === 1)).toBe(true);
});

it('the name of a preset means all of its plans', async () => {
  const args = ['suites/orders', '--by', 'plan', '--faults', 'standard'];
  const { exitCode, comparison } = await compare(...args, '--candidate', 'standard');
  expect([exitCode, comparison.candidate.name]).toEqual([3, 'reference under standard']);
  expect(comparison.coverage.pairedTrials).toBe(210);
});
