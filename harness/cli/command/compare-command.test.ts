import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Comparison } from '../../compare/comparison.ts';
import { editedTexts, goodTexts, writePickerSuite } from '../../testing/picker-suite.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const run = async (folder: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, args, { cwd: folder.path });

async function createPicker(second = editedTexts): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  await folder.write('suite.ts', writePickerSuite(goodTexts, second));
  return folder;
}

function readOnly(result: CommandResult): Comparison {
  // The command prints exactly this object.
  const { comparisons } = JSON.parse(result.out) as { readonly comparisons: readonly Comparison[] };
  const [first, ...others] = comparisons;
  if (first === undefined || others.length > 0)
    throw new Error(`${comparisons.length} comparisons`);
  return first;
}

it('names the description that did it, what was mistaken for what, and the scenarios', async () => {
  await using folder = await createPicker();
  const result = await run(folder, 'compare', 'suite.ts', '--by', 'toolset', '--json');
  const comparison = readOnly(result);
  expect([result.exitCode, comparison.verdict]).toEqual([1, 'REGRESSION']);
  expect(comparison.flips.map((flip) => [flip.scenario, flip.direction])).toEqual(
    Array.from({ length: 9 }, (_, i) => [`get-weather-${i + 1}`, 'worse']),
  );
  expect(comparison.flips[0]?.divergence).toEqual({
    event: 2,
    baseline: 'model called get_weather({"about":"Will it rain in the city 1?"})',
    candidate: 'model called get_route({"about":"Will it rain in the city 1?"})',
  });
  expect(comparison.confusion.filter((cell) => cell.expected !== cell.called)).toEqual([
    { expected: 'get_weather', called: 'get_route', baseline: 0, candidate: 9 },
  ]);
  expect(
    comparison.toolChanges.map(({ tool, recall, moved }) => [tool, recall, moved.length]),
  ).toEqual([
    ['book_table', { baseline: 1, candidate: 1 }, 0],
    ['get_weather', { baseline: 1, candidate: 0 }, 9],
    ['send_mail', { baseline: 1, candidate: 1 }, 0],
  ]);
});

it('means the opposite when swapped, also when toolsets are named', async () => {
  await using folder = await createPicker();
  const swapped = await run(folder, 'compare', 'suite.ts', '--by', 'toolset', '--swap', '--json');
  expect([swapped.exitCode, readOnly(swapped).verdict]).toEqual([0, 'PASS']);
  const sides = ['--baseline', 'picker@2', '--candidate', 'picker@1', '--json'];
  const named = await run(folder, 'compare', 'suite.ts', '--by', 'toolset', ...sides);
  expect(readOnly(named)).toEqual(readOnly(swapped));
});

it('prints a page for people, and keeps the comparison in the run folder', async () => {
  await using folder = await createPicker();
  const result = await run(folder, 'compare', 'suite.ts', '--by', 'toolset');
  expect(result.out).toContain('they diverge at event 2');
  expect(result.out).toContain(
    '[-Says whether it will rain in a city-]{+Gets information on conditions+}.',
  );
  expect(result.out).toContain('get_weather: recall 1.000 -> 0.000');
  const saved = /^saved: (.*)$/mu.exec(result.out)?.[1] ?? '';
  const kept = JSON.parse(readFileSync(join(folder.path, saved), 'utf8')) as Comparison;
  expect(kept.verdict).toBe('REGRESSION');
});

it('writes report files about the comparison', async () => {
  await using folder = await createPicker();
  const files = ['--md', 'out.md', '--junit', 'out.xml', '--html', 'out.html', '--csv', 'tables'];
  const result = await run(folder, 'compare', 'suite.ts', '--by', 'toolset', ...files);
  expect(result.exitCode).toBe(1);
  for (const file of ['out.md', 'out.xml', 'out.html']) {
    const text = readFileSync(join(folder.path, file), 'utf8');
    expect(text).toContain('REGRESSION');
    expect(text).toContain('get-weather-9');
  }
  expect(readdirSync(join(folder.path, 'tables')).length).toBeGreaterThan(0);
});

it('says that a comparison of the same with the same is identical', async () => {
  await using folder = await createPicker(goodTexts);
  const variants = await run(folder, 'compare', 'suite.ts', '--json');
  expect([variants.exitCode, readOnly(variants).identical]).toEqual([0, true]);
  const runs = [];
  for (const out of ['one', 'two']) {
    runs.push(join(out, '20260101T000000Z-picker'));
    await run(folder, 'run', 'suite.ts', '--out', out);
  }
  const across = await run(folder, 'compare', ...runs, '--json');
  expect([across.exitCode, readOnly(across).identical]).toEqual([0, true]);
  expect(readOnly(across).sentence).toMatch(/^Identical: all 36 paired trials/u);
});

