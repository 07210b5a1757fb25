import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { hostileTexts, makeHostileRun } from '../../testing/hostile-run.ts';
import { makeRun } from '../../testing/made-run.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { spawnCommandLine } from '../../testing/spawn-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

async function report(scratch: ScratchFolder, ...flags: string[]): Promise<CommandResult> {
  return await runCommandLine(runCli, ['report', ...flags], { cwd: scratch.path });
}

const everything =
  '--html out/report.html --png out/png --svg out/svg --csv out/csv --junit out/junit.xml --md out/summary.md'.split(
    ' ',
  );

async function readTree(folder: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const entries = files.toSorted().map(async (file) => [
    file.slice(folder.length + 1),
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

it("every kind of file is written and reported on standard error, and the exit code is the run's", async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeHostileRun(), scratch);
  const { exitCode, out, err } = await report(scratch, 'run', ...everything);
  expect([exitCode, out]).toEqual([4, '']);
  expect(err.trim().split('\n')).toEqual([
    'wrote out/report.html',
    'wrote out/png/differences.png',
    'wrote out/png/values.png',
    'wrote out/png/confusion-careful.png',
    'wrote out/png/confusion-hasty.png',
    'wrote out/png/faults.png',
    'note: no picture of: curves (nothing was swept); reliability (each scenario ran once; use --repeats); cost against success (neither prices nor tokens are known); latency (no time of a tool was recorded)',
    'wrote out/svg/differences.svg',
    'wrote out/svg/values.svg',
    'wrote out/svg/confusion-careful.svg',
    'wrote out/svg/confusion-hasty.svg',
    'wrote out/svg/faults.svg',
    'wrote out/csv/trials.csv',
    'wrote out/csv/calls.csv',
    'wrote out/csv/metrics.csv',
    'wrote out/csv/comparisons.csv',
    'wrote out/junit.xml',
    'wrote out/summary.md',
  ]);
  expect(Object.keys(await readTree(join(scratch.path, 'out')))).toHaveLength(17);
});

it('two time zones and two locales give the same bytes', { timeout: 60_000 }, async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeHostileRun(), scratch);
  const places = [
    { TZ: 'Asia/Shanghai', LC_ALL: 'zh_CN.UTF-8', LANG: 'zh_CN.UTF-8' },
    { TZ: 'America/New_York', LC_ALL: 'C', LANG: 'tr_TR.UTF-8' },
  ];
  const trees = [];
  for (const place of places) {
    const flags = everything.map((flag) => flag.replace('out/', `${place.LC_ALL}/`));
    const { done } = spawnCommandLine(['report', 'run', ...flags], {
      cwd: scratch.path,
      env: place,
    });
    const { exitCode, err } = await done;
    expect([exitCode, err.includes('fault of toolrig')]).toEqual([4, false]);
    trees.push(await readTree(join(scratch.path, place.LC_ALL)));
  }
  expect(Object.keys(trees[0] ?? {})).toHaveLength(17);
  expect(trees[0]).toEqual(trees[1]);
});

it('tables begin with a byte-order mark only on request', async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeRun([{}]), scratch);
  await report(scratch, 'run', '--csv', 'plain');
  await report(scratch, 'run', '--csv', 'marked', '--bom');
  const read = async (name: string): Promise<string> =>
    await readFile(join(scratch.path, name), 'utf8');
  for (const name of ['trials.csv', 'calls.csv', 'metrics.csv']) {
    expect(await read(`marked/${name}`)).toBe(`\uFEFF${await read(`plain/${name}`)}`);
  }
});

it('B160: no cell of a hostile run starts a formula', async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeHostileRun(), scratch);
  await report(scratch, 'run', '--csv', 'csv');
  const calls = await readFile(join(scratch.path, 'csv/calls.csv'), 'utf8');
  expect(calls).toContain(`,'${hostileTexts.sum},`);
  const trials = await readFile(join(scratch.path, 'csv/trials.csv'), 'utf8');
  expect(`${calls}${trials}`).not.toMatch(/(?:^|[\n,])"?[\s\u200B]*[=+@＝＋＠]/u);
});

