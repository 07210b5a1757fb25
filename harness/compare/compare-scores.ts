import {
  type ByMetric,
  infoOf,
  listMetrics,
  type MetricName,
  type MetricRef,
} from '../core/score/metric.ts';
import { countTokens } from '../core/talk/count-tokens.ts';
import { joinOwnMetrics } from './pair/join-own-metrics.ts';
import { adjustP } from '../stats/test/adjust-p.ts';
import { compareRecovery } from './judge/compare-recovery.ts';
import { compareReliability } from './judge/compare-reliability.ts';
import type { ComparedRecords } from './pair/compared-records.ts';
import type {
  ComparedBy,
  Comparison,
  MetricComparison,
  Divergence,
  ToolVerdict,
} from './comparison.ts';
import { countArgumentErrors, countConfusion, countEndReasons } from './find/count-facts.ts';
import { findFlips } from './find/find-flips.ts';
import { findRefusals } from './find/find-refusals.ts';
import { findToolChanges } from './find/find-tool-changes.ts';
import { chooseDeciding, gatedMetrics } from './gate/gated-metrics.ts';
import { judgeComparison } from './judge/judge-comparison.ts';
import { judgeMetric } from './judge/judge-metric.ts';
import { judgeTool, measureTools, type MeasuredTool } from './judge/judge-tools.ts';
import { measureMetric, type MeasuredMetric } from './judge/measure-metric.ts';
import { pairTrials, type Pairing, type TrialPair } from './pair/pair-trials.ts';
import { roundFigure } from './judge/format-figure.ts';

/** Facts about the transcripts, which are not kept in memory. */
export interface TranscriptEvidence {
  /** Keys of pairs whose transcripts are the same, event by event. */
  readonly same: ReadonlySet<string>;
  /** Where the transcripts of flipped pairs diverge, by key. */
  readonly divergences: ReadonlyMap<string, Divergence>;
}

/** How to compare. */
export interface CompareOptions {
  /** What the two sides differ in. */
  readonly by: ComparedBy;
  /** The largest loss that still counts as not worse; by default 0.05. A map names metrics apart. */
  readonly margin?: number;
  readonly margins?: ByMetric<number>;
  /** Metrics that are gated, instead of {@link gatedMetrics}; each of them must have been judged. */
  readonly metrics?: readonly MetricName[];
  /** Which of them must be shown to be not worse, instead of what the suite says, see `chooseDeciding`. */
  readonly deciding?: readonly MetricName[];
  /** See `RefusalRules`; by default 0.8. */
  readonly minCoverage?: number;
  /** Without it nothing is called identical, and flips have no divergence. */
  readonly transcripts?: TranscriptEvidence;
}

/**
 * Compares two sides over the trials that both have and could measure: paired by scenario, plan and repeat, averaged by
 * cluster, judged metric by metric, with Holm's adjustment over those that are gated.
 */
export function compareScores(
  baseline: ComparedRecords,
  candidate: ComparedRecords,
  options: CompareOptions,
): Comparison {
  return judgeDraft(draftComparison(baseline, candidate, options), noOthers);
}

/** A comparison with everything measured and nothing judged yet: p is still to be adjusted over all that are made. */
export interface ComparisonDraft {
  readonly sides: { readonly baseline: ComparedRecords; readonly candidate: ComparedRecords };
  readonly options: CompareOptions;
  readonly pairing: Pairing;
  readonly measured: readonly MeasuredMetric[];
  readonly tools: readonly MeasuredTool[];
}

/** Measures what {@link compareScores} judges. */
export function draftComparison(
  baseline: ComparedRecords,
  candidate: ComparedRecords,
  options: CompareOptions,
): ComparisonDraft {
  const sides = { baseline, candidate };
  const pairing = pairTrials(baseline.records, candidate.records, options.by);
  return {
    sides,
    options,
    pairing,
    measured: measureAll(pairing, sides, options),
    tools: measureTools(sides, pairing.pairs),
  };
}

/**
 * Judges comparisons that are made together, such as one baseline and several candidates, with Holm over all of them.
 */
export function compareTogether(drafts: readonly ComparisonDraft[]): readonly Comparison[] {
  return drafts.map((draft) =>
    judgeDraft(
      draft,
      drafts.filter((other) => other !== draft),
    ),
  );
}

const noOthers: readonly ComparisonDraft[] = [];

function toDescriptionTokens({
  baseline,
  candidate,
}: ComparisonDraft['sides']): Pick<Comparison, 'descriptionTokens'> {
  const [before, after] = [baseline, candidate].map(({ tools }) =>
    tools.reduce((sum, { description }) => sum + countTokens(description), 0),
  );
  if (before === undefined || after === undefined || before === after) return {};
  return { descriptionTokens: { baseline: before, candidate: after } };
}

