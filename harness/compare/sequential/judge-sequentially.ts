import { infoOf, type MetricRef } from '../../core/score/metric.ts';
import type { Verdict } from '../../core/run.ts';
import type { SequentialState, SequentialTest } from '../../stats/test/create-sequential-test.ts';
import type { Comparison, SequentialOutcome } from '../comparison.ts';
import { formatGap, formatSigned, roundFigure } from '../judge/format-figure.ts';
import { toExitCode } from '../judge/judge-comparison.ts';

/** A test that has stopped, decided or not. */
/** The metric is the one that decides, a share. */
export interface StoppedTest extends MetricRef {
  readonly budget: number;
  /** `null` when no cluster had a value. */
  readonly state: SequentialState | null;
  readonly interval: ReturnType<SequentialTest['interval']>;
}

/**
 * Gives a comparison the verdict of the sequential test that its trials were gathered by. The fixed rule does not hold
 * under optional stopping, so its p and verdicts are removed.
 */
export function judgeSequentially(comparison: Comparison, test: StoppedTest): Comparison {
  const sequential = toOutcome(test);
  const metrics = comparison.metrics.map((metric) => ({
    ...metric,
    gated: metric.metric === test.metric,
    p: null,
    adjustedP: null,
    method: null,
    verdict: metric.metric === test.metric ? toVerdict(test) : ('INCONCLUSIVE' as const),
    advice: null,
  }));
  const isInvalid = comparison.invalidReasons.length > 0;
  const verdict = isInvalid ? 'INVALID' : toVerdict(test);
  return {
    ...comparison,
    metrics,
    sequential,
    verdict,
    exitCode: toExitCode(verdict),
    sentence: isInvalid ? comparison.sentence : describe(test, sequential, verdict),
  };
}

function toVerdict({ state }: StoppedTest): Verdict {
  if (state === null) return 'INVALID';
  return state.verdict ?? 'INCONCLUSIVE';
}

function toOutcome({ metric, budget, state, interval }: StoppedTest): SequentialOutcome {
  return {
    metric,
    budget,
    looks: state?.clusters ?? 0,
    decidedAt: state?.decidedAt ?? null,
    low: roundFigure(interval.lower),
    high: roundFigure(interval.upper),
  };
}

function describe(
  test: StoppedTest,
  { looks, budget, decidedAt, low, high }: SequentialOutcome,
  verdict: Verdict,
): string {
  const { metric, state } = test;
  const { unit } = infoOf(test);
  const mean = state?.mean ?? 0;
  const gain = `${metric}: the candidate is ${formatGap(mean, unit)} ${mean < 0 ? 'worse' : 'better'} on average (better by, 95 % at every look: ${formatSigned(low, unit)} to ${formatSigned(high, unit)})`;
  const way =
    decidedAt === null
      ? `not decided after all ${looks} clusters`
      : `decided after ${decidedAt} of ${budget} clusters`;
  if (verdict === 'INVALID') return `${metric} was judged in no cluster of both sides`;
  const words = { PASS: 'not worse', REGRESSION: 'worse' } as const;
  const conclusion = verdict === 'PASS' || verdict === 'REGRESSION' ? `: ${words[verdict]}` : '';
  return `${gain}, ${way}${conclusion}`;
}