it('compares two runs of a suite that was edited in between', async () => {
  await using folder = await createPicker();
  await run(folder, 'run', 'suite.ts', '--out', 'one');
  await folder.write('suite.ts', writePickerSuite(editedTexts, goodTexts));
  await run(folder, 'run', 'suite.ts', '--out', 'two');
  const [before, after] = ['one', 'two'].map((out) => `${out}/20260101T000000Z-picker`);
  const result = await run(folder, 'compare', `${before}/summary.json`, after ?? '', '--json');
  expect(result.exitCode).toBe(1);
  expect(readOnly(result).toolChanges.map(({ tool }) => tool)).toEqual([
    'book_table',
    'get_weather',
    'send_mail',
  ]);
});

it('finds the one harmful edit of three and counts what it took', async () => {
  await using folder = await createPicker();
  const result = await run(folder, 'compare', 'suite.ts', '--by', 'toolset', '--bisect', '--json');
  const bisection = JSON.parse(result.out) as {
    readonly edits: readonly { readonly id: string }[];
    readonly culprits: readonly unknown[];
    readonly measurements: readonly { readonly requests: number }[];
    readonly requests: number;
  };
  expect(result.exitCode).toBe(1);
  expect(bisection.edits.map(({ id }) => id)).toEqual([
    'get_weather.description',
    'send_mail.description',
    'book_table.description',
  ]);
  expect(bisection.culprits).toEqual([
    {
      edits: ['get_weather.description'],
      alone: -0.25,
      without: 0,
      worse: Array.from({ length: 9 }, (_, i) => `get-weather-${i + 1}`),
      certainty: {
        low: expect.closeTo(-0.3986, 3),
        high: expect.closeTo(-0.1014, 3),
        p: expect.closeTo(2 ** -8, 6),
        clusters: 36,
        certain: true,
      },
    },
  ]);
  // 36 scenarios of two turns each: without edits, with all, without each of three, and the one alone.
  expect(bisection.requests).toBe(6 * 72);
  expect(bisection.measurements.map(({ requests }) => requests)).toEqual([72, 72, 72, 72, 72]);
  const page = await run(folder, 'compare', 'suite.ts', '--bisect');
  expect(page.out).toContain(
    'harmful: get_weather.description: alone -25 points (95 % interval -39.9 to -10.1, p 0.0039, 36 clusters), all others without it 0 points',
  );
});

it('finds nothing harmful where nothing is lost', async () => {
  await using folder = await createPicker({ ...goodTexts, send_mail: editedTexts.send_mail });
  const result = await run(folder, 'compare', 'suite.ts', '--bisect');
  expect(result.exitCode).toBe(0);
  expect(result.out).toContain('there is no harmful edit to find');
});

it('stops as soon as it is decided, and says so', async () => {
  await using folder = await createPicker({
    ...editedTexts,
    send_mail: 'Nothing.',
    book_table: 'Nothing.',
  });
  const result = await run(folder, 'compare', 'suite.ts', '--sequential', '--json');
  const comparison = readOnly(result);
  expect([result.exitCode, comparison.verdict]).toEqual([1, 'REGRESSION']);
  expect(comparison.sequential?.budget).toBe(36);
  expect(comparison.sequential?.decidedAt).toBeLessThan(36);
  expect(comparison.coverage.pairedTrials).toBe(comparison.sequential?.looks);
  expect(comparison.metrics.every((metric) => metric.p === null)).toBe(true);
  const short = await run(folder, 'compare', 'suite.ts', '--sequential', '--budget', '3', '--json');
  expect([short.exitCode, readOnly(short).verdict]).toEqual([3, 'INCONCLUSIVE']);
  const allowed = ['--sequential', '--budget', '3', '--allow-inconclusive'];
  expect((await run(folder, 'compare', 'suite.ts', ...allowed)).exitCode).toBe(0);
});