function judgeDraft(draft: ComparisonDraft, others: readonly ComparisonDraft[]): Comparison {
  const { sides, options, pairing, measured } = draft;
  const { baseline, candidate } = sides;
  const identical = isIdentical(draft);
  const metrics = judgeAll(draft, others, identical);
  const tools = judgeTools(draft, others);
  const invalidReasons = findRefusals(sides, pairing, {
    metrics: measured,
    rules: { asked: options.metrics ?? [], minCoverage: options.minCoverage ?? 0.8 },
  });
  const coverage = toCoverage(pairing);
  return {
    schemaVersion: 1,
    suite: candidate.suite,
    by: options.by,
    baseline: baseline.side,
    candidate: candidate.side,
    identical,
    coverage,
    metrics,
    flips: findFlips(pairing.pairs, options.transcripts?.divergences),
    confusion: countConfusion(pairing.pairs),
    argumentErrors: countArgumentErrors(pairing.pairs),
    endReasons: countEndReasons(pairing.pairs),
    recovery: compareRecovery(pairing.pairs),
    reliability: compareReliability(pairing.pairs),
    toolChanges: findToolChanges(
      { baseline: baseline.tools, candidate: candidate.tools },
      pairing.pairs,
    ),
    ...toDescriptionTokens(sides),
    tools,
    ...toNotes(sides),
    ...(others.length === 0 ? {} : { comparedTogether: others.length + 1 }),
    ...judgeComparison({ metrics, tools, coverage, identical, invalidReasons }),
    invalidReasons,
  };
}

/** Of two toolsets that differ, what the suite says of each. */
function toNotes({ baseline, candidate }: ComparisonDraft['sides']): Pick<Comparison, 'notes'> {
  if (baseline.side.toolset === candidate.side.toolset) return {};
  const notes = [baseline, candidate].flatMap(({ side: { toolset }, note }) =>
    note === undefined ? [] : [{ toolset, note }],
  );
  return notes.length === 0 ? {} : { notes };
}

/** Lists gated metrics always, others where a trial was judged by them. */
function measureAll(
  pairing: Pairing,
  sides: ComparisonDraft['sides'],
  options: CompareOptions,
): readonly MeasuredMetric[] {
  const names = options.metrics ?? gatedMetrics;
  const gated = new Set(names);
  const named = options.deciding ?? sides.candidate.decides ?? sides.baseline.decides;
  const deciding = chooseDeciding(names, named);
  return listMetrics(joinOwnMetrics(sides, options.metrics)).flatMap((ref) => {
    const { metric } = ref;
    const margin = options.margins?.[metric] ?? options.margin ?? 0.05;
    const measured = measureMetric(pairing.pairs, {
      ...ref,
      gated: gated.has(metric),
      deciding: deciding.has(metric),
      margin,
    });
    const { judgedBaseline, judgedCandidate } = measured.values;
    return gated.has(metric) || judgedBaseline + judgedCandidate > 0 ? [measured] : [];
  });
}

function judgeAll(
  draft: ComparisonDraft,
  others: readonly ComparisonDraft[],
  identical: boolean,
): readonly MetricComparison[] {
  const tested = toTested(draft);
  const family = [...tested, ...others.flatMap(toTested)];
  const adjusted = adjustP(family.map(({ paired }) => paired.p ?? 1));
  return draft.measured.map((metric) => {
    const place = tested.indexOf(metric);
    const adjustedP = place < 0 ? null : (adjusted[place] ?? null);
    const { clustersPlanned } = draft.pairing;
    return judgeMetric(metric, { adjustedP, clustersPlanned, identical });
  });
}

function toTested({ measured }: ComparisonDraft): readonly MeasuredMetric[] {
  return measured.filter(({ rule, paired }) => rule.gated && paired.p !== null);
}

/** Tools are a separate family of tests, so that a large toolset does not reduce the statistical power for metrics. */
function judgeTools(
  draft: ComparisonDraft,
  others: readonly ComparisonDraft[],
): readonly ToolVerdict[] {
  const family = [...draft.tools, ...others.flatMap(({ tools }) => tools)];
  const adjusted = adjustP(family.map(({ p }) => p));
  return draft.tools.map((tool, place) => judgeTool(tool, adjusted[place] ?? 1));
}

function isIdentical({
  sides,
  pairing: { pairs },
  options: { transcripts },
}: ComparisonDraft): boolean {
  if (pairs.length === 0 || transcripts === undefined) return false;
  const metrics = listMetrics(joinOwnMetrics(sides));
  return pairs.every((pair) => transcripts.same.has(pair.key) && hasSameScores(pair, metrics));
}

/** Timing is ignored when comparing. */
function hasSameScores({ baseline, candidate }: TrialPair, metrics: readonly MetricRef[]): boolean {
  if (baseline.verdict !== candidate.verdict) return false;
  return metrics.every((ref) => {
    const { metric } = ref;
    // An accepted baseline keeps the values of some metrics only.
    const [mine, other] = [baseline.scores[metric], candidate.scores[metric]];
    if (mine === undefined || other === undefined || infoOf(ref).unit === 'ms') return true;
    return roundFigure(mine.value ?? -1) === roundFigure(other.value ?? -1);
  });
}

function toCoverage(pairing: Pairing): Comparison['coverage'] {
  return {
    pairedTrials: pairing.pairs.length,
    onlyBaseline: pairing.onlyBaseline,
    onlyCandidate: pairing.onlyCandidate,
    invalid: pairing.invalid,
    clusters: new Set(pairing.pairs.map((pair) => pair.cluster)).size,
    scenarios: pairing.pairedScenarios,
    scenariosPlanned: pairing.scenarios,
  };
}
