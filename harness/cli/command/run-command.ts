import { type Command, Option } from 'commander';

import { openReport } from '../../api/open/open-report.ts';
import { refuseRecording } from '../../api/start/refuse-recording.ts';
import { toRecordCommand } from '../../cassette/match/create-miss.ts';
import { decide, type Decision } from '../../compare/decide.ts';
import { listFlips } from '../../compare/find/list-flips.ts';
import type { GateReport } from '../../compare/gate/gate-report.ts';
import { exitCodes, type RunSummary } from '../../core/run.ts';
import { toShellWord } from '../../core/shell-word.ts';
import { cleanPlan, type Lane } from '../../core/suite/lane.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toShownPath } from '../../disk/shown-path.ts';
import { toDiagnosisText } from '../../report/text/diagnosis/to-diagnosis-text.ts';
import { toFlipLines } from '../../report/text/to-flip-lines.ts';
import { toNextCommands } from '../../report/text/next/to-next-commands.ts';
import { readSweeps, type Sweep } from '../../core/sweep.ts';
import { toSweepText } from '../../report/text/to-sweep-text.ts';
import { toRunJson } from '../../report/text/to-run-json.ts';
import type { RunTextExtras } from '../../report/text/to-run-text.ts';
import { toTrialText } from '../../report/text/to-trial-text.ts';
import { readRun } from '../../run/folder/read-run.ts';
import { planAll } from '../../run/plan/plan-all.ts';
import { replayRecordings } from '../../run/recording/replay-recordings.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { type RunResult, runSuite } from '../../run/run-suite.ts';
import { addAccessOptions, addTrialOptions } from '../flag/access-flags.ts';
import { withoutWorkers, workersHelp } from '../flag/choose-workers.ts';
import { readCount, readList } from '../flag/read-list.ts';
import { addReuseOptions } from '../flag/reuse-flags.ts';
import { readShard } from '../flag/read-shard.ts';
import { refuseRunClashes } from '../flag/refuse-run-clashes.ts';
import type { RunFlags } from '../flag/run-flags.ts';
import { toRunOptions } from '../flag/to-run-options.ts';
import type { CliIo } from '../io/cli-io.ts';
import { createProgress } from '../io/show-progress.ts';
import { addReportOptions, wantsFiles, withReports, writeReports } from '../io/write-reports.ts';
import type { SetExitCode } from '../set-exit-code.ts';
import { createMeter, prepareSending, tellSpent } from './announce-recording.ts';
import { openGates } from './gate-run.ts';
import { toReuseLine } from './to-reuse-line.ts';
import { type WatchedRun, watchSuites } from '../watch/watch-suites.ts';
import { combineCodes, listSuites, runListedSuites } from './run-listed-suites.ts';
import { toDecidedPage } from './to-decided-page.ts';
import { diagnoseRun } from './tools/diagnose-command.ts';

/** Adds `run` and `record`. */
export function addRunCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  addReuseOptions(addReportOptions(addFlags(program.command('run'))))
    .description('Run a suite: replay its recordings, score every trial, report whether it passed.')
    .addOption(
      new Option('--mode <mode>', 'where replies come from')
        .choices(['replay', 'record', 'live'])
        .default('replay'),
    )
    .option('--watch', 'run again after each edit, and show which trials changed; Ctrl-C ends it')
    .addHelpText('after', runExamples)
    .action(async (suite: string | undefined, flags: RunFlags) => {
      setExitCode(await runListed(suite, flags, io));
    });
  addFlags(program.command('record'))
    .description(
      'Record the lanes of a suite over real HTTP; existing ones are kept unless --stale or --rerecord is given.',
    )
    .addHelpText('after', recordExamples)
    .action(async (suite: string | undefined, flags: Omit<RunFlags, 'mode'>) => {
      setExitCode(await runListed(suite, { ...flags, mode: 'record' }, io));
    });
}

