import type { Score } from '../../core/score/score.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import type { Baseline, BaselineTrial } from './baseline.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { toTrialKey } from '../pair/pair-trials.ts';

/** One variant of a baseline as a side to compare with; `null` when the baseline does not have it. */
export function toBaselineRecords(baseline: Baseline, variant: string): ComparedRecords | null {
  const known = baseline.variants[variant];
  if (known === undefined) return null;
  const trials = baseline.trials.filter((trial) => trial.variant === variant);
  return {
    suite: baseline.suite,
    side: { name: `${variant} (accepted baseline)`, ...known },
    tools: baseline.toolsets[known.toolset] ?? [],
    ...(baseline.own === undefined ? {} : { own: baseline.own }),
    ...(baseline.decides === undefined ? {} : { decides: baseline.decides }),
    records: trials.map((trial) => toRecord(trial, baseline.suite)),
    ...toTranscripts(trials),
    refusals: [],
  };
}

/** Older baselines have no digests. */
function toTranscripts(trials: readonly BaselineTrial[]): Pick<ComparedRecords, 'transcripts'> {
  const digests = trials.flatMap(({ scenario, plan, repeat, transcript }) =>
    transcript === undefined ? [] : [[toTrialKey({ scenario, plan, repeat }), transcript] as const],
  );
  return digests.length === 0 ? {} : { transcripts: new Map(digests) };
}

function toRecord(trial: BaselineTrial, suite: string): ScoreRecord {
  const { scenario, variant, plan, repeat, cluster, stopReason, turns } = trial;
  return {
    lane: { suite, scenario, variant, plan, repeat },
    cluster,
    verdict: trial.failed === true ? 'failed' : 'passed',
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