it.each([
  { args: [], says: /Cannot compare nothing/u },
  { args: ['no-such'], says: /no-such/u },
  {
    args: ['suite.ts', '--baseline', 'zzz'],
    says: /no variant "zzz": expected one of first, second/u,
  },
  { args: ['suite.ts', '--candidate', 'zzz'], says: /no variant "zzz"/u },
  { args: ['suite.ts', '--by', 'model'], says: /no two variants differ in the model/u },
  {
    args: ['suite.ts', '--baseline', 'first', '--candidate', 'first'],
    says: /nothing to compare/u,
  },
  { args: ['suite.ts', '--by', 'plan', '--variant', 'zzz'], says: /variant "zzz": .* has first/u },
  { args: ['suite.ts', '--by', 'tolset'], says: /Allowed choices are model, toolset/u },
  { args: ['suite.ts', '--margin', '-1'], says: /from 0 to 1/u },
  { args: ['suite.ts', '--margin', 'NaN'], says: /from 0 to 1/u },
  { args: ['suite.ts', '--metrics', 'task.succes'], says: /"task.succes" is not a metric/u },
  { args: ['suite.ts', '--scenario', 'zzz'], says: /scenario "zzz": .* has get-weather-1/u },
  { args: ['suite.ts', '--sequential', '--scenario', 'get-*,zzz'], says: /scenario "zzz"/u },
  { args: ['suite.ts', '--bisect', '--scenario', 'get-*,zzz'], says: /scenario "zzz"/u },
  { args: ['suite.ts', '--candidate', 'second,zzz'], says: /no variant "zzz"/u },
  { args: ['suite.ts', '--faults', 'standard,zzz'], says: /fault plan "zzz": expected one of/u },
  { args: ['suite.ts', '--metrics', 'task.success,zzz'], says: /"zzz" is not a metric/u },
  { args: ['suite.ts', '--by', 'plan', '--candidate', 'zzz'], says: /plan "zzz": .* has none/u },
  { args: ['suite.ts', '--repeats', '0'], says: /at least 1/u },
  { args: ['suite.ts', '--min-coverage', '80'], says: /from 0 to 1/u },
  {
    args: ['suite.ts', '--bisect', '--by', 'loop'],
    says: /Cannot bisect: it works only for toolsets/u,
  },
  { args: ['suite.ts', '--mode', 'record'], says: /Cannot record while comparing/u },
  { args: ['suite.ts', '--budget', '3'], says: /without --sequential/u },
  {
    args: ['suite.ts', '--sequential', '--metrics', 'cost.price'],
    says: /only shares have bounds/u,
  },
  { args: ['suite.ts', '--sequential', '--margin', '0'], says: /without a margin/u },
])('refuses before running: compare $args', async ({ args, says }) => {
  await using folder = await createPicker();
  const result = await run(folder, 'compare', ...args);
  expect(result.err).toMatch(says);
  expect(result.exitCode).toBe(2);
});

it.each([
  { args: ['suite.ts', '--metrics', 'effects.double'], says: /judged in no paired trial/u },
  { args: ['suite.ts', '--metrics', 'recovery.handled'], says: /recovery.handled was asked for/u },
])('ran and measured nothing: compare $args', async ({ args, says }) => {
  await using folder = await createPicker();
  const result = await run(folder, 'compare', ...args);
  expect(result.out).toMatch(says);
  expect(result.exitCode).toBe(4);
});

it('refuses to compare runs of two suites', async () => {
  await using folder = await createPicker();
  await run(folder, 'run', 'suite.ts', '--out', 'one');
  await folder.write(
    'other.ts',
    writePickerSuite(goodTexts, goodTexts).replace(
      "name: 'picker',\n  toolsets",
      "name: 'other',\n  toolsets",
    ),
  );
  await run(folder, 'run', 'other.ts', '--out', 'two');
  const runs = ['one/20260101T000000Z-picker', 'two/20260101T000000Z-other'];
  const result = await run(folder, 'compare', ...runs);
  expect(result.err).toContain('they are of different suites, "picker" and "other"');
  expect(result.exitCode).toBe(2);
});

it('refuses options without effect on stored runs, a run compared with itself, and a dimension without a difference', async () => {
  await using folder = await createPicker();
  const [one = '', two = ''] = ['one', 'two'].map((out) => `${out}/20260101T000000Z-picker`);
  await run(folder, 'run', 'suite.ts', '--out', 'one');
  await run(folder, 'run', 'suite.ts', '--out', 'two');
  const tell = async (...args: readonly string[]): Promise<readonly unknown[]> => {
    const { exitCode, err } = await run(folder, 'compare', ...args);
    return [exitCode, err];
  };
  for (const flags of [
    ['--scenario', 'zz*'],
    ['--faults', 'standard'],
    ['--repeats', '2'],
  ]) {
    expect(await tell(one, two, ...flags)).toEqual([2, expect.stringContaining(flags[0] ?? '')]);
  }
  for (const by of ['model', 'toolset', 'prompt', 'params', 'loop', 'plan']) {
    expect(await tell(one, two, '--by', by)).toEqual([2, expect.stringContaining(`by ${by}`)]);
  }
  for (const same of [one, `./${one}/`, `${one}/summary.json`]) {
    expect(await tell(one, same)).toEqual([2, expect.stringContaining('the same run twice')]);
  }
  expect((await tell(one, two))[0]).toBe(0);
});
