import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { type RecordRedactor, writeRecord, writeTrialLine } from './redact-record.ts';
import { writeScoreLine } from './write-score-line.ts';

/** A trial and its scores as the lines of a run folder, without line ends and without secrets. */
export function writeLines(
  trial: TrialRecord,
  score: ScoreRecord,
  redactor: RecordRedactor,
): { readonly trial: string; readonly score: string } {
  return {
    trial: writeTrialLine(trial, redactor),
    score: writeScoreLine(score, (value) => writeRecord(value, redactor)),
  };
}
