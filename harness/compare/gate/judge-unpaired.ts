import { infoOf, type MetricRef } from '../../core/score/metric.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { findBreakers } from '../bisect/find-breakers.ts';
import { toTrialKey } from '../pair/pair-trials.ts';
import type { GateBreaker } from './gate-report.ts';

/** What a gate with a margin says of trials that the accepted baseline does not have. */
export interface UnpairedTrials {
  /** `null` where the baseline has all of them. */
  readonly sentence: string | null;
  /** Those that lost something; then no margin can say that nothing got worse. */
  readonly breakers: readonly GateBreaker[];
}

/**
 * New scenarios and plans have nothing to be held against. Where all of them are as good as can be, a margin loses nothing
 * by that; a loss among them is neither a regression nor a pass. Amounts (tokens, time) have no value that is a loss.
 */
export function judgeUnpaired(
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

/** How far a value is from the best there is. */
function createLoss(ref: MetricRef): (value: number) => number {
  const { better, unit } = infoOf(ref);
  if (unit !== 'share') return () => 0;
  return better === 'higher' ? (value) => 1 - value : (value) => value;
}
