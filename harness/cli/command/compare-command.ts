import { join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';

import { openReport } from '../../api/open/open-report.ts';
import { refuseRecording } from '../../api/start/refuse-recording.ts';
import { bisectEdits, type Bisection } from '../../compare/bisect/bisect-edits.ts';
import { compareAllRuns } from '../../compare/compare-runs.ts';
import type { ComparedBy, Comparison } from '../../compare/comparison.ts';
import { decide, type Decision } from '../../compare/decide.ts';
import { toMetricOf } from '../../compare/pair/join-own-metrics.ts';
import { compareSequentially } from '../../compare/sequential/compare-sequentially.ts';
import { exitCodes } from '../../core/run.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toShownPath } from '../../disk/shown-path.ts';
import type { ReportData } from '../../report/report-data.ts';
import { toLeaderboardText } from '../../report/text/comparison/to-leaderboard-text.ts';
import type { SpendMeter } from '../../run/spend/spend-meter.ts';
import { toBisectionText } from '../../report/text/to-bisection-text.ts';
import { toComparisonText } from '../../report/text/to-comparison-text.ts';
import { addAccessOptions, addTrialOptions } from '../flag/access-flags.ts';
import { choosePair } from '../flag/choose-pair.ts';
import type { CompareFlags } from '../flag/compare-flags.ts';
import { openInputs } from '../flag/compare-inputs.ts';
import { workersHelp } from '../flag/choose-workers.ts';
import { readCount, readList } from '../flag/read-list.ts';
import { readMetrics, readShare } from '../flag/read-metrics.ts';
import type { CliIo } from '../io/cli-io.ts';
import { addReportOptions, wantsFiles, withReports, writeReports } from '../io/write-reports.ts';
import { writeResult } from '../io/write-result.ts';
import type { SetExitCode } from '../set-exit-code.ts';
import { createMeter, tellSpent } from './announce-recording.ts';

/** Adds `compare`. */
export function addCompareCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  addReportOptions(addFlags(program.command('compare')))
    .description(
      'Compare variants of a suite, or runs: what got better, what got worse, and how certain it is.',
    )
    .addHelpText('after', examples)
    .action(async (words: readonly string[], flags: CompareFlags) => {
      const meter = createMeter(flags);
      try {
        setExitCode(await compareAndTell(words, { ...flags, meter }, io));
      } finally {
        tellSpent(meter, io);
      }
    });
}

const examples = `
The first of several inputs is the baseline, every other one is a candidate.
Within one suite or run, the baseline is the first declared variant that has a
partner. Exit code: 0 not worse, 1 regression, 3 inconclusive, 4 nothing
measured.

Examples:
  toolrig compare suites/support-desk --by toolset
  toolrig compare suites/orders --by loop --baseline reference --candidate naive --faults standard
  toolrig compare suites/orders --by plan --faults standard
  toolrig compare reports/runs/20260101T120000Z-orders reports/runs/20260102T120000Z-orders --json
  toolrig compare reports/baseline/orders.json reports/runs/20260102T120000Z-orders`;

function addFlags(command: Command): Command {
  return addTrialOptions(
    addAccessOptions(command)
      .argument(
        '[inputs...]',
        'a suite (it is replayed first), run folders, or an accepted baseline',
      )
      .option('--baseline <name>', 'a variant, or a value of the dimension of --by, such as desk@1')
      .option(
        '--candidate <names>',
        'the variants to compare with the baseline, in one comparison each',
        readList,
      )
      .option(
        '--by <what>',
        'what the two sides differ in: model, toolset, loop, prompt, params, plan (also: faults), or attack of imported runs',
        readDimension,
      )
      .option('--variant <name>', 'with --by plan or attack: the variant whose plans are compared')
      .option('--swap', 'exchange baseline and candidate')
      .option(
        '--margin <share>',
        'the largest loss that still counts as not worse',
        readShare,
        0.05,
      )
      .option(
        '--metrics <names>',
        'metrics that decide, instead of the five default ones: each must be shown to be not worse',
        readMetrics,
      )
      .option(
        '--min-coverage <share>',
        'share of scenarios that both sides must have, and of trials that must be valid',
        readShare,
        0.8,
      )
      .option('--workers <n>', workersHelp, readCount)
      .option('--bisect', 'with --by toolset: find the edit of the toolset that does the harm')
      .option(
        '--sequential',
        'run cluster by cluster until the result is certain, at the same error rate',
      )
      .option('--budget <clusters>', 'with --sequential: the most clusters to run', readCount)
      .option('--allow-inconclusive', 'exit 0 instead of 3')
      .option('--json', 'print one JSON object on standard output'),
  ).addOption(
    new Option('--mode <mode>', 'where replies come from, when a suite is run')
      .choices(['replay', 'live', 'record'])
      .default('replay'),
  );
}