it('only annotations go to standard output when files are written too', async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeRun([{ values: { 'task.success': 0 } }]), scratch);
  const { exitCode, out, err } = await report(scratch, 'run', '--annotations', '--md', 'a.md');
  expect([exitCode, err]).toEqual([1, 'wrote a.md\n']);
  expect(out).toBe(
    '::error file=suites/made,title=made.a%3A s1::missing_call: "look_up" was expected and not called\n',
  );
});

it('annotations are at the line of the scenario, where the suite is there', async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeRun([{ values: { 'task.success': 0 } }]), scratch);
  await scratch.write('suites/made/suite.ts', "export const list = [\n  { id: 's1' },\n];\n");
  const { out } = await report(scratch, 'run', '--annotations');
  expect(out).toContain('::error file=suites/made/suite.ts,line=2,title=made.a%3A s1::');
});

const limit = {
  gate: {
    metric: 'task.success',
    suite: null,
    variant: null,
    kind: 'limit',
    min: 0,
    max: null,
    at: 'value',
  },
  rule: 'task.success at least 0 %',
  variant: 'a',
  verdict: 'PASS',
  sentence: 'It holds',
  breakers: [],
  causes: [],
};
const heldGates = {
  schemaVersion: 1,
  verdict: 'PASS',
  exitCode: 0,
  results: [limit],
  comparisons: [],
};

it('gates that were kept with a run decide the verdict and the exit code', async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeRun([{ values: { 'task.success': 0 } }]), scratch);
  await scratch.write('run/gates.json', JSON.stringify(heldGates));
  const { exitCode, out } = await report(scratch, 'run');
  expect(exitCode).toBe(0);
  expect(out).toContain('the gates decide: PASS (exit code 0)');
});

const broken = { ...limit, gate: { ...limit.gate, min: 1 } };
const margin = { ...limit, gate: { ...limit.gate, kind: 'margin', margin: 0.05 } };

it.each([
  [{ verdict: 'FAIL' }, '$.verdict is "FAIL", but the other fields give "PASS"'],
  [{ exitCode: 1 }, '$.exitCode is 1, but the other fields give 0'],
  [{ results: [broken] }, '$.results[0].verdict is "PASS", but the other fields give "FAIL"'],
  [{ results: [] }, '$.verdict is "PASS", but the other fields give "INVALID"'],
  [
    { results: [margin] },
    '$.results[0].verdict is "PASS", but the other fields give "INCONCLUSIVE"',
  ],
  [
    { results: [{ ...limit, variant: 'other' }] },
    '$.results[0].verdict is "PASS", but the other fields give "INVALID"',
  ],
  [{ schemaVersion: undefined }, 'expected schemaVersion 1, found none'],
  [{ verdict: 'GOOD' }, '$.verdict: expected one of "PASS"'],
  [{ comparisons: [{}] }, '$.comparisons[0].schemaVersion: expected 1, found nothing'],
  [{ results: [{ ...limit, gate: { ...limit.gate, kind: 'x' } }] }, '$.results[0].gate.kind'],
  [{ results: [{ ...limit, breakers: {} }] }, '$.results[0].breakers: expected a list'],
])('gates with %j are refused, naming file and field', async (change, message) => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeRun([{ values: { 'task.success': 0 } }]), scratch);
  await scratch.write('run/gates.json', JSON.stringify({ ...heldGates, ...change }));
  const { exitCode, out, err } = await report(scratch, 'run');
  expect([exitCode, out]).toEqual([4, '']);
  expect(err).toContain('gates.json"');
  expect(err).toContain(message);
});

interface StoredComparison {
  readonly metrics: readonly { readonly metric: string; readonly verdict: string }[];
}

