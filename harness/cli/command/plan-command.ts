import { type Command, InvalidArgumentError } from 'commander';

import { formatGap, formatP } from '../../compare/judge/format-figure.ts';
import { choosePairs } from '../../compare/pair/choose-pairs.ts';
import { infoOf, type MetricName } from '../../core/score/metric.ts';
import { exitCodes } from '../../core/run.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { UsageError } from '../../core/usage-error.ts';
import {
  planFromAssumptions,
  planFromRun,
  type ComparisonPlan,
  type PlannedComparison,
} from '../../compare/sequential/plan-comparison.ts';
import type { RunSource } from '../../compare/pair/run-source.ts';
import { planGroups } from '../../run/plan/plan-groups.ts';
import type { CliIo } from '../io/cli-io.ts';
import { openSuite } from '../../api/place/open-suite.ts';
import { toMetricOf } from '../../compare/pair/join-own-metrics.ts';
import { openSource } from '../../api/open/open-sources.ts';
import { readCount, readList } from '../flag/read-list.ts';
import { priceRecording, toPriceText } from '../flag/price-recording.ts';
import { readMetrics, readShare } from '../flag/read-metrics.ts';
import type { SetExitCode } from '../set-exit-code.ts';

interface PlanFlags {
  readonly repeats?: number;
  readonly variant?: string;
  readonly run?: string;
  readonly baseline?: string;
  readonly candidate?: string;
  readonly metric?: readonly MetricName[];
  readonly drop: number;
  readonly power: number;
  readonly rate: number;
  readonly icc: number;
  readonly interaction: number;
  readonly faults?: readonly string[];
  readonly json?: boolean;
}

/** Adds `plan`. */
export function addPlanCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  addFlags(program.command('plan'))
    .description(
      'Show how large a difference a comparison on this suite can find, before it is run.',
    )
    .addHelpText(
      'after',
      `
The exit code is 3 when no outcome could be a significant regression.

Examples:
  toolrig plan suites/support-desk --repeats 3
  toolrig plan suites/orders --faults standard,full,smoke
  toolrig plan suites/support-desk --run reports/runs/20260101T120000Z-support-desk --drop 0.1`,
    )
    .action(async (suite: string, flags: PlanFlags) => {
      setExitCode(await planAndTell(suite, flags, io));
    });
}

function addFlags(command: Command): Command {
  return command
    .argument('<suite>', 'a suite file, a folder with one, or the name of a shipped suite')
    .option('--repeats <n>', "attempts at each scenario (default: the suite's own)", readCount)
    .option('--variant <name>', 'count the scenarios that are for this variant')
    .option('--run <folder>', 'take the variances from this run instead of assuming them')
    .option('--baseline <name>', 'with --run: the first variant')
    .option('--candidate <name>', 'with --run: the second variant')
    .option('--metric <name>', 'with --run: the metric to plan for', readMetrics)
    .option('--drop <share>', 'the loss that the comparison has to find', readInside, 0.05)
    .option(
      '--power <share>',
      'statistical power: the probability of finding that loss',
      readInside,
      0.8,
    )
    .option('--rate <share>', 'assumed pass rate', readInside, 0.8)
    .option('--icc <share>', 'assumed correlation of repeats', readShare, 0.5)
    .option(
      '--interaction <share>',
      'assumed share of scenarios that react differently from the others',
      readShare,
      0.25,
    )
    .option(
      '--faults <plans>',
      'also show what recording takes under each of these fault plans: standard, full, smoke, ...',
      readList,
    )
    .option('--json', 'print one JSON object on standard output');
}

/** A share that is neither 0 nor 1: with these there is nothing to plan. */
function readInside(text: string): number {
  const share = readShare(text);
  if (share === 0 || share === 1) {
    throw new InvalidArgumentError('Expected a number between 0 and 1.');
  }
  return share;
}

async function planAndTell(word: string, flags: PlanFlags, io: CliIo): Promise<number> {
  const { suite } = await openSuite(word, {}, io);
  const planned = toPlanned(suite, flags);
  const plan = await makePlan({ planned, suite: suite.name }, flags, io);
  const recording = flags.faults === undefined ? [] : await priceRecording(word, flags, io);
  const priced = recording.length === 0 ? {} : { recording };
  io.out(
    flags.json === true
      ? `${JSON.stringify({ schemaVersion: 1, suite: suite.name, metric: planned.metric, ...plan, ...priced }, null, 2)}\n`
      : `${toText(suite, planned, plan)}${toPriceText(recording)}`,
  );
  return plan.hopeless ? exitCodes.inconclusive : exitCodes.passed;
}

