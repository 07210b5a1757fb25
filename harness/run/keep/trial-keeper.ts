import { toLaneName } from '../../cassette/lane/lane-path.ts';
import { cleanPlan, type Lane, toLaneId } from '../../core/suite/lane.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import type { RunWriter } from '../folder/create-run-writer.ts';
import type { TrialGroup } from '../plan/plan-groups.ts';
import type { WorkedGroup } from '../worker/worker-link.ts';
import type { GroupTrial } from '../trial/run-group.ts';
import {
  scoreFaulted,
  scoreRecord,
  type ScoredTrial,
  type ScoringContext,
} from './score-record.ts';
import { SummaryFold } from './summarise.ts';
import { toScoringContext } from './to-scoring-context.ts';

/** Scores finished trials, writes them and folds them into the summary. Keeps counts, no transcripts. */
export class TrialKeeper {
  readonly fold: SummaryFold;
  /** File names of the recordings that trials asked for. */
  readonly played = new Set<string>();
  /** Lanes whose conversation could not be measured, so that no fault found its place. */
  readonly unmeasured: Lane[] = [];
  readonly done = { trials: 0, groups: 0, failed: 0, invalid: 0 };
  readonly #suite: Suite;
  readonly #writer: RunWriter;

  /** @param namedFaults - single faults of presets that were asked for by name. */
  constructor(suite: Suite, writer: RunWriter, namedFaults: readonly string[] = []) {
    this.fold = new SummaryFold(
      suite.plans.map((plan) => plan.name),
      namedFaults,
    );
    this.#suite = suite;
    this.#writer = writer;
  }

  /** Scores and writes the trials of one group. */
  keep(trials: readonly GroupTrial[]): void {
    for (const { record, scored } of judgeGroup(trials, this.#suite)) {
      this.#writer.write(record, scored);
      this.#count(record, scored);
    }
    this.done.groups += 1;
  }

  /** Writes and counts the trials of a group that another process ran and scored. */
  keepWorked({ kept, ...lines }: WorkedGroup): void {
    this.#writer.writeLines(lines);
    this.keepWritten(kept);
  }

  /** Counts the trials of a group that an earlier run wrote. */
  keepWritten(
    trials: readonly { readonly trial: TrialRecord; readonly score: ScoreRecord }[],
  ): void {
    for (const { trial, score: scored } of trials) this.#count(trial, scored);
    this.done.groups += 1;
  }

  #count(record: TrialRecord, scored: ScoreRecord): void {
    this.played.add(toLaneName(record.lane));
    const isFirst = record.lane.plan === cleanPlan;
    if (isFirst && record.outcome.status !== 'finished') this.unmeasured.push(record.lane);
    this.fold.add(record, scored);
    this.done.trials += 1;
    if (scored.verdict === 'failed') this.done.failed += 1;
    if (scored.verdict === 'invalid') this.done.invalid += 1;
  }
}

/** Scores the trials of one group, in their order. */
export function judgeGroup(trials: readonly GroupTrial[], suite: Suite): readonly ScoredTrial[] {
  const contexts = new Map<TrialGroup, ScoringContext>();
  let broken: ScoreRecord | null = null;
  const judged: ScoredTrial[] = [];
  for (const trial of trials) {
    const context = contexts.get(trial.group) ?? toScoringContext(suite, trial.group);
    contexts.set(trial.group, context);
    const found = judgeTrial(trial, context);
    const one: ScoredTrial = broken === null || trial.plan.byHand ? found : leaveOut(found, broken);
    if (trial.plan.faults.length === 0 && one.scored.verdict === 'failed') broken = one.scored;
    judged.push(one);
  }
  return judged;
}

/** A scorer that breaks spoils its own trial and no other. */
export function judgeTrial(trial: GroupTrial, context: ScoringContext): ScoredTrial {
  try {
    return scoreFaulted(trial.record, trial.plan, context);
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
