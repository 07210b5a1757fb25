import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { GateReport } from '../../compare/gate/gate-report.ts';
import { editedTexts, goodTexts, writePickerSuite } from '../../testing/picker-suite.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { readRun } from '../../run/folder/read-run.ts';
import { sealSummary } from '../../run/folder/seal-run.ts';
import { runCli } from '../run-cli.ts';

const run = async (folder: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, args, { cwd: folder.path });

const runFolder = 'reports/runs/20260101T000000Z-picker';
const margins = [
  { metric: 'task.success', margin: 0.05 },
  { metric: 'selection.f1', margin: 0.05 },
];

async function createProject(gates: readonly unknown[] = margins): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  await folder.write('suite.ts', writePickerSuite(goodTexts, goodTexts));
  await folder.write(
    'toolrig.config.ts',
    `import { defineConfig } from 'toolrig';\nexport default defineConfig({ gates: ${JSON.stringify(gates)} });\n`,
  );
  return folder;
}

async function acceptFirst(folder: ScratchFolder): Promise<void> {
  expect((await run(folder, 'run', 'suite.ts')).exitCode).toBe(0);
  expect((await run(folder, 'baseline', 'accept', runFolder)).exitCode).toBe(0);
}

it('rehearses a pull request: a worsened description is named, with its scenarios, and fails the build', async () => {
  await using folder = await createProject();
  await acceptFirst(folder);
  const unchanged = await run(folder, 'run', 'suite.ts', '--gate');
  expect(unchanged.exitCode).toBe(0);
  expect(unchanged.out).toContain('the gates decide: PASS (exit code 0)');

  await folder.write('suite.ts', writePickerSuite(editedTexts, goodTexts));
  const result = await run(folder, 'run', 'suite.ts', '--gate');
  expect(result.exitCode).toBe(1);
  expect(result.out).toContain('the gates decide: REGRESSION (exit code 1)');
  expect(result.out).toContain('- get-weather-1: 1 -> 0');
  expect(result.out).toContain('missing_call: "get_weather" was expected and not called');
  expect(result.out).toContain(
    'cause? tool "get_weather": description changed; called where it was expected: 100 % before, 0 % now; moved: get-weather-1',
  );
});

