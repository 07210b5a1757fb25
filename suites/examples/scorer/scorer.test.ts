import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from '../../../harness/cli/run-cli.ts';
import { type CommandResult, runCommandLine } from '../../../harness/testing/run-command-line.ts';
import {
  createScratchFolder,
  type ScratchFolder,
} from '../../../harness/testing/scratch-folder.ts';

const run = async (folder: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, args, { cwd: folder.path });

const example = import.meta.dirname;

/** A copy of the example, in which a test may change files. */
async function copyExample(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  for (const name of ['suite.ts', 'scorers.ts', 'toolrig.config.ts']) {
    const text = readFileSync(join(example, name), 'utf8');
    const index = resolve(example, '../../../harness/index.ts');
    await folder.write(name, text.replace("from 'toolrig'", `from '${index}'`));
  }
  return folder;
}

const stored = 'runs/20260101T000000Z-own-scorer';

it('its metrics stand in the table, in gates, in a comparison and in every report', async () => {
  await using folder = await copyExample();
  const files = ['--csv', 'csv', '--html', 'page.html', '--md', 'page.md', '--junit', 'gates.xml'];
  const both = await run(folder, 'run', 'suite.ts', '--variant', '*', '--out', 'runs', ...files);
  expect(both.out).toMatch(/^house\.names_the_order +1\.000 +0\.000 +-1\.000 +8\/8$/mu);
  expect(both.out).toMatch(/^house\.words +4\.00 +11\.00 +\+7\.00 +8\/8$/mu);
  expect(both.out).toContain(
    'house.words (Words; count, less is better): Words in the final answer',
  );
  const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
  expect(read('csv/metrics.csv')).toContain(',house.words,count,lower,');
  expect(read('csv/trials.csv').split('\n')[0]).toMatch(/,house\.names_the_order,house\.words$/u);
  for (const name of ['page.html', 'page.md'])
    expect(read(name)).toContain('house.names_the_order');
  expect(read('page.html')).toContain('metric=house.names_the_order');
  const metrics = ['--metrics', 'house.names_the_order,house.words'];
  const compared = await run(folder, 'compare', stored, ...metrics, '--json');
  expect(compared.exitCode).toBe(1);
  expect(compared.out).toContain('house.names_the_order fell from 100 % to 0 %');
  expect(compared.out).toContain('house.words rose from 4 to 11');
  await run(folder, 'compare', 'suite.ts', ...metrics, '--out', 'pairs');
  const shown = await run(folder, 'report', stored.replace('runs', 'pairs'), '--csv', 'again');
  expect(shown.exitCode).toBe(1);
  expect(read('again/comparisons.csv')).toContain(',house.words,count,lower,true,');
});

it('a gate on it holds for one variant and breaks for the other', async () => {
  await using folder = await copyExample();
  const good = await run(folder, 'run', 'suite.ts', '--gate');
  expect([good.exitCode, good.out]).toEqual([
    0,
    expect.stringContaining('gate PASS: house.names_the_order at least 90 % [precise]'),
  ]);
  const bad = await run(folder, 'run', 'suite.ts', '--gate', '--variant', 'vague', '--json');
  expect(bad.exitCode).toBe(1);
  expect(bad.out).toContain('order_not_named: The answer does not name order');
  expect(bad.out).toContain('house.words at most 8');
});

it('a baseline keeps how it reads, and a run without it is refused by name', async () => {
  await using folder = await copyExample();
  await run(folder, 'run', 'suite.ts', '--out', 'runs');
  expect((await run(folder, 'baseline', 'accept', stored)).exitCode).toBe(0);
  await folder.write(
    'suite.ts',
    readFileSync(join(folder.path, 'suite.ts'), 'utf8').replace(/^ {2}scorers: .*$/mu, ''),
  );
  const gated = await run(folder, 'run', 'suite.ts', '--gate');
  expect(gated.exitCode).toBe(2);
  expect(gated.err).toContain('Cannot gate suite "own-scorer" by house.names_the_order: no scorer');
  const without = await run(folder, 'run', 'suite.ts', '--out', 'later');
  expect(without.exitCode).toBe(0);
  const later = stored.replace('runs', 'later');
  const named = await run(folder, 'compare', stored, later, '--metrics', 'house.words');
  expect([named.exitCode, named.err]).toEqual([
    2,
    expect.stringContaining('by house.words: its run has no such metric'),
  ]);
  const whole = await run(folder, 'compare', 'reports/baseline/own-scorer.json', later);
  expect(whole.exitCode).toBe(4);
  expect(whole.out).toContain('The candidate lacks the metric house.words');
  const accepted = await run(folder, 'baseline', 'accept', later);
  expect([accepted.exitCode, accepted.err]).toEqual([
    2,
    expect.stringContaining('house.names_the_order'),
  ]);
});

it('a scorer that throws makes its trials INVALID, naming scorer and trial, and lowers no score', async () => {
  await using folder = await copyExample();
  const text = readFileSync(join(folder.path, 'scorers.ts'), 'utf8');
  await folder.write(
    'scorers.ts',
    text.replace(
      'if (finalText === null) return null;',
      "if (finalText?.includes('B7')) throw new Error('my bug');",
    ),
  );
  const result = await run(folder, 'run', 'suite.ts', '--json');
  expect(result.exitCode).toBe(4);
  const found = JSON.parse(result.out) as {
    readonly scores: Readonly<Record<string, unknown>>;
    readonly invalidReasons: readonly unknown[];
  };
  expect(found.invalidReasons).toEqual([
    {
      code: 'scorer_error',
      text: 'Cannot score the trial: Scorer "house.words": it threw: my bug',
      lanes: ['own-scorer/cancel-b7/precise/none/r1'],
    },
  ]);
  expect(found.scores['house.names_the_order']).toMatchObject({ value: 1, of: 7 });
});

it.each([
  ['better: ', 'direction: ', 'better: it is missing'],
  ["name: 'house.words'", "name: 'cost.words'", 'the group "cost" is toolrig'],
  ['score({ finalText }) {', 'async score({ finalText }) {', 'found an async function'],
])('a scorer with %s as %s cannot be loaded', async (from, to, says) => {
  await using folder = await copyExample();
  const text = readFileSync(join(folder.path, 'scorers.ts'), 'utf8');
  await folder.write('scorers.ts', text.replace(from, to));
  const result = await run(folder, 'run', 'suite.ts');
  expect([result.exitCode, result.err]).toEqual([2, expect.stringContaining(says)]);
});