/** A comparison in which the candidate got worse, with one thing changed. */
async function saveLoss(
  scratch: ScratchFolder,
  change: (comparison: StoredComparison) => object,
): Promise<void> {
  const run = makeRun(
    ['a', 'b'].flatMap((variant) =>
      Array.from({ length: 12 }, (_, index) => ({
        scenario: `s${index + 1}`,
        variant,
        values: { 'task.success': variant === 'b' && index > 0 ? 0 : 1 },
      })),
    ),
  );
  await saveMadeRun(run, scratch);
  const { out } = await runCommandLine(runCli, ['compare', 'run', '--json'], { cwd: scratch.path });
  const comparison = JSON.parse(out).comparisons[0] as StoredComparison;
  await scratch.write(
    'run/comparison.json',
    JSON.stringify({ ...comparison, ...change(comparison) }),
  );
}

const allPassed = ({ metrics }: StoredComparison): object => ({
  verdict: 'PASS',
  exitCode: 0,
  metrics: metrics.map((metric) => ({ ...metric, verdict: 'PASS' })),
});

it.each<[string, (comparison: StoredComparison) => object, string]>([
  [
    'another verdict',
    () => ({ verdict: 'PASS' }),
    '$.verdict is "PASS", but the other fields give "',
  ],
  ['another exit code', () => ({ exitCode: 0 }), '$.exitCode is 0, but the other fields give 1'],
  [
    'all verdicts forged',
    allPassed,
    `$.metrics['task.success'].verdict is "PASS", but the other fields give`,
  ],
  [
    'coverage that is no object',
    () => ({ coverage: 1 }),
    '$.coverage: expected an object, found 1',
  ],
  ['a side without a name', () => ({ baseline: {} }), '$.baseline.name: expected a text, found'],
])('a comparison with %s is refused, naming file and field', async (_name, change, message) => {
  await using scratch = await createScratchFolder();
  await saveLoss(scratch, change);
  for (const path of ['run', 'run/comparison.json']) {
    const { exitCode, out, err } = await report(scratch, path);
    expect([exitCode, out]).toEqual([4, '']);
    expect(err).toContain('comparison.json"');
    expect(err).toContain(message);
  }
});

it('a comparison of a loss that nothing was changed in is shown', async () => {
  await using scratch = await createScratchFolder();
  await saveLoss(scratch, () => ({}));
  for (const path of ['run', 'run/comparison.json']) {
    const { exitCode, err } = await report(scratch, path);
    expect([exitCode, err]).toEqual([1, '']);
  }
});

it('a saved comparison is shown as text, as JSON and as files, without the run it came from', async () => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeHostileRun(), scratch);
  const whole = await report(scratch, 'run');
  const { out } = await runCommandLine(runCli, ['compare', 'run', '--json'], { cwd: scratch.path });
  await scratch.write('alone/comparison.json', out);
  const text = await report(scratch, 'alone/comparison.json');
  expect(text.out).toMatch(/ \(exit code \d\)\n/u);
  expect(whole.out).toContain(text.out.replace(/ \(exit code \d\)\n/u, '\n'));
  const json = await report(scratch, 'alone/comparison.json', '--json');
  expect(JSON.parse(json.out)).toEqual(JSON.parse(out).comparisons[0]);
  const files = await report(scratch, 'alone/comparison.json', ...everything);
  expect(files.err).not.toContain('trials.csv');
  expect(files.err).toContain('wrote out/csv/comparisons.csv');
  expect([text.exitCode, json.exitCode, files.exitCode]).toEqual(
    Array(3).fill(JSON.parse(out).exitCode),
  );
});

