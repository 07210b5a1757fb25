import { infoOf, type MetricRef } from '../../core/score/metric.ts';
import type { Gate } from '../../core/suite/gate.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { findBreakers } from '../bisect/find-breakers.ts';
import type { Comparison, ToolChange } from '../comparison.ts';
import { formatFigure, formatGap } from '../judge/format-figure.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { toTrialKey } from '../pair/pair-trials.ts';
import type { GateBreaker, GateResult } from './gate-report.ts';

type MarginGate = Gate & { readonly kind: 'margin' };

/** Judges one gate against the baseline by the comparison that all such gates of the variant share. */
export function judgeMargin(
  gate: MarginGate,
  sides: { readonly now: ComparedRecords; readonly baseline: ComparedRecords },
  comparison: Comparison,
): GateResult {
  const { better } = infoOf(gate);
  const metric = comparison.metrics.find((candidate) => candidate.metric === gate.metric);
  const isInvalid = comparison.invalidReasons.length > 0 || metric === undefined;
  const records = { now: sides.now.records, baseline: sides.baseline.records };
  const unpaired = judgeUnpaired(gate, records);
  const compared = isInvalid ? 'INVALID' : metric.verdict;
  const isOpen = compared === 'PASS' && unpaired.breakers.length > 0;
  const verdict = isOpen ? 'INCONCLUSIVE' : compared;
  return {
    gate,
    rule: describeMargin(gate),
    variant: sides.now.side.name,
    verdict,
    sentence: isInvalid
      ? toReasons(gate, comparison)
      : [toSame(comparison), metric.sentence, metric.advice, unpaired.sentence]
          .filter((text) => text !== null)
          .join('. '),
    breakers: isOpen
      ? unpaired.breakers
      : compared === 'PASS'
        ? []
        : findBreakers(gate.metric, records, (value, before) => {
            if (before === null) return 0;
            return better === 'higher' ? before - value : value - before;
          }),
    // Those that moved most scenarios come first.
    causes:
      verdict === 'PASS'
        ? []
        : comparison.toolChanges
            .toSorted((a, b) => b.moved.length - a.moved.length)
            .map(describeChange),
  };
}

/** A valid comparison that lacks the metric gives no reason, so one is added. */
function toReasons({ metric }: MarginGate, { invalidReasons }: Comparison): string {
  return invalidReasons.length === 0
    ? `${metric} is not part of the comparison with the baseline`
    : invalidReasons.map((reason) => reason.text).join('. ');
}

function toSame({ identical, coverage }: Comparison): string | null {
  return identical
    ? `All ${coverage.pairedTrials} paired trials are as in the baseline, event by event`
    : null;
}

/** The rule in words. */
export function describeMargin(gate: MarginGate): string {
  const { metric, margin } = gate;
  const { unit } = infoOf(gate);
  const isAmount = unit === 'tokens' || unit === 'ms' || unit === 'usd';
  const gap = isAmount ? formatFigure(margin, 'share') : formatGap(margin, unit);
  return `${metric} not worse than the accepted baseline by more than ${gap}`;
}

/** A changed tool with the change of its selection. */
function describeChange(change: ToolChange): string {
  const what = [
    change.renamedFrom === undefined ? null : 'name',
    change.description.some((piece) => piece.kind !== 'same') ? 'description' : null,
    change.parameters.length > 0 ? `parameters (${change.parameters.join(', ')})` : null,
  ];
  const { recall, moved } = change;
  const chosen =
    recall.baseline === null || recall.candidate === null
      ? ''
      : `; called where it was expected: ${formatFigure(recall.baseline, 'share')} before, ${formatFigure(recall.candidate, 'share')} now`;
  const scenarios = moved.length === 0 ? '' : `; moved: ${moved.join(', ')}`;
  return `tool ${toNames(change)}: ${what.filter((part) => part !== null).join(' and ')} changed${chosen}${scenarios}`;
}

function toNames({ tool, renamedFrom }: ToolChange): string {
  return renamedFrom === undefined ? `"${tool}"` : `"${tool}" (before: "${renamedFrom}")`;
}

/** The trials that the accepted baseline does not have, as a gate with a margin reports them. */
interface UnpairedTrials {
  /** `null` where the baseline has all of them. */
  readonly sentence: string | null;
  /** Those that lost something; then no margin can say that nothing got worse. */
  readonly breakers: readonly GateBreaker[];
}

/**
 * New scenarios and plans have no counterpart in the baseline. Where all of them have the best value, this does not
 * affect the gate; a loss among them is neither a regression nor a pass. Amounts (tokens, time) have no value that is a
 * loss.
 */
function judgeUnpaired(
  ref: MetricRef,
  sides: { readonly now: readonly ScoreRecord[]; readonly baseline: readonly ScoreRecord[] },
): UnpairedTrials {
  const { metric } = ref;
  const toLoss = createLoss(ref);
  const known = new Set(sides.baseline.map(({ lane }) => toTrialKey(lane)));
  const unpaired = sides.now.filter(
    ({ lane, verdict, scores }) =>
      !known.has(toTrialKey(lane)) &&
      (verdict === 'passed' || verdict === 'failed') &&
      (scores[metric]?.value ?? null) !== null,
  );
  if (unpaired.length === 0) return { sentence: null, breakers: [] };
  const breakers = findBreakers(metric, { now: unpaired, baseline: [] }, toLoss);
  const lost = unpaired.filter(({ scores }) => toLoss(scores[metric]?.value ?? 0) > 0);
  const counted =
    unpaired.length === 1
      ? '1 trial is not in the baseline and was not compared'
      : `${unpaired.length} trials are not in the baseline and were not compared`;
  if (breakers.length === 0) return { sentence: counted, breakers };
  return {
    sentence: `${counted}; ${lost.length} of them lost ${metric}, which no margin can judge. Accept a run with the same scenarios and plans with \`toolrig baseline accept RUN\`, or gate ${metric} by a limit`,
    breakers,
  };
}

/** The distance of a value from the best possible one. */
function createLoss(ref: MetricRef): (value: number) => number {
  const { better, unit } = infoOf(ref);
  if (unit !== 'share') return () => 0;
  return better === 'higher' ? (value) => 1 - value : (value) => value;
}
