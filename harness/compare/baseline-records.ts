import type { Score } from '../core/score.ts';
import type { ScoreRecord } from '../core/trial.ts';
import type { Baseline, BaselineTrial } from './baseline.ts';
import type { ComparedRecords } from './compared-records.ts';

/** One variant of a baseline as a side to compare with; `null` when the baseline does not have it. */
export function toBaselineRecords(baseline: Baseline, variant: string): ComparedRecords | null {
  const known = baseline.variants[variant];
  if (known === undefined) return null;
  return {
    suite: baseline.suite,
    side: { name: `${variant} (accepted baseline)`, ...known },
    tools: baseline.toolsets[known.toolset] ?? [],
    records: baseline.trials
      .filter((trial) => trial.variant === variant)
      .map((trial) => toRecord(trial, baseline.suite)),
    refusals: [],
  };
}

function toRecord(trial: BaselineTrial, suite: string): ScoreRecord {
  const { scenario, variant, plan, repeat, cluster, stopReason, turns } = trial;
  return {
    lane: { suite, scenario, variant, plan, repeat },
    cluster,
    verdict: 'passed',
    expectFail: null,
    scores: Object.fromEntries(
      Object.entries(trial.values).map(([metric, value]) => [metric, toScore(value)] as const),
    ),
    facts: {
      stopReason,
      turns,
      confusion: trial.confusion,
      argumentErrors: trial.argumentErrors,
    },
    faults: [],
  };
}

function toScore(value: number | null): Score {
  return { value, count: value ?? 0, of: value === null ? 0 : 1, losses: [] };
}
