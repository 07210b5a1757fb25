import type { Suite } from '../../core/suite/suite.ts';
import type { TrialRecord } from '../../core/trial/trial.ts';
import type { RecordRedactor } from '../folder/redact-record.ts';
import { writeLines } from '../folder/write-lines.ts';
import type { ScoredTrial } from '../keep/score-record.ts';
import { isWarningEvent } from '../keep/summarise.ts';
import { judgeGroup } from '../keep/trial-keeper.ts';
import type { TrialGroup } from '../plan/plan-groups.ts';
import { runGroup, type GroupContext, type GroupTrial } from '../trial/run-group.ts';
import type { WorkedGroup } from './worker-link.ts';

/**
 * Runs and scores one conversation for another process.
 *
 * @returns `null` when a trial of it is INVALID: the process of the run then runs it itself, and reports why.
 */
export async function workGroup(
  group: TrialGroup,
  context: GroupContext,
  redactor: RecordRedactor,
): Promise<WorkedGroup | null> {
  return toWorkedGroup(await runGroup(group, context), context.suite, redactor);
}

/** Scores the trials of a conversation and writes their lines; `null` when one of them is INVALID. */
export function toWorkedGroup(
  trials: readonly GroupTrial[],
  suite: Suite,
  redactor: RecordRedactor,
): WorkedGroup | null {
  const judged = judgeGroup(trials, suite);
  if (judged.some(({ scored }) => scored.verdict === 'invalid')) return null;
  return toWorked(judged, redactor);
}

function toWorked(judged: readonly ScoredTrial[], redactor: RecordRedactor): WorkedGroup {
  let trials = '';
  let scores = '';
  for (const { record, scored } of judged) {
    const lines = writeLines(record, scored, redactor);
    trials += `${lines.trial}\n`;
    scores += `${lines.score}\n`;
  }
  return {
    trials,
    scores,
    kept: judged.map(({ record, scored }) => ({ trial: toKept(record), score: scored })),
  };
}

/** The summary names nothing else of the events. */
function toKept(record: TrialRecord): TrialRecord {
  return { ...record, events: record.events.filter(isWarningEvent) };
}
