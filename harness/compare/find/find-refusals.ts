import {
  infoOf,
  isBuiltIn,
  listMetrics,
  type MetricName,
  type MetricRef,
} from '../../core/score/metric.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { joinOwnMetrics } from '../pair/join-own-metrics.ts';
import type { Comparison } from '../comparison.ts';
import type { MeasuredMetric } from '../judge/measure-metric.ts';
import type { Pairing } from '../pair/pair-trials.ts';

type Refusal = Comparison['invalidReasons'][number];

/** The conditions for a meaningful comparison. */
export interface RefusalRules {
  /** Metrics that were asked for by name: each must have been judged. */
  readonly asked: readonly MetricName[];
  /** Share of the scenarios of either side that both must have, and of the paired trials that must be valid. */
  readonly minCoverage: number;
}

/** Finds every reason why a comparison measured nothing, or not what was requested. Without a reason, it counts. */
export function findRefusals(
  sides: { readonly baseline: ComparedRecords; readonly candidate: ComparedRecords },
  pairing: Pairing,
  measured: { readonly metrics: readonly MeasuredMetric[]; readonly rules: RefusalRules },
): readonly Refusal[] {
  const { metrics, rules } = measured;
  const nothing = findNothing(sides, pairing);
  return [
    ...ofRuns(sides),
    ...ofMissing(sides, rules),
    ...ofDoubles(pairing),
    ...(metrics.some(isNotFinite) ? [] : ofRanges(sides)),
    ...(nothing === null
      ? [...ofCoverage(pairing, rules), ...ofMetrics(metrics, rules)]
      : [nothing]),
  ];
}

function ofRuns({ baseline, candidate }: Parameters<typeof findRefusals>[0]): readonly Refusal[] {
  return [
    ...baseline.refusals.map(({ code, text }) => ({ code, text: `Baseline: ${text}` })),
    ...candidate.refusals.map(({ code, text }) => ({ code, text: `Candidate: ${text}` })),
  ];
}

/** A metric of a team's own that the baseline has and the candidate does not: it cannot be shown to be not worse. */
function ofMissing(
  { baseline, candidate }: Parameters<typeof findRefusals>[0],
  { asked }: RefusalRules,
): readonly Refusal[] {
  if (asked.length > 0) return [];
  const has = new Set((candidate.own ?? []).map(({ name }) => name));
  return (baseline.own ?? [])
    .filter(({ name }) => !has.has(name))
    .map(({ name }) => ({
      code: 'metric_missing',
      text: `The candidate lacks the metric ${name}, which the baseline has. Run it with the scorer that gives it, or name the metrics that decide`,
    }));
}

function ofDoubles({ doubled }: Pairing): readonly Refusal[] {
  const [first] = doubled;
  if (first === undefined) return [];
  const text = `${doubled.length} trials are there twice on one side, such as "${first}": it is not known which counts`;
  return [{ code: 'doubled_trials', text }];
}

function isNotFinite({ rule, paired }: MeasuredMetric): boolean {
  return rule.gated && paired.reason === 'not_finite';
}

/** Finds scores that no scorer gives: the file was damaged, or edited by hand. */
function ofRanges({ baseline, candidate }: Parameters<typeof findRefusals>[0]): readonly Refusal[] {
  const metrics = listMetrics(joinOwnMetrics({ baseline, candidate }));
  const damaged = [...baseline.records, ...candidate.records].flatMap(({ lane, scores }) =>
    metrics
      .filter((ref) => isOutOfRange(ref, scores[ref.metric]?.value ?? null))
      .map(({ metric }) => `${metric} of "${lane.scenario}/${lane.plan}/r${lane.repeat}"`),
  );
  const [first] = damaged;
  if (first === undefined) return [];
  const text = `The scores are damaged: ${damaged.length} values are outside of what their metric can be, such as ${first}`;
  return [{ code: 'damaged_scores', text }];
}

function isOutOfRange(ref: MetricRef, value: number | null): boolean {
  if (value === null || Number.isNaN(value)) return false;
  const most = infoOf(ref).unit === 'share' ? 1 : Number.MAX_VALUE;
  return value < 0 || value > most;
}

