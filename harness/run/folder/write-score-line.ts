import type { JsonValue } from '../../json/json.ts';
import type { MetricName } from '../../core/score/metric.ts';
import type { Score } from '../../core/score/score.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { versionOf } from '../../json/stored-format.ts';
import { scoreFormat } from './run-shape.ts';

/**
 * Writes a score record with its version as `JSON.stringify` would, without secrets, several times faster. Scores without a loss, nearly
 * all, hold nothing but names of metrics and numbers: they are written by hand, and no secret can be in them.
 *
 * @param write - a value as JSON without secrets.
 */
export function writeScoreLine(record: ScoreRecord, write: (value: JsonValue) => string): string {
  let text = `{"schemaVersion":${versionOf(scoreFormat)}`;
  const entries: readonly [string, unknown][] = Object.entries(record);
  for (const [key, value] of entries) {
    if (value === undefined) continue;
    // The fields of a score record are plain data.
    const written =
      key === 'scores' ? writeScores(record.scores, write) : write(value as JsonValue);
    text += `,"${key}":${written}`;
  }
  return `${text}}`;
}

function writeScores(scores: ScoreRecord['scores'], write: (value: JsonValue) => string): string {
  let text = '';
  for (const name of namesOf(scores)) {
    const score = scores[name];
    if (score === undefined) continue;
    if (text !== '') text += ',';
    // A score is plain data.
    text += `"${name}":${isPlain(score) ? writePlain(score) : write(score as unknown as JsonValue)}`;
  }
  return `{${text}}`;
}

function namesOf(scores: ScoreRecord['scores']): readonly MetricName[] {
  // Keys of `Scores` are metric names by its type.
  return Object.keys(scores) as readonly MetricName[];
}

function isPlain({ value, count, of, losses }: Score): boolean {
  if (losses.length > 0 || !Number.isFinite(count) || !Number.isFinite(of)) return false;
  return value === null || Number.isFinite(value);
}

function writePlain({ value, count, of }: Score): string {
  return `{"value":${value},"count":${count},"of":${of},"losses":[]}`;
}
