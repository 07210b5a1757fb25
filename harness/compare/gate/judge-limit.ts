import type { Gate } from '../../core/suite/gate.ts';
import { infoOf } from '../../core/score/metric.ts';
import type { Verdict } from '../../core/run.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import type { Estimate } from '../comparison.ts';
import { estimateSide } from '../judge/estimate-side.ts';
import { findBreakers } from '../bisect/find-breakers.ts';
import { formatFigure } from '../judge/format-figure.ts';
import type { GateResult } from './gate-report.ts';

type LimitGate = Gate & { readonly kind: 'limit' };

/**
 * Judges a metric of a run by fixed limits. At a bound of the interval: met when the bound keeps the limit, FAIL
 * when the other bound does not either, INCONCLUSIVE in between.
 */
export function judgeLimit(gate: LimitGate, run: ComparedRecords): GateResult {
  const valid = run.records.filter(isValid);
  const estimate = estimateSide(toClusters(gate, valid), infoOf(gate).unit);
  const verdict = toVerdict(gate, estimate);
  const holds = verdict === 'PASS';
  return {
    gate,
    rule: describeLimit(gate),
    variant: run.side.name,
    verdict,
    sentence: describe(gate, estimate, verdict),
    breakers: holds
      ? []
      : findBreakers(gate.metric, { now: valid, baseline: [] }, (value) => toExcess(gate, value)),
    causes: [],
  };
}

/** The rule in words. */
function describeLimit(gate: LimitGate): string {
  const { metric, min, max, at } = gate;
  const { unit } = infoOf(gate);
  const limits = [
    min === null ? null : `at least ${formatFigure(min, unit)}`,
    max === null ? null : `at most ${formatFigure(max, unit)}`,
  ];
  const figure = at === 'value' ? '' : ` at its ${at} bound`;
  return `${metric} ${limits.filter((limit) => limit !== null).join(' and ')}${figure}`;
}

function isValid(record: ScoreRecord): boolean {
  return record.verdict === 'passed' || record.verdict === 'failed';
}

function toClusters(
  { metric }: LimitGate,
  records: readonly ScoreRecord[],
): readonly (readonly number[])[] {
  const clusters = new Map<string, number[]>();
  for (const { cluster, scores } of records) {
    const value = scores[metric]?.value ?? null;
    if (value === null) continue;
    const values = clusters.get(cluster) ?? [];
    clusters.set(cluster, values);
    values.push(value);
  }
  return [...clusters.values()];
}

function toVerdict(gate: LimitGate, { value, low, high }: Estimate): Verdict {
  if (value === null || !Number.isFinite(value)) return 'INVALID';
  if (gate.at === 'value') return keeps(gate, value) ? 'PASS' : 'FAIL';
  if (low === null || high === null) return 'INCONCLUSIVE';
  const [asked, other] = gate.at === 'lower' ? [low, high] : [high, low];
  if (keeps(gate, asked)) return 'PASS';
  return keeps(gate, other) ? 'INCONCLUSIVE' : 'FAIL';
}

function keeps({ min, max }: LimitGate, value: number): boolean {
  return (min === null || value >= min - 1e-9) && (max === null || value <= max + 1e-9);
}

function toExcess({ min, max }: LimitGate, value: number): number {
  return Math.max(min === null ? 0 : min - value, max === null ? 0 : value - max);
}

function describe(gate: LimitGate, { value, low, high }: Estimate, verdict: Verdict): string {
  const { unit } = infoOf(gate);
  if (value === null) return `${gate.metric} was judged in no trial`;
  const interval =
    low === null || high === null
      ? ''
      : ` (95 % interval ${formatFigure(low, unit)} to ${formatFigure(high, unit)})`;
  const figure = `${gate.metric} is ${formatFigure(value, unit)}${interval}`;
  if (verdict === 'PASS') return `${figure}: the gate holds`;
  if (verdict === 'FAIL') return `${figure}: the gate is broken`;
  return low === null
    ? `${figure}: one cluster, or the same figure in each, gives no interval, so the gate cannot be judged at a bound`
    : `${figure}: the value may keep the limit, but this few trials do not show it`;
}