function toPlanned(suite: Suite, flags: PlanFlags): PlannedComparison {
  const repeats = flags.repeats ?? suite.repeats;
  const groups = planGroups(suite, {
    variants: flags.variant === undefined ? null : [flags.variant],
    scenarios: null,
    repeats: 1,
  });
  if (groups.length === 0) {
    throw new UsageError(
      `Cannot plan suite "${suite.name}": it has no scenario for ${flags.variant === undefined ? 'its default variant' : `variant "${flags.variant}"`}`,
    );
  }
  return {
    clusters: new Set(groups.map((group) => group.scenario.cluster)).size,
    repeats,
    drop: flags.drop,
    power: flags.power,
    ...toMetricOf(suite, flags.metric?.[0] ?? 'task.success'),
  };
}

async function openRunOf(suite: string, run: string, io: CliIo): Promise<RunSource> {
  const source = await openSource(run, io);
  if (source === null) {
    throw new UsageError(`Cannot plan from "${run}": it is neither a run folder nor a baseline`);
  }
  if (source.suite !== suite) {
    throw new UsageError(
      `Cannot plan suite "${suite}" from "${run}": it is of another suite, "${source.suite}"`,
    );
  }
  return source;
}

async function makePlan(
  { planned, suite }: { readonly planned: PlannedComparison; readonly suite: string },
  flags: PlanFlags,
  io: CliIo,
): Promise<ComparisonPlan> {
  const assumed = { rate: flags.rate, icc: flags.icc, interaction: flags.interaction };
  if (flags.run === undefined) return planFromAssumptions(planned, assumed);
  const source = await openRunOf(suite, flags.run, io);
  const { baseline = null, candidate } = flags;
  const isPair = source.variants.length > 1 || baseline !== null || candidate !== undefined;
  const pairs = choosePairs(source.variants, {
    baseline,
    candidates: candidate === undefined ? null : [candidate],
    by: null,
  });
  if (isPair && !pairs.ok) throw new UsageError(`Cannot plan from ${source.label}: ${pairs.error}`);
  const first = isPair && pairs.ok ? pairs.value[0] : undefined;
  const pair = first === undefined ? null : ([first.baseline, first.candidate] as const);
  return await planFromRun(planned, source, { pair, assumed });
}

function toRepeatText({ repeatsKnown, betweenShare }: ComparisonPlan): string {
  return repeatsKnown
    ? `no number of repeats of these would: ${Math.round(betweenShare * 100)} % of the variance of a difference is between scenarios`
    : 'the effect of more repeats is not known, since none were run';
}

function toText(suite: Suite, planned: PlannedComparison, plan: ComparisonPlan): string {
  const { unit } = infoOf(planned);
  const gap = (size: number): string => formatGap(size, unit);
  const drop = gap(plan.drop);
  const percent = `${Math.round(planned.power * 100)} %`;
  const lines = [
    `suite ${suite.name}: ${plan.scenarios} independent clusters x ${plan.repeats} ${plan.repeats === 1 ? 'repeat' : 'repeats'} under each of two variants`,
    plan.basis,
    plan.smallestDrop === null
      ? `no drop, however large, would be found with ${percent} certainty`
      : `the smallest drop found with ${percent} certainty: ${gap(plan.smallestDrop)}`,
    `a drop of ${drop} would be found with ${Math.round(plan.power * 100)} % certainty`,
    plan.scenariosForDrop === null
      ? `no number of scenarios would find a drop of ${drop}`
      : `${plan.scenariosForDrop} clusters at ${plan.repeats} ${plan.repeats === 1 ? 'repeat' : 'repeats'} would find it with ${percent} certainty`,
    plan.repeatsForDrop === null
      ? toRepeatText(plan)
      : `${plan.repeatsForDrop} repeats of these would too`,
    `the smallest p that these can give: ${formatP(plan.smallestP)}`,
  ];
  if (plan.hopeless) {
    lines.push(
      'this is not below 0.05: no outcome could be a significant regression. Add scenarios first',
    );
  }
  return `${lines.join('\n')}\n`;
}