function readDimension(text: string): ComparedBy {
  const dimensions = ['model', 'toolset', 'loop', 'prompt', 'params', 'plan', 'attack'] as const;
  const known = dimensions.find((dimension) => dimension === (text === 'faults' ? 'plan' : text));
  if (known === undefined) {
    throw new InvalidArgumentError(`Allowed choices are ${dimensions.join(', ')}.`);
  }
  return known;
}

/** The flags, with the meter of the one command that they are of. */
type MeteredFlags = CompareFlags & { readonly meter: SpendMeter };

async function compareAndTell(
  words: readonly string[],
  flags: MeteredFlags,
  io: CliIo,
): Promise<number> {
  refuseClashes(flags);
  if (flags.bisect === true) return await bisectSuite(words, flags, io);
  if (flags.sequential === true) {
    const comparison = await compareInLooks(words, flags, io);
    const told = { comparisons: [comparison], saved: [], interrupted: false, runFolder: null };
    return await tell(told, flags, io);
  }
  const { choices, runs } = await openInputs(words, flags, io);
  const comparisons = await compareAllRuns(choices, {
    margin: flags.margin,
    minCoverage: flags.minCoverage,
    ...(flags.metrics === undefined ? {} : { metrics: flags.metrics, deciding: flags.metrics }),
  });
  const [only, ...others] = runs;
  const runFolder = only === undefined || others.length > 0 ? null : only.runFolder;
  const saved = runFolder === null ? [] : save(comparisons, runFolder, io);
  const interrupted = runs.some((run) => run.interrupted);
  return await tell({ comparisons, saved, interrupted, runFolder }, flags, io);
}

function refuseClashes(flags: CompareFlags): void {
  if (
    flags.bisect === true &&
    (flags.sequential === true || (flags.by ?? 'toolset') !== 'toolset')
  ) {
    throw new UsageError(
      'Cannot bisect: it works only for toolsets and runs all scenarios at once. Use --by toolset --bisect',
    );
  }
  if (flags.mode === 'record' && flags.bisect !== true) {
    throw new UsageError('Cannot record while comparing: use `toolrig record` first');
  }
  if (flags.budget !== undefined && flags.sequential !== true) {
    throw new UsageError('Cannot keep a budget without --sequential');
  }
}

interface Told {
  readonly comparisons: readonly Comparison[];
  /** Files, as the user would name them. */
  readonly saved: readonly string[];
  readonly interrupted: boolean;
  /** The one run that was made for it; `null` when there was none, or several. */
  readonly runFolder: string | null;
}

async function tell(told: Told, flags: MeteredFlags, io: CliIo): Promise<number> {
  const { comparisons, interrupted } = told;
  const decision = decide({
    about: 'comparison',
    summary: null,
    comparisons,
    gates: null,
    interrupted,
    allowInconclusive: flags.allowInconclusive === true,
  });
  await withReports(
    async () => {
      if (wantsFiles(flags)) await writeFiles(told, { flags, decision }, io);
    },
    (written) => {
      tellComparisons(told, { flags, decision: written ? decision : null }, io);
    },
  );
  return decision.exitCode;
}

function tellComparisons(
  { comparisons, saved }: Told,
  {
    flags,
    decision,
  }: {
    readonly flags: MeteredFlags;
    /** `null` when report files could not be written: that error then decides. */
    readonly decision: Decision | null;
  },
  io: CliIo,
): void {
  if (flags.json === true) {
    if (decision === null) return;
    const { verdict, exitCode } = decision;
    const spent = flags.mode === 'replay' ? {} : { spent: flags.meter.spent() };
    const value = { schemaVersion: 1, verdict, exitCode, comparisons, saved, ...spent };
    io.out(`${JSON.stringify(value, null, 2)}\n`);
    return;
  }
  const isOne = comparisons.length === 1;
  const pages = comparisons.map((comparison) =>
    toComparisonText(comparison, isOne ? decision?.line : undefined),
  );
  const board = toLeaderboardText(comparisons);
  io.out([...(board === '' ? [] : [board]), ...pages].join('\n'));
  if (decision !== null && !isOne) io.out(`\n${decision.line}\n`);
  for (const file of saved) io.out(`saved: ${file}\n`);
}

