import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { editedTexts, goodTexts, writePickerSuite } from '../testing/picker-suite.ts';
import { readXml } from '../testing/read-xml.ts';
import { type CommandResult, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { runCli } from './run-cli.ts';

const runFolder = 'reports/runs/20260101T000000Z-picker';
const limits = [{ metric: 'task.success', min: 0.9 }];
const margins = [{ metric: 'task.success', margin: 0.05 }];

/** One scenario that passes, one that fails, and one whose failure is expected, over a scripted model. */
function writeSmallSuite(
  more: { readonly extra?: string; readonly failing?: boolean } = {},
): string {
  const failing = more.failing ?? false;
  return `
name: small
tools:
  - { name: look_up, description: Looks something up., effect: read, parameters: { type: object }, results: [{ give: { found: 1 } }] }
model:
  script:
    - { calls: [{ name: look_up }] }
    - Here it is.
scenarios:
  - { id: good, user: Look it up., expected: { calls: [look_up] } }
${failing ? '  - { id: bad, user: Look it up., expected: { calls: [look_up, look_up] } }' : ''}
${more.extra ?? ''}`;
}

const expectedToFail =
  '  - { id: known, user: Look it up., expectFail: not built yet, expected: { calls: [look_up, look_up] } }';

interface Situation {
  readonly name: string;
  /** Files of the project, and commands that come before. */
  readonly files?: Readonly<Record<string, string>>;
  readonly gates?: readonly unknown[];
  readonly before?: (folder: ScratchFolder) => Promise<void>;
  readonly args: readonly string[];
  readonly exitCode: number;
}

const run = async (folder: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, args, { cwd: folder.path });

const small = writeSmallSuite();
const picker = writePickerSuite(goodTexts, editedTexts);
const worse = writePickerSuite(editedTexts, goodTexts);

async function acceptSmall(folder: ScratchFolder): Promise<void> {
  await run(folder, 'run', 'suite.yaml');
  await run(folder, 'baseline', 'accept', 'reports/runs/20260101T000000Z-small');
}

async function acceptThen(folder: ScratchFolder, text: string): Promise<void> {
  await acceptSmall(folder);
  await folder.write('suite.yaml', text);
}

/** Records the suite from a server that is not there: nothing is recorded. */
const unrecorded = `
name: small
tools:
  - { name: look_up, description: Looks something up., effect: read, parameters: { type: object }, results: [{ give: { found: 1 } }] }
model: { name: some-model, model: some-model }
scenarios:
  - { id: good, user: Look it up., expected: { calls: [look_up] } }`;

const suiteOf = (text: string): Pick<Situation, 'files'> => ({ files: { 'suite.yaml': text } });
const pickerOf = (text: string): Pick<Situation, 'files'> => ({ files: { 'suite.ts': text } });
const smallRun = 'reports/runs/20260101T000000Z-small';

const situations: readonly Situation[] = [
  { name: 'run: all pass', ...suiteOf(small), args: ['run', 'suite.yaml'], exitCode: 0 },
  {
    name: 'run: one fails',
    ...suiteOf(writeSmallSuite({ failing: true })),
    args: ['run', 'suite.yaml'],
    exitCode: 1,
  },
  {
    name: 'run: a failure is expected',
    ...suiteOf(writeSmallSuite({ extra: expectedToFail })),
    args: ['run', 'suite.yaml'],
    exitCode: 0,
  },
  {
    name: 'run: an expected failure passes',
    ...suiteOf(
      writeSmallSuite({ extra: expectedToFail.replace('[look_up, look_up]', '[look_up]') }),
    ),
    args: ['run', 'suite.yaml'],
    exitCode: 1,
  },
  {
    name: 'run: nothing recorded',
    ...suiteOf(unrecorded),
    args: ['run', 'suite.yaml'],
    exitCode: 4,
  },
  { name: 'run: no such suite', args: ['run', 'nowhere.yaml'], exitCode: 2 },
  {
    name: 'run --gate: a limit holds, without a baseline',
    ...suiteOf(small),
    gates: limits,
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 0,
  },
  {
    name: 'run --gate: a limit is broken, without a baseline',
    ...suiteOf(writeSmallSuite({ failing: true })),
    gates: limits,
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 1,
  },
  {
    name: 'run --gate: a limit holds although one trial fails',
    ...suiteOf(writeSmallSuite({ failing: true })),
    gates: [{ metric: 'task.success', min: 0.5 }],
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 0,
  },
  {
    name: 'run --gate: a limit holds and a margin has no baseline',
    ...suiteOf(small),
    gates: [...limits, ...margins],
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 3,
  },
  {
    name: 'run --gate: a limit is broken and a margin has no baseline',
    ...suiteOf(writeSmallSuite({ failing: true })),
    gates: [...limits, ...margins],
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 1,
  },
  {
    name: 'run --gate --allow-inconclusive: a margin has no baseline',
    ...suiteOf(small),
    gates: [...limits, ...margins],
    args: ['run', 'suite.yaml', '--gate', '--allow-inconclusive'],
    exitCode: 0,
  },
  {
    name: 'run --gate: a limit holds, and the scenario is unrecorded',
    ...suiteOf(unrecorded),
    gates: [{ metric: 'effects.double', max: 0 }, ...limits],
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 4,
  },
  {
    name: 'run --gate: only a margin, and no baseline',
    ...suiteOf(small),
    gates: margins,
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 2,
  },
  {
    name: 'run --gate: unchanged since the baseline',
    ...suiteOf(small),
    gates: margins,
    before: acceptSmall,
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 0,
  },
  {
    name: 'run --gate: the failures of the baseline, and no new one',
    ...suiteOf(writeSmallSuite({ failing: true })),
    gates: margins,
    before: acceptSmall,
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 0,
  },
  {
    name: 'run --gate: another transcript, in too few scenarios',
    ...suiteOf(small),
    gates: margins,
    before: async (folder) => {
      await acceptThen(folder, small.replace('Here it is.', 'There it is.'));
    },
    args: ['run', 'suite.yaml', '--gate'],
    exitCode: 3,
  },
  {
    name: 'run --gate: worse than the baseline',
    ...pickerOf(writePickerSuite(goodTexts, goodTexts)),
    gates: margins,
    before: async (folder) => {
      await run(folder, 'run', 'suite.ts');
      await run(folder, 'baseline', 'accept', runFolder);
      await folder.write('suite.ts', worse);
    },
    args: ['run', 'suite.ts', '--gate'],
    exitCode: 1,
  },
  {
    name: 'compare: a regression',
    ...pickerOf(picker),
    args: ['compare', 'suite.ts', '--by', 'toolset'],
    exitCode: 1,
  },
  {
    name: 'compare --swap: better',
    ...pickerOf(picker),
    args: ['compare', 'suite.ts', '--by', 'toolset', '--swap'],
    exitCode: 0,
  },
  {
    name: 'compare: identical',
    ...pickerOf(writePickerSuite(goodTexts, goodTexts)),
    args: ['compare', 'suite.ts'],
    exitCode: 0,
  },
  {
    name: 'compare --by plan: too few to say',
    ...suiteOf(small),
    args: ['compare', 'suite.yaml', '--by', 'plan'],
    exitCode: 3,
  },
  {
    name: 'compare --by plan --allow-inconclusive',
    ...suiteOf(small),
    args: ['compare', 'suite.yaml', '--by', 'plan', '--allow-inconclusive'],
    exitCode: 0,
  },
  {
    name: 'compare: a metric that was judged nowhere',
    ...pickerOf(picker),
    args: ['compare', 'suite.ts', '--metrics', 'recovery.handled'],
    exitCode: 4,
  },
  { name: 'compare: nothing named', args: ['compare'], exitCode: 2 },
  {
    name: 'report: a run with a failure',
    ...suiteOf(writeSmallSuite({ failing: true })),
    before: async (folder) => {
      await run(folder, 'run', 'suite.yaml');
    },
    args: ['report', smallRun],
    exitCode: 1,
  },
  {
    name: 'report: a run whose gates hold although one trial fails',
    ...suiteOf(writeSmallSuite({ failing: true })),
    gates: [{ metric: 'task.success', min: 0.5 }],
    before: async (folder) => {
      await run(folder, 'run', 'suite.yaml', '--gate');
    },
    args: ['report', smallRun],
    exitCode: 0,
  },
  {
    name: 'report: a comparison with a regression',
    ...pickerOf(picker),
    before: async (folder) => {
      await run(folder, 'compare', 'suite.ts', '--by', 'toolset');
    },
    args: ['report', runFolder],
    exitCode: 1,
  },
  {
    name: 'report: a damaged run',
    ...suiteOf(small),
    before: async (folder) => {
      await run(folder, 'run', 'suite.yaml');
      writeFileSync(join(folder.path, smallRun, 'scores.jsonl'), '{');
    },
    args: ['report', smallRun],
    exitCode: 4,
  },
  {
    name: 'run --resume: the rest of a run that did not end',
    ...suiteOf(writeSmallSuite({ failing: true })),
    before: async (folder) => {
      await run(folder, 'run', 'suite.yaml');
      rmSync(join(folder.path, smallRun, 'summary.json'));
    },
    args: ['run', 'suite.yaml', '--resume', smallRun],
    exitCode: 1,
  },
  {
    name: 'record: all is recorded, one trial fails',
    ...suiteOf(writeSmallSuite({ failing: true })),
    args: ['record', 'suite.yaml'],
    exitCode: 0,
  },
  {
    name: 'run: several suites, one of them fails',
    files: {
      'suite.yaml': small,
      'bad.yaml': writeSmallSuite({ failing: true }),
      'toolrig.config.ts': "export default { suites: ['suite.yaml', 'bad.yaml'] };\n",
    },
    args: ['run'],
    exitCode: 1,
  },
  {
    name: 'run: a report that cannot be written',
    files: { 'suite.yaml': small, file: '' },
    args: ['run', 'suite.yaml', '--csv', 'file/tables'],
    exitCode: 2,
  },
  {
    name: 'score: a transcript that passes',
    files: {
      'case.json': JSON.stringify({
        tools: { look_up: { parameters: { type: 'object' } } },
        expected: { calls: [['look_up', {}]] },
        calls: [['look_up', '{}']],
      }),
    },
    args: ['score', 'case.json'],
    exitCode: 0,
  },
  {
    name: 'score: a transcript that does not',
    files: {
      'case.json': JSON.stringify({
        tools: { look_up: { parameters: { type: 'object' } } },
        expected: { calls: [['look_up', {}]] },
        calls: [],
      }),
    },
    args: ['score', 'case.json'],
    exitCode: 1,
  },
  {
    name: 'import: no such file',
    args: ['import', 'nowhere.json', '--format', 'tau'],
    exitCode: 2,
  },
];

async function createProject({ files = {}, gates, before }: Situation): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  for (const [name, text] of Object.entries(files)) await folder.write(name, text);
  if (gates !== undefined) {
    await folder.write(
      'toolrig.config.ts',
      `export default { gates: ${JSON.stringify(gates)} };\n`,
    );
  }
  await before?.(folder);
  return folder;
}

