import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { JsonValue } from '../../json/json.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import { RigError } from '../../core/rig-error.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { TrialOutcome, TrialRecord } from '../../core/trial/trial.ts';
import type { TrialJob } from '../plan/trial-job.ts';
import { scoreFaulted } from '../keep/score-record.ts';
import { toScoringContext } from '../keep/to-scoring-context.ts';

/** A trial that was recorded, and what its replay would show. */
export interface RecordedTrial {
  readonly outcome: TrialOutcome;
  readonly events: readonly TranscriptEvent[];
  readonly replayed: (value: JsonValue) => JsonValue;
}

/**
 * Compares the scores of a trial with those that its replay will have, where redaction took something out of a reply that
 * nothing leads back to.
 *
 * @throws RigError `REDACTION_CHANGES_SCORES`: sealed, the recording would blame the model.
 */
export function refuseLossyRecording(job: TrialJob, trial: RecordedTrial): void {
  // Events are plain data, and redaction changes texts inside a value, never its shape.
  const replayed = trial.replayed(
    trial.events as unknown as JsonValue,
  ) as unknown as readonly TranscriptEvent[];
  const before = score(job, trial.outcome, trial.events);
  const after = score(job, trial.outcome, replayed);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  if (changed.length === 0) return;
  throw new RigError(
    'REDACTION_CHANGES_SCORES',
    `Cannot seal the recording of lane "${toLaneId(job.lane)}": a reply holds what looks like a secret, neither the suite nor the conversation has it, and the replay without it would change ${changed.join(', ')}. If the value is no secret, name it under redaction.keep of toolrig.config.ts`,
  );
}

/** What scorers make of a trial, by metric, without the words of their reasons. */
function score(
  job: TrialJob,
  outcome: TrialOutcome,
  events: readonly TranscriptEvent[],
): ReadonlyMap<string, string> {
  const context = toScoringContext(job.suite, { ...job, repeat: job.lane.repeat });
  const plain: TrialRecord = {
    lane: job.lane,
    cluster: job.scenario.cluster,
    outcome,
    tier: null,
    faults: [],
    events,
  };
  const { verdict, scores } = scoreFaulted(plain, job.plan, context).scored;
  const figures = Object.entries(scores).map(([name, { value, count, of, losses }]) => {
    const codes = losses.map(({ code }) => code);
    return [name, toCanonicalJson([value, count, of, codes])] as const;
  });
  return new Map([['the verdict', verdict], ...figures]);
}