const runExamples = `
Examples:
  toolrig run suites/orders
  toolrig run suites/orders --faults standard --variant reference,naive
  toolrig run suites/orders --scenario 'refund-*' --json
  toolrig run suites/orders --faults 'standard.timeout_before@refund_order.1'
  toolrig run suites/orders --sweep loop.guards.maxTurns=2,4,8,12 --html sweep.html
  toolrig run suites/support-desk --distractors far=5,15,40
  toolrig run suites/orders --debug refund-once
  toolrig run suites/orders --watch --quiet
  toolrig run suites/orders --faults standard --shard 1/3 --out shards
  toolrig run suites/orders --verify 20

A replay takes the results of trials of which nothing has changed since an
earlier run, and says how many. --fresh takes none.

A sweep ends with exit code 0 when at least one value passes every trial, 1 when
none does, 4 when a value could not be measured.
With --shard, the exit code is 1 or 4 when this part alone makes the whole fail
or INVALID, else 3 (0 with --allow-inconclusive).
With --distractors, a failed trial fails the run, as in a plain run.`;

const recordExamples = `
Examples:
  OPENAI_API_KEY=... toolrig record suites/orders --variant reference --faults standard
  toolrig record suites/orders --stale --faults standard --max-cost 0.50
  toolrig record suites/orders --base-url http://127.0.0.1:8787/v1 --rerecord --scenario 'refund-*'`;

function addFlags(command: Command): Command {
  addAccessOptions(command)
    .argument('[suite]', 'a suite file, a folder with one, or the name of a shipped suite')
    .option(
      '--variant <names>',
      "variants to run, or '*' for all (default: the suite's default)",
      readList,
    )
    .option('--toolset <ids>', 'only variants with these toolsets', readList)
    .option('--model <names>', 'only variants with these models', readList);
  return addTrialOptions(command)
    .option('--workers <n>', workersHelp, readCount)
    .option('--rerecord', 'record again what is already recorded')
    .option(
      '--sweep <setting=values>',
      'run once for each value of a setting, such as loop.guards.maxTurns=2,4,8',
    )
    .option(
      '--distractors <kind>',
      'run with 0, 5, 15 and 40 tools that no request needs: near in meaning or far; far=10,20: with these numbers',
    )
    .option('--stale', 'record again only lanes whose recordings no longer answer')
    .option('--gate', 'let the gates of toolrig.config.ts decide instead of single failed trials')
    .option(
      '--shard <i/n>',
      'run only part i of n, cut by the size of the recordings; `toolrig merge` decides over all parts',
      readShard,
    )
    .option('--allow-inconclusive', 'with --gate or --shard: exit with 0 instead of 3')
    .option(
      '--stop-after <n>',
      'number of conversations in a row without a usable reply after which a live run ends (default: 5)',
      readCount,
    )
    .option(
      '--no-fork',
      'ask the model for every turn of faulted trials; without it, turns before the fault come from the clean trial',
    )
    .option('--resume <run>', 'finish a run folder that was interrupted or is INVALID')
    .option('--diagnose', 'show what went wrong, with likely causes and remedies, after the result')
    .option('--debug <scenario>', 'show one trial turn by turn')
    .option('--json', 'print one JSON object on standard output')
    .option('--quiet', 'print only counts, verdict and run folder')
    .option('--verbose', 'print a row for every metric, and every failure');
}

async function runListed(suite: string | undefined, flags: RunFlags, io: CliIo): Promise<number> {
  refuseRunClashes(flags);
  if (flags.watch === true) return await runWatched(suite, flags, io);
  const meter = createMeter(flags);
  try {
    return await runListedSuites(suite, io, {
      json: flags.json === true,
      run: async (name, isOneOfSeveral) =>
        await runOrDebug(name, { ...flags, meter, isOneOfSeveral }, io),
    });
  } finally {
    tellSpent(meter, io);
  }
}

/** Runs one suite, or all that are listed, and after each edit those that it touches. */
async function runWatched(suite: string | undefined, flags: RunFlags, io: CliIo): Promise<number> {
  const suites = suite === undefined ? await listSuites(io) : [suite];
  if (suites.length === 0) {
    throw new UsageError('Cannot watch: name a suite, or list some in toolrig.config.ts');
  }
  const run = async (name: string): Promise<WatchedRun> => {
    const made: RunSummary[] = [];
    const words = {
      ...flags,
      isOneOfSeveral: suites.length > 1,
      onSummary: (summary: RunSummary) => void made.push(summary),
    };
    const exitCode = await runOrDebug(name, words, io);
    return { exitCode, summary: made.at(-1) ?? null };
  };
  return await watchSuites({ suites, cassettes: flags.cassettes, run, combine: combineCodes }, io);
}