/** Reports that a command may be asked for. */
function toReportFlags(args: readonly string[]): readonly string[] {
  const [command = ''] = args;
  const isMade = ['run', 'compare', 'report'].includes(command) && !args.includes('--csv');
  return isMade ? ['--junit', 'junit.xml', '--md', 'summary.md', '--html', 'page.html'] : [];
}

it.each(situations)('the printed exit code is the real one: $name', async (situation) => {
  const { args, exitCode } = situation;
  await using folder = await createProject(situation);
  const result = await run(folder, ...args);
  expect([result.exitCode, result.err]).toEqual([exitCode, expect.any(String)]);
  const printed = [...result.out.matchAll(/exit code (\d+)/gu)].map(([, code]) => Number(code));
  expect(printed.filter((code) => code !== exitCode)).toEqual([]);
  const says = ['run', 'record', 'compare', 'report'].includes(args[0] ?? '') && exitCode !== 2;
  const isDamaged = situation.name.includes('damaged');
  if (says && !isDamaged) expect(printed.length).toBeGreaterThan(0);
});

const withFiles = situations.filter(({ args }) => toReportFlags(args).length > 0);

it.each(withFiles)('JSON and files agree with the exit code: $name', async (situation) => {
  const { args, exitCode } = situation;
  await using folder = await createProject(situation);
  const isOne = args.length > 1;
  const flags = [...toReportFlags(args), ...(isOne ? ['--json'] : [])];
  const result = await run(folder, ...args, ...flags);
  expect(result.exitCode).toBe(exitCode);
  if (isOne) expect(JSON.parse(result.out)).toMatchObject({ exitCode });
  const [junit, markdown, page] = ['junit.xml', 'summary.md', 'page.html'].map((name) => {
    const path = join(folder.path, name);
    return existsSync(path) ? readFileSync(path, 'utf8') : null;
  });
  if (junit === null || junit === undefined || !isOne) return;
  const { failures, errors } = readXml(junit).attributes;
  expect([Number(failures) > 0, Number(errors) > 0]).toEqual([exitCode === 1, exitCode === 4]);
  const mark = /^## (\S+) /u.exec(markdown ?? '')?.[1];
  const marks: Readonly<Record<number, readonly string[]>> = {
    0: ['✅', '❔'],
    1: ['❌'],
    3: ['❔'],
    4: ['⚠️'],
  };
  expect(marks[exitCode]).toContain(mark);
  expect(page).toContain(`exit code ${exitCode}`);
});