it.each([
  ['a folder that is no run', ['empty'], 4, '"summary.json" is missing'],
  ['nothing there', ['nowhere'], 2, 'there is no such run folder'],
  ['JSON of something else', ['other.json'], 2, 'it is not a comparison of this version'],
  ['no JSON', ['broken.json'], 2, 'it is not a comparison of this version'],
  [
    'a place that cannot be written',
    ['run', '--md', 'other.json/x.md'],
    2,
    'Cannot write the report',
  ],
])('%s: reported, with exit code', async (...[, flags, exitCode, message]) => {
  await using scratch = await createScratchFolder();
  await mkdir(join(scratch.path, 'empty'));
  await writeFile(join(scratch.path, 'other.json'), '{"metrics":[]}');
  await writeFile(join(scratch.path, 'broken.json'), '{');
  await saveMadeRun(makeRun([{}]), scratch);
  const result = await report(scratch, ...flags);
  expect(result.exitCode).toBe(exitCode);
  expect(result.err).toContain(message);
});

it('a run whose two files part is refused, not half shown', async () => {
  await using scratch = await createScratchFolder();
  const run = makeRun([{ scenario: 's1' }, { scenario: 's2' }]);
  await saveMadeRun({ ...run, results: run.results.slice(0, 1) }, scratch, 'short');
  await saveMadeRun(run, scratch);
  const scores = await readFile(join(scratch.path, 'run/scores.jsonl'), 'utf8');
  await scratch.write('short/scores.jsonl', scores);
  const { exitCode, err } = await report(scratch, 'short', '--md', 'a.md');
  expect(exitCode).toBe(4);
  expect(err).toContain('trials.jsonl": it has 1 lines, and 2 trials were planned');
});

it.each([
  ['in the middle of a line', -20, 'scores.jsonl": it ends in the middle of line 2'],
  ['between two lines', null, 'scores.jsonl": it has 1 lines, and 2 trials were planned'],
])('scores that were cut %s are refused as text too', async (...[, end, message]) => {
  await using scratch = await createScratchFolder();
  await saveMadeRun(makeRun([{ scenario: 's1' }, { scenario: 's2' }]), scratch);
  const scores = await readFile(join(scratch.path, 'run/scores.jsonl'), 'utf8');
  await scratch.write('run/scores.jsonl', scores.slice(0, end ?? scores.indexOf('\n') + 1));
  const { exitCode, out, err } = await report(scratch, 'run');
  expect([exitCode, out]).toEqual([4, '']);
  expect(err).toContain(message);
});

/** The better variant is the candidate, so the run fails and the comparison does not. */
async function saveGain(scratch: ScratchFolder): Promise<void> {
  const run = makeRun(
    ['a', 'b'].flatMap((variant) =>
      Array.from({ length: 8 }, (_, index) => ({
        scenario: `s${index + 1}`,
        variant,
        values: { 'task.success': variant === 'a' && index > 0 ? 0 : 1 },
      })),
    ),
  );
  await saveMadeRun(run, scratch);
}

it('the last line says what the exit code says: the run before, the comparison after it is kept', async () => {
  await using scratch = await createScratchFolder();
  await saveGain(scratch);
  const run = await report(scratch, 'run');
  expect([run.exitCode, run.out.trimEnd().split('\n').at(-1)]).toEqual([
    1,
    'the run decides: FAIL (exit code 1)',
  ]);
  const { out } = await runCommandLine(runCli, ['compare', 'run', '--json'], { cwd: scratch.path });
  await scratch.write('run/comparison.json', JSON.stringify(JSON.parse(out).comparisons[0]));
  const compared = await report(scratch, 'run', '--md', 'a.md', '--html', 'a.html');
  expect(compared.exitCode).toBe(0);
  expect(await readFile(join(scratch.path, 'a.md'), 'utf8')).toMatch(
    /^## \S+ toolrig `made`: PASS/u,
  );
  expect(await readFile(join(scratch.path, 'a.html'), 'utf8')).toContain('exit code 0');
  const text = await report(scratch, 'run');
  expect([text.exitCode, text.out.trimEnd().split('\n').at(-1)]).toEqual([
    0,
    'the comparison decides: PASS (exit code 0)',
  ]);
  expect(text.out).not.toContain('FAIL');
  const alone = await report(scratch, 'run/summary.json');
  expect([alone.exitCode, alone.out.includes('FAIL (exit code 1)')]).toEqual([1, true]);
});
