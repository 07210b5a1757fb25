import { judgeFaults } from '../../boundary/fault/judge-faults.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { scoreTrial } from '../../score/score-trial.ts';
import type { GroupTrial } from '../trial/run-group.ts';
import { scoreRecord, type ScoringContext, toScorerInput } from './score-record.ts';

/** A trial with what its faults and scores came to. */
export interface ScoredTrial {
  readonly record: TrialRecord;
  readonly scored: ScoreRecord;
}

/** A scorer that breaks spoils its own trial and no other. */
export function judgeTrial(trial: GroupTrial, context: ScoringContext): ScoredTrial {
  try {
    const faults = judgeFaults(trial.plan, toScorerInput(trial.record, context), scoreTrial);
    const record = { ...trial.record, faults };
    return { record, scored: scoreRecord(record, context) };
  } catch (error) {
    const cause = `Cannot score the trial: ${error instanceof Error ? error.message : String(error)}`;
    const record: TrialRecord = {
      ...trial.record,
      outcome: { status: 'invalid', code: 'scorer_error', cause, detail: [] },
    };
    return { record, scored: scoreRecord(record, context) };
  }
}

/** A lane that fails without a fault is reported once; under faults it says nothing about them. */
export function leaveOut({ record, scored }: ScoredTrial, broken: ScoreRecord): ScoredTrial {
  if (record.outcome.status !== 'finished') return { record, scored };
  const cause = `"${toLaneId(broken.lane)}" fails without a fault: its trials under faults are not counted again`;
  const faults = record.faults.map((fault) => ({ ...fault, handled: null }));
  return {
    record: {
      ...record,
      faults,
      outcome: { status: 'skipped', code: 'broken_without_fault', cause },
    },
    scored: { ...scored, faults, verdict: 'skipped' },
  };
}