/** `isOneOfSeveral`: the exit code is that of all suites together, which is printed after the last. */
type RunWords = RunFlags & {
  readonly isOneOfSeveral: boolean;
  readonly onSummary?: (summary: RunSummary) => void;
};

async function runOrDebug(suite: string | undefined, flags: RunWords, io: CliIo): Promise<number> {
  if (flags.mode === 'record') refuseRecording(io, flags.allowRecord);
  const options = prepareSending(await toRunOptions(suite, flags, io), io);
  if (flags.debug !== undefined) return await debugScenario(flags.debug, options, io);
  return await runAndTell(options, flags, io);
}

async function runAndTell(options: RunOptions, flags: RunWords, io: CliIo): Promise<number> {
  const isPart = options.shard !== undefined;
  const judge = flags.gate === true && !isPart ? await openGates(options, io) : null;
  const progress = createProgress(io, flags.meter);
  const result = await runSuite({
    ...options,
    onProgress: (state) => {
      progress.show(state);
    },
  });
  progress.end();
  flags.onSummary?.(result.summary);
  if (flags.mode === 'record' && !result.interrupted) await tellLeftBehind(options, io);
  const gates = judge === null ? null : await judge(result.runFolder);
  const decision = decide({
    about: 'run',
    summary: result.summary,
    comparisons: [],
    gates,
    gatesWait: isPart && flags.gate === true,
    ...toSwept(options, flags),
    interrupted: result.interrupted,
    allowInconclusive: flags.allowInconclusive ?? false,
    recording: flags.mode === 'record',
  });
  const diagnosed = flags.diagnose === true ? await diagnoseRun(result.runFolder, {}, io) : null;
  const told = { result, gates, decision, options, diagnosed };
  await withReports(
    async () => {
      if (!wantsFiles(flags)) return;
      const report = await openReport(result.runFolder, io);
      const data = await report.collect(decision);
      await writeReports(flags, { data: { ...data, gates }, results: report.results }, io);
    },
    async (written) => {
      await tellRun(written ? told : { ...told, decision: null }, flags, io);
    },
  );
  return decision.exitCode;
}

/** Of a sweep, one value that passes is enough; of distractors, a failed trial fails the run, whatever their number. */
function toSwept(
  { sweeps }: RunOptions,
  { distractors }: RunFlags,
): { readonly sweeps?: readonly Sweep[] } {
  return sweeps === undefined || distractors !== undefined ? {} : { sweeps };
}

interface ToldRun {
  readonly result: RunResult;
  readonly gates: GateReport | null;
  /** `null` when report files could not be written: that error then decides. */
  readonly decision: Decision | null;
  readonly options: RunOptions;
  /** `null`: not asked for. */
  readonly diagnosed: Awaited<ReturnType<typeof diagnoseRun>> | null;
}

async function tellRun(told: ToldRun, flags: RunWords, io: CliIo): Promise<void> {
  const { result, decision, options } = told;
  const { misses } = result;
  const runFolder = toShownPath(io.cwd, result.runFolder);
  tellNotes(result, flags, io);
  if (flags.json === true) {
    // An error that decides is printed as an object of its own.
    if (decision !== null) io.out(toJson({ ...told, decision }, runFolder, flags));
    for (const miss of misses) io.err(`${miss}\n`);
    return;
  }
  // A run of one variant has nothing to compare, and is not read again.
  const sweep = await readSweepText(told, io);
  const isCompared = sweep === null && Object.keys(result.summary.variants).length > 1;
  const lists = isCompared ? await listFlips(result.runFolder) : [];
  const flips = lists.flatMap(toFlipLines);
  const differences = lists.length === 1 ? (lists[0]?.differences ?? null) : null;
  const page = toDecidedPage(
    result.summary,
    {
      runFolder,
      faults: options.faults,
      misses,
      flips,
      differences,
      ...(sweep === null ? {} : { sweep }),
      ...toDetail(told, runFolder, flags),
    },
    { gates: told.gates, line: toDecisionLine(decision, flags) },
  );
  io.out(`${toReuseLine(result.reuse)}${page}`);
  if (told.diagnosed === null) return;
  io.out(`\n${toDiagnosisText(told.diagnosed.suite, told.diagnosed.variants)}`);
}

/** What is to be said of stored results, such as why none are used. */
function tellNotes({ reuse }: RunResult, { quiet }: RunWords, io: CliIo): void {
  if (quiet === true) return;
  for (const note of reuse?.notes ?? []) io.err(`note: ${note}\n`);
}

