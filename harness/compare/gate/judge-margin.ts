import type { Gate } from '../../core/suite/gate.ts';
import { infoOf } from '../../core/score/metric.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import type { Comparison, ToolChange } from '../comparison.ts';
import { findBreakers } from '../bisect/find-breakers.ts';
import { formatFigure, formatGap } from '../judge/format-figure.ts';
import type { GateResult } from './gate-report.ts';
import { judgeUnpaired } from './judge-unpaired.ts';

type MarginGate = Gate & { readonly kind: 'margin' };

/** What one gate against the baseline says, given the comparison that all such gates of the variant share. */
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

/** A comparison that is whole and does not have the metric gives no reason of its own. */
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

/** A changed tool with what became of its selection. */
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
