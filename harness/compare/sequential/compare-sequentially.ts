import type { ComparedRecords } from '../pair/compared-records.ts';
import type { ComparedBy, Comparison } from '../comparison.ts';
import { compareScores, type CompareOptions } from '../compare-scores.ts';
import { judgeSequentially, type StoppedTest } from './judge-sequentially.ts';
import { toMetricClusters } from '../pair/metric-clusters.ts';
import { pairTrials } from '../pair/pair-trials.ts';
import { infoOf, type MetricName, type MetricRef } from '../../core/score/metric.ts';
import { createRandom } from '../../core/random.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { UsageError } from '../../core/usage-error.ts';
import {
  createSequentialTest,
  type SequentialState,
} from '../../stats/test/create-sequential-test.ts';
import { mean } from '../../stats/interval/mean.ts';
import { selectScenarios } from '../../run/plan/plan-groups.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { runSide } from '../pair/run-side.ts';
import { rehearseRun } from '../../run/spend/rehearse-run.ts';

/** What is compared, and how long at most. */
export interface SequentialChoice extends MetricRef {
  readonly baseline: string;
  readonly candidate: string;
  readonly by: ComparedBy;
  /** In (0, 1). */
  readonly margin: number;
  /** The most clusters that are run; `null` = all. */
  readonly budget: number | null;
  /** Called after each look. */
  readonly onLook: (state: SequentialState) => void;
}

/**
 * Runs two variants cluster by cluster, in an order drawn from the seed, until it is decided or the budget is used up.
 * Looking after each cluster does not raise the error rate, since the test accounts for it.
 *
 * @throws UsageError for a metric that is not a share, since its differences have no bounds.
 */
export async function compareSequentially(
  options: RunOptions,
  choice: SequentialChoice,
): Promise<{ readonly comparison: Comparison; readonly requests: number }> {
  const { metric, margin } = choice;
  const { unit, better } = infoOf(choice);
  if (unit !== 'share') {
    throw new UsageError(`Cannot compare by ${metric} cluster by cluster: only shares have bounds`);
  }
  const clusters = drawOrder(toClusters(options, choice), options.seed);
  const budget = Math.min(clusters.length, choice.budget ?? clusters.length);
  if (budget === 0) throw new UsageError('Cannot compare: no scenario is for both variants');
  const { onExpected, ...quiet } = options;
  if (options.mode !== 'replay' && onExpected !== undefined) {
    const variants = [choice.baseline, choice.candidate];
    const all = { ...options, variants, scenarios: clusters.slice(0, budget).flat() };
    onExpected(await rehearseRun(all), all);
  }
  const test = createSequentialTest({ budget, margin });
  const seen = createGathering();
  let state: SequentialState | null = null;
  for (const scenarios of clusters.slice(0, budget)) {
    const look = await runLook(quiet, choice, scenarios);
    seen.add(look);
    const difference = toDifference(look, metric);
    if (difference === null) continue;
    state = test.add(better === 'higher' ? difference : -difference);
    choice.onLook(state);
    if (state.verdict !== null) break;
  }
  const stopped: StoppedTest = {
    ...(choice.info === undefined ? {} : { info: choice.info }),
    metric,
    budget,
    state,
    interval: state === null ? { lower: -1, upper: 1 } : test.interval(),
  };
  return {
    comparison: judgeSequentially(seen.compare(choice), stopped),
    requests: seen.requests(),
  };
}

interface Look {
  readonly baseline: ComparedRecords;
  readonly candidate: ComparedRecords;
  readonly requests: number;
}

async function runLook(
  options: RunOptions,
  choice: SequentialChoice,
  scenarios: readonly string[],
): Promise<Look> {
  const side = await runSide({
    ...options,
    variants: [choice.baseline, choice.candidate],
    scenarios,
    runId: `${options.runId}-look`,
  });
  return {
    baseline: await side.source.load(choice.baseline),
    candidate: await side.source.load(choice.candidate),
    requests: side.requests,
  };
}

/** Trials of all looks so far, as if they were one run. */
function createGathering(): {
  add(look: Look): void;
  requests(): number;
  compare(choice: SequentialChoice): Comparison;
} {
  const looks: Look[] = [];
  const join = (side: 'baseline' | 'candidate'): ComparedRecords => {
    const [first] = looks;
    if (first === undefined) throw new UsageError('Cannot compare: nothing was run');
    const records: readonly ScoreRecord[] = looks.flatMap((look) => look[side].records);
    return { ...first[side], records, refusals: [] };
  };
  return {
    add: (look) => {
      looks.push(look);
    },
    requests: () => looks.reduce((sum, look) => sum + look.requests, 0),
    compare: ({ by, metric, margin }) => {
      const compareOptions: CompareOptions = { by, metrics: [metric], margin };
      return compareScores(join('baseline'), join('candidate'), compareOptions);
    },
  };
}

function toDifference({ baseline, candidate }: Look, metric: MetricName): number | null {
  const { pairs } = pairTrials(baseline.records, candidate.records, 'variant');
  const { clusters } = toMetricClusters(pairs, metric);
  if (clusters.length === 0) return null;
  return mean(clusters.map((cluster) => mean(cluster.differences)));
}

/** The scenarios of each cluster that are wanted and for both variants. */
function toClusters(
  { suite, scenarios }: RunOptions,
  { baseline, candidate }: SequentialChoice,
): readonly (readonly string[])[] {
  const clusters = new Map<string, string[]>();
  for (const scenario of selectScenarios(suite, scenarios)) {
    const { variants } = scenario;
    if (variants !== null && !(variants.includes(baseline) && variants.includes(candidate)))
      continue;
    const ids = clusters.get(scenario.cluster) ?? [];
    clusters.set(scenario.cluster, ids);
    ids.push(scenario.id);
  }
  return [...clusters.values()];
}

/** An order that is independent of outcomes. Source: Fisher and Yates, by Durstenfeld, CACM 7 (1964) 420. */
function drawOrder<Item>(items: readonly Item[], seed: string): readonly Item[] {
  const random = createRandom(`${seed}/clusters`);
  const drawn = [...items];
  for (let last = drawn.length - 1; last > 0; last -= 1) {
    const place = Math.floor(random.next() * (last + 1));
    const [one, other] = [drawn[last], drawn[place]];
    if (one !== undefined && other !== undefined) {
      drawn[last] = other;
      drawn[place] = one;
    }
  }
  return drawn;
}
