import { estimateReliability } from '../../compare/judge/compare-reliability.ts';
import { estimateSide } from '../../compare/judge/estimate-side.ts';
import {
  infoOf,
  listMetrics,
  type MetricInfo,
  type MetricName,
  type MetricRef,
} from '../../core/score/metric.ts';
import type { VariantSummary } from '../../core/run.ts';
import { DiagnosisFold } from '../../diagnosis/fold-diagnosis.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import type { ConfusionCount, FaultFigure, MetricFigure, VariantReport } from '../report-data.ts';

interface MetricTotals {
  readonly clusters: Map<string, number[]>;
  count: number;
  of: number;
  judged: number;
  unmeasured: number;
}

type FaultTotals = { -readonly [Key in keyof FaultFigure]: FaultFigure[Key] };

/** Folds the scores of one variant, trial by trial; holds values and counts, never transcripts. */
export class VariantFold {
  readonly #known: readonly MetricRef[];
  readonly #metrics = new Map<MetricName, MetricTotals>();
  readonly #confusion = new Map<
    string,
    { -readonly [Key in keyof ConfusionCount]: ConfusionCount[Key] }
  >();
  readonly #faults = new Map<string | null, FaultTotals>();

  readonly #diagnosis = new DiagnosisFold();
  readonly #attempts = new Map<
    string,
    { readonly cluster: string; trials: number; successes: number }
  >();

  /** @param own - how the run's own metrics are displayed. */
  constructor(own: readonly MetricInfo[] = []) {
    this.#known = listMetrics(own);
  }

  /** @param trial - its transcript, for the diagnosis; `null` where only scores are read. */
  add(score: ScoreRecord, trial: Pick<TrialRecord, 'lane' | 'events'> | null): void {
    if (trial !== null) this.#diagnosis.add(trial, score);
    this.#addAttempt(score);
    for (const { metric } of this.#known) this.#addMetric(metric, score);
    for (const { expected, called } of score.facts?.confusion ?? []) {
      const key = JSON.stringify([expected, called]);
      const cell = this.#confusion.get(key) ?? { expected, called, count: 0 };
      this.#confusion.set(key, cell);
      cell.count += 1;
    }
    this.#addFaults(score);
  }

  toReport(name: string, summary: VariantSummary): VariantReport {
    const figures = this.#known.flatMap((ref) => {
      const totals = this.#metrics.get(ref.metric);
      return totals === undefined ? [] : [toFigure(ref, totals)];
    });
    return {
      name,
      summary,
      figures,
      confusion: [...this.#confusion.values()].toSorted(byCell),
      faults: [...this.#faults.values()].toSorted(byKind),
      diagnosis: this.#diagnosis.toDiagnosis(),
      reliability: estimateReliability([...this.#attempts.values()]),
    };
  }

  #addMetric(metric: MetricName, { scores, cluster }: ScoreRecord): void {
    const score = scores[metric];
    if (score === undefined) return;
    const totals = this.#metrics.get(metric) ?? createTotals();
    this.#metrics.set(metric, totals);
    totals.count += score.count;
    totals.of += score.of;
    if (score.value === null) {
      totals.unmeasured += 1;
      return;
    }
    totals.judged += 1;
    const values = totals.clusters.get(cluster) ?? [];
    totals.clusters.set(cluster, values);
    values.push(score.value);
  }

  /** A partial success does not count. */
  #addAttempt({ lane, cluster, scores }: ScoreRecord): void {
    const value = scores['task.success']?.value ?? null;
    if (value === null) return;
    const key = JSON.stringify([lane.scenario, lane.plan]);
    const attempts = this.#attempts.get(key) ?? { cluster, trials: 0, successes: 0 };
    this.#attempts.set(key, attempts);
    attempts.trials += 1;
    if (value === 1) attempts.successes += 1;
  }

  #addFaults({ faults, scores }: ScoreRecord): void {
    const success = scores['task.success']?.value ?? null;
    const struck = faults.filter((fault) => fault.fired > 0);
    if (faults.length > 0 && struck.length === 0) return;
    const kinds = struck.length === 0 ? [null] : new Set(struck.map((fault) => fault.kind));
    for (const kind of kinds) {
      const totals = this.#faults.get(kind) ?? {
        kind,
        judged: 0,
        succeeded: 0,
        told: 0,
        handled: 0,
      };
      this.#faults.set(kind, totals);
      if (success !== null) totals.judged += 1;
      if (success === 1) totals.succeeded += 1;
      const told = struck.filter((fault) => fault.kind === kind && fault.handled !== null);
      totals.told += told.length;
      totals.handled += told.filter((fault) => fault.handled === true).length;
    }
  }
}

function createTotals(): MetricTotals {
  return { clusters: new Map(), count: 0, of: 0, judged: 0, unmeasured: 0 };
}

function toFigure(ref: MetricRef, totals: MetricTotals): MetricFigure {
  const { clusters, count, of, judged, unmeasured } = totals;
  return {
    ...ref,
    estimate: estimateSide([...clusters.values()], infoOf(ref).unit),
    count: round(count),
    of: round(of),
    judged,
    unmeasured,
    clusters: clusters.size,
  };
}

/** Sums of shares must not show the noise of binary fractions. */
function round(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

/** No call comes last. */
function byCell(a: ConfusionCount, b: ConfusionCount): number {
  return byName(a.expected, b.expected) || byName(a.called, b.called);
}

function byName(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null || a < b ? -1 : 1;
}

/** Trials without a fault come first. */
function byKind(a: FaultFigure, b: FaultFigure): number {
  if (a.kind === null) return -1;
  return b.kind === null || a.kind > b.kind ? 1 : -1;
}