/** The curves of a sweep; `null` where nothing was swept. */
async function readSweepText(
  { result, decision }: ToldRun,
  io: CliIo,
): Promise<readonly string[] | null> {
  const run = result.read();
  if (readSweeps(run.manifest.selection).length === 0) return null;
  const { verdict, exitCode } = decision ?? result.summary;
  const opened = await openReport(result.runFolder, io);
  const data = await opened.collect({ verdict, exitCode });
  return data.run === null ? null : toSweepText(data.run);
}

function toDetail(
  { result, options }: ToldRun,
  runFolder: string,
  { quiet, verbose, cassettes }: RunWords,
): Pick<RunTextExtras, 'detail' | 'next'> {
  if (quiet === true) return { detail: 'quiet' };
  const place = { suite: options.suite.file, runFolder, cassettes: cassettes ?? null };
  return {
    ...(verbose === true ? { detail: 'verbose' } : {}),
    ...(options.sweeps === undefined ? { next: toNextCommands(result.summary, place) } : {}),
  };
}

function toDecisionLine(decision: Decision | null, flags: RunWords): string | null {
  if (decision === null) return null;
  return flags.isOneOfSeveral ? decision.verdict : decision.line;
}

function toJson(
  { result, gates, decision, diagnosed }: ToldRun & { readonly decision: Decision },
  runFolder: string,
  { mode, meter }: RunWords,
): string {
  const { verdict, exitCode, by: decidedBy } = decision;
  const spent = mode === 'replay' ? {} : { spent: meter?.spent() ?? [] };
  const sweeps = readSweeps(result.read().manifest.selection);
  const diagnosis = diagnosed === null ? {} : { diagnosis: diagnosed.variants };
  const told = {
    verdict,
    exitCode,
    decidedBy,
    ...(sweeps.length === 0 ? {} : { sweeps }),
    ...(gates === null ? {} : { gates }),
    ...(result.reuse === null ? {} : { reuse: result.reuse }),
    ...spent,
    ...diagnosis,
  };
  return `${JSON.stringify({ ...toRunJson(result.summary, runFolder), ...told }, null, 2)}\n`;
}

/** Runs one scenario and shows its trials turn by turn. */
async function debugScenario(scenario: string, options: RunOptions, io: CliIo): Promise<number> {
  const known = options.suite.scenarios.map((candidate) => candidate.id);
  if (!known.includes(scenario)) {
    throw new UsageError(
      `Cannot debug scenario "${scenario}": the suite "${options.suite.name}" has ${known.join(', ')}`,
    );
  }
  const result = await runSuite({ ...withoutWorkers(options), scenarios: [scenario], repeats: 1 });
  const run = readRun(result.runFolder);
  const scores = run.scores();
  for await (const record of run.trials()) {
    const scored = await scores.next();
    io.out(`${toTrialText(record, scored.done === true ? {} : scored.value.scores)}\n`);
  }
  for (const miss of result.misses) io.out(`${miss}\n`);
  const { verdict, exitCode: ended } = result.summary;
  const exitCode = result.interrupted ? exitCodes.interrupted : ended;
  io.out(`${verdict} (exit code ${exitCode})\n`);
  return exitCode;
}

/**
 * Reports the faulted lanes that a recording left outdated: they begin with turns of a clean lane that was recorded
 * again, and were not part of this recording.
 */
async function tellLeftBehind(options: RunOptions, io: CliIo): Promise<void> {
  const { suite, meter } = options;
  if (meter === undefined || meter.spent().length === 0) return;
  const groups = planAll(options);
  const { stale } = await replayRecordings(options, (lane) =>
    groups.some(({ scenario, variant, repeat }) => {
      const isSame = lane.scenario === scenario.id && lane.variant === variant.name;
      return isSame && lane.repeat === repeat;
    }),
  );
  const left = stale
    .map(({ where }) => where)
    .filter((lane): lane is Lane => lane !== null && lane.plan !== cleanPlan);
  if (left.length === 0) return;
  const command = toRecordCommand(left, `toolrig record ${toShellWord(suite.file)}`, 'stale');
  const lanes = left.length === 1 ? '1 faulted lane was' : `${left.length} faulted lanes were`;
  io.err(
    `note: ${lanes} recorded with an earlier clean lane and no longer match. Record them again: ${command}\n`,
  );
}