it('names tool, scenarios and cause in the JUnit file, the job summary and the annotations', async () => {
  await using folder = await createProject();
  await acceptFirst(folder);
  await folder.write('suite.ts', writePickerSuite(editedTexts, goodTexts));
  const files = ['--junit', 'junit.xml', '--md', 'summary.md'];
  expect((await run(folder, 'run', 'suite.ts', '--gate', ...files)).exitCode).toBe(1);
  const annotations = await run(folder, 'report', `${runFolder}-2`, '--annotations');
  expect(annotations.exitCode).toBe(1);
  const [junit, markdown] = ['junit.xml', 'summary.md'].map((file) =>
    readFileSync(join(folder.path, file), 'utf8'),
  );
  for (const text of [junit, markdown, annotations.out]) {
    expect(text).toContain('get-weather-1');
    expect(text).toContain('missing_call');
    expect(text).toMatch(
      /tool (?:"|&quot;|&#34;)get_weather(?:"|&quot;|&#34;): description changed/u,
    );
    expect(text).toContain('REGRESSION');
  }
});

it('keeps what the gates found in the run folder, and prints it in one JSON object', async () => {
  await using folder = await createProject();
  await acceptFirst(folder);
  await folder.write('suite.ts', writePickerSuite(editedTexts, goodTexts));
  const result = await run(folder, 'run', 'suite.ts', '--gate', '--json');
  const printed = JSON.parse(result.out) as {
    readonly gates: GateReport;
    readonly verdict: string;
  };
  expect([printed.verdict, printed.gates.verdict]).toEqual(['REGRESSION', 'REGRESSION']);
  const kept: unknown = JSON.parse(
    readFileSync(join(folder.path, `${runFolder}-2`, 'gates.json'), 'utf8'),
  );
  expect(kept).toEqual(printed.gates);
  expect(printed.gates.comparisons.map(({ by, exitCode }) => [by, exitCode])).toEqual([
    ['variant', 1],
  ]);
});

it('lets a failure stand that the baseline has too', async () => {
  await using folder = await createProject();
  await folder.write('suite.ts', writePickerSuite(editedTexts, goodTexts));
  expect((await run(folder, 'run', 'suite.ts')).exitCode).toBe(1);
  const accepted = await run(folder, 'baseline', 'accept', runFolder);
  expect(accepted.out).toContain('note: 9 of them failed');
  expect((await run(folder, 'run', 'suite.ts', '--gate')).exitCode).toBe(0);
});

it('accepts the same run as the same bytes', async () => {
  await using folder = await createProject();
  await acceptFirst(folder);
  const file = join(folder.path, 'reports/baseline/picker.json');
  const text = readFileSync(file, 'utf8');
  await run(folder, 'run', 'suite.ts', '--concurrency', '16');
  await run(folder, 'baseline', 'accept', `${runFolder}-2`);
  expect(readFileSync(file, 'utf8')).toBe(text);
  expect(text.split('\n').length).toBeLessThan(60);
});

it('compares a run with the accepted baseline by its file', async () => {
  await using folder = await createProject();
  await acceptFirst(folder);
  await folder.write('suite.ts', writePickerSuite(editedTexts, goodTexts));
  await run(folder, 'run', 'suite.ts');
  const result = await run(folder, 'compare', 'reports/baseline/picker.json', `${runFolder}-2`);
  expect(result.exitCode).toBe(1);
  expect(result.out).toContain('get_weather: recall 1.000 -> 0.000');
});

it.each([
  { name: 'no configuration', gates: null, says: /`gates` in toolrig.config.ts has none for it/u },
  { name: 'no gate', gates: [], says: /has none for it/u },
  {
    name: 'gates of another suite only',
    gates: [{ metric: 'task.success', min: 1, suite: 'other' }],
    says: /has none for it/u,
  },
  { name: 'no baseline', gates: margins, says: /there is no ".*picker\.json"/u },
  {
    name: 'an unknown metric',
    gates: [{ metric: 'task.succes', min: 1 }],
    says: /is not a metric/u,
  },
  { name: 'a gate that cannot fail', gates: [{ metric: 'task.success' }], says: /can never fail/u },
])('refuses before running: --gate with $name', async ({ gates, says }) => {
  await using folder = await createProject(gates ?? []);
  if (gates === null) await folder.write('toolrig.config.ts', 'export default {};\n');
  const result = await run(folder, 'run', 'suite.ts', '--gate');
  expect(result.err).toMatch(says);
  expect(result.exitCode).toBe(2);
  expect(existsSync(join(folder.path, 'reports'))).toBe(false);
});

it.each([
  {
    name: 'another suite',
    edit: ['"suite": "picker"', '"suite": "other"'],
    says: /it is of suite "other"/u,
  },
  {
    name: 'another variant',
    edit: ['"first":', '"third":'],
    says: /trials\[0\]\.variant: expected one of the variants|no variant "first"/u,
  },
  {
    name: 'fewer metrics',
    edit: ['"selection.f1",', ''],
    says: /it has no metric "selection.f1"/u,
  },
  {
    name: 'another version',
    edit: ['"schemaVersion": 1', '"schemaVersion": 2'],
    says: /expected schemaVersion 1, found 2/u,
  },
  { name: 'a torn end', edit: ['"trials"', '"trials'], says: /it is not JSON/u },
])('refuses before running: a baseline of $name', async ({ edit, says }) => {
  await using folder = await createProject();
  await acceptFirst(folder);
  const file = 'reports/baseline/picker.json';
  const text = readFileSync(join(folder.path, file), 'utf8');
  await folder.write(file, text.replace(edit[0] ?? '', edit[1] ?? ''));
  const result = await run(folder, 'run', 'suite.ts', '--gate');
  expect(result.err).toMatch(says);
  expect(result.exitCode).toBe(2);
});

it.each([
  {
    name: 'a metric that is judged nowhere',
    args: [],
    gates: [{ metric: 'recovery.handled', min: 0.5 }],
  },
  {
    name: 'a variant that did not run',
    args: [],
    gates: [{ metric: 'task.success', min: 0.5, variant: 'second' }],
  },
])('ran and measured nothing: --gate with $name is exit 4', async ({ args, gates }) => {
  await using folder = await createProject(gates);
  expect((await run(folder, 'run', 'suite.ts', '--gate', ...args)).exitCode).toBe(4);
});

it('does not accept a run that measured nothing, or that is none', async () => {
  await using folder = await createProject();
  await run(folder, 'run', 'suite.ts');
  const path = join(folder.path, runFolder);
  const { summary } = readRun(path);
  const text = 'Nothing was evaluated: every trial was skipped';
  const reasons = [{ code: 'all_skipped', text, lanes: [] }];
  await folder.write(
    `${runFolder}/summary.json`,
    JSON.stringify(
      sealSummary(path, {
        ...summary,
        verdict: 'INVALID',
        exitCode: 4,
        invalidReasons: reasons,
      }),
    ),
  );
  const invalid = await run(folder, 'baseline', 'accept', runFolder);
  expect(invalid.err).toContain('it is INVALID, since Nothing was evaluated');
  expect(invalid.exitCode).toBe(4);
  expect((await run(folder, 'baseline', 'accept', 'zzz')).exitCode).toBe(2);
  expect(existsSync(join(folder.path, 'reports/baseline'))).toBe(false);
});

it('runs the suites that the configuration lists, and lets the worst exit code count', async () => {
  await using folder = await createScratchFolder();
  await folder.write('good.ts', writePickerSuite(goodTexts, goodTexts));
  await folder.write('bad.ts', writePickerSuite(editedTexts, goodTexts));
  const list = async (...suites: readonly string[]): Promise<CommandResult> => {
    await folder.write(
      'toolrig.config.ts',
      `export default { suites: ${JSON.stringify(suites)} };\n`,
    );
    return await run(folder, 'run');
  };
  expect((await list('good.ts')).exitCode).toBe(0);
  const both = await list('good.ts', 'bad.ts', 'good.ts');
  expect(both.exitCode).toBe(1);
  expect(both.out.match(/^suite picker/gmu)?.length).toBe(3);
  const json = await run(folder, 'run', '--json');
  expect(json.err).toContain('name one of good.ts, bad.ts, good.ts');
  expect(json.exitCode).toBe(2);
  expect((await list()).err).toContain('Cannot run without a suite');
});