function findNothing(
  { baseline, candidate }: Parameters<typeof findRefusals>[0],
  pairing: Pairing,
): Refusal | null {
  if (pairing.pairs.length > 0) return null;
  const empty = baseline.records.length === 0 ? baseline : candidate;
  if (empty.records.length === 0) {
    return { code: 'no_trials', text: `"${empty.side.name}" has no trials at all` };
  }
  const all = [...baseline.records, ...candidate.records];
  if (all.every((record) => record.verdict === 'skipped')) {
    return { code: 'all_skipped', text: 'Every trial of both sides was skipped' };
  }
  if (pairing.invalid > 0) {
    const [cause] = [...(baseline.causes ?? []), ...(candidate.causes ?? [])];
    const text = `None of the ${pairing.invalid} trials that both sides have could be measured on both`;
    return { code: 'all_invalid', text: cause === undefined ? text : `${text}. ${cause}` };
  }
  const theirs = new Set(candidate.records.map((record) => record.lane.scenario));
  return baseline.records.some((record) => theirs.has(record.lane.scenario))
    ? {
        code: 'no_common_trial',
        text: 'The two sides share scenarios, but no trial of the same plan and repeat that ran on both',
      }
    : { code: 'no_common_scenario', text: 'The two sides have no scenario in common' };
}

/** 0.55 of 20 is a hair more than 11. */
const roundingError = 1e-9;

function ofCoverage(pairing: Pairing, { minCoverage }: RefusalRules): readonly Refusal[] {
  const { pairs, invalid, pairedScenarios, scenarios } = pairing;
  const refusals: Refusal[] = [];
  if (pairedScenarios < minCoverage * scenarios - roundingError) {
    const text = `Only ${pairedScenarios} of ${scenarios} scenarios ran on both sides: less than the ${toPercent(minCoverage)} that must`;
    refusals.push({ code: 'coverage_too_small', text });
  }
  if (pairs.length < minCoverage * (pairs.length + invalid) - roundingError) {
    const text = `${invalid} of ${pairs.length + invalid} trials could not be measured: the remaining ones may be the easier part`;
    refusals.push({ code: 'too_many_invalid', text });
  }
  return refusals;
}

function ofMetrics(
  metrics: readonly MeasuredMetric[],
  { asked }: RefusalRules,
): readonly Refusal[] {
  const gated = metrics.filter(({ rule }) => rule.gated);
  const refusals = gated.flatMap((metric) => ofMetric(metric, asked));
  if (refusals.length > 0 || gated.some(({ paired }) => paired.clusters > 0)) return refusals;
  const names = gated.map(({ rule }) => rule.metric).join(', ');
  return [
    {
      code: 'nothing_judged',
      text: names === '' ? 'No metric is gated' : `None of the gated metrics was judged: ${names}`,
    },
  ];
}

function ofMetric(
  { rule: { metric }, values, paired }: MeasuredMetric,
  asked: readonly MetricName[],
): readonly Refusal[] {
  if (paired.reason === 'not_finite') {
    return [{ code: 'not_finite', text: `${metric} has a value that is not a finite number` }];
  }
  if (paired.clusters > 0) return [];
  const { judgedBaseline, judgedCandidate } = values;
  if (judgedBaseline > 0 !== judgedCandidate > 0 && !dependsOnCalls(metric)) {
    const [has, lacks] = judgedBaseline > 0 ? ['baseline', 'candidate'] : ['candidate', 'baseline'];
    return [
      {
        code: 'judged_on_one_side',
        text: `${metric} was judged on the side of the ${has} and nowhere on that of the ${lacks}`,
      },
    ];
  }
  return asked.includes(metric)
    ? [{ code: 'metric_not_judged', text: `${metric} was asked for and judged in no paired trial` }]
    : [];
}

/**
 * Metrics that have nothing to judge when a model makes no call, and a team's own metrics, which decide themselves
 * where they apply: a missing value is a result of behaviour, not a fault of the run.
 */
function dependsOnCalls(metric: MetricName): boolean {
  return !isBuiltIn(metric) || /^(arguments|effects|safety|honesty|recovery)\./u.test(metric);
}

function toPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