/** Report files are about the comparisons; the run that was made for them, if any, is shown with them. */
async function writeFiles(
  { comparisons, runFolder }: Told,
  { flags, decision }: { readonly flags: MeteredFlags; readonly decision: Decision },
  io: CliIo,
): Promise<void> {
  const { verdict, exitCode } = decision;
  const opened = runFolder === null ? null : await openReport(runFolder, io);
  const data: ReportData = {
    suite: comparisons[0]?.suite ?? '',
    run: null,
    gates: null,
    about: 'comparison',
    ...(await opened?.collect(decision)),
    comparisons,
    verdict,
    exitCode,
  };
  await writeReports(flags, { data, results: opened?.results ?? null }, io);
}

/** Keeps each comparison as JSON in the run folder that it was made from, for `toolrig report`. */
function save(comparisons: readonly Comparison[], runFolder: string, io: CliIo): readonly string[] {
  return comparisons.map((comparison, place) => {
    const name = comparisons.length === 1 ? 'comparison.json' : `comparison-${place + 1}.json`;
    const file = join(runFolder, name);
    writeResult(file, `${JSON.stringify(comparison, null, 2)}\n`);
    return toShownPath(io.cwd, file);
  });
}

/** Runs `compare --sequential`: cluster by cluster, until the result is certain or the budget is used up. */
async function compareInLooks(
  words: readonly string[],
  flags: MeteredFlags,
  io: CliIo,
): Promise<Comparison> {
  if (flags.by === 'plan' || flags.by === 'attack') {
    throw new UsageError('Cannot compare plans cluster by cluster: remove --sequential');
  }
  const { margin } = flags;
  if (margin <= 0 || margin >= 1) {
    throw new UsageError('Cannot compare cluster by cluster without a margin between 0 and 1');
  }
  const { options, baseline, candidate, by } = await choosePair(words, flags, io);
  if (flags.mode !== 'replay') {
    io.err('A sequential comparison may stop early. If it does not, all of this is sent:\n');
  }
  const { comparison, requests } = await compareSequentially(options, {
    baseline,
    candidate,
    by,
    ...toMetricOf(options.suite, flags.metrics?.[0] ?? 'task.success'),
    margin,
    budget: flags.budget ?? null,
    onLook: ({ clusters, verdict }) => {
      if (io.isTerminal)
        io.redraw(`\r\u001B[2Klook ${clusters}${verdict === null ? '' : `: ${verdict}\n`}`);
    },
  });
  io.err(`${requests} model requests\n`);
  return comparison;
}

/**
 * Runs `compare --bisect`: which of several edits of a toolset does the harm. Exit code 1 when one does harm, 0 when
 * none does.
 */
async function bisectSuite(
  words: readonly string[],
  flags: MeteredFlags,
  io: CliIo,
): Promise<number> {
  if (flags.mode === 'record') refuseRecording(io, flags.allowRecord);
  const { options, baseline, candidate } = await choosePair(words, { ...flags, by: 'toolset' }, io);
  if (flags.mode !== 'replay') {
    io.err('Each toolset that is tried is announced before anything is sent for it:\n');
  }
  const bisection = await bisectEdits(options, {
    baseline,
    candidate,
    ...toMetricOf(options.suite, flags.metrics?.[0] ?? 'selection.f1'),
  });
  const exitCode = bisection.culprits.length > 0 ? exitCodes.failed : exitCodes.passed;
  if (flags.json === true) io.out(`${JSON.stringify(toJson(bisection, exitCode), null, 2)}\n`);
  else {
    io.out(toBisectionText(bisection));
    io.out(`run folders: ${toShownPath(io.cwd, options.out ?? io.cwd)}/${options.runId}-bisect*\n`);
  }
  return exitCode;
}

function toJson(bisection: Bisection, exitCode: number): Readonly<Record<string, unknown>> {
  return { schemaVersion: 1, exitCode, ...bisection };
}
