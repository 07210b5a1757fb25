import type { JsonValue } from '../../json/json.ts';
import type { RunManifest } from '../../core/run.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { TrialRecord } from '../../core/trial/trial.ts';
import { versionOf } from '../../json/stored-format.ts';
import type { Redactor } from '../../redact/redactor.ts';
import { trialFormat } from './run-shape.ts';

/** What takes secrets out of records before they are written as JSON. */
export type RecordRedactor = Pick<Redactor, 'redactJson' | 'redactTexts' | 'isClean'>;

/** Fields of events that hold values of models and tools: a number there may be a secret, elsewhere it is a figure. */
const payloads: Readonly<Partial<Record<TranscriptEvent['type'], readonly string[]>>> = {
  judged: ['arguments'],
  delivery: ['arguments'],
  effect: ['detail'],
  result: ['value', 'executed'],
  state: ['state'],
};

/** A trial as one line of JSON without secrets. */
export function writeTrialLine(trial: TrialRecord, redactor: RecordRedactor): string {
  const line = JSON.stringify({ schemaVersion: versionOf(trialFormat), ...trial });
  if (redactor.isClean(line)) return line;
  const { events, ...rest } = trial;
  return JSON.stringify({
    schemaVersion: versionOf(trialFormat),
    ...redactTexts(rest, redactor),
    events: events.map((event) => redactEvent(event, redactor)),
  });
}

function redactEvent(event: TranscriptEvent, redactor: RecordRedactor): object {
  const values = payloads[event.type] ?? [];
  return Object.fromEntries(
    Object.entries(event).map(([name, value]: [string, JsonValue]) => [
      name,
      values.includes(name) ? redactor.redactJson(value) : redactTexts(value, redactor),
    ]),
  );
}

/** A record of toolrig's own as JSON without secrets. */
export function writeRecord(record: unknown, redactor: RecordRedactor): string {
  const line = JSON.stringify(record);
  return redactor.isClean(line) ? line : JSON.stringify(redactTexts(record, redactor));
}

/** A manifest without secrets: what the suite brings may hold any value. */
export function redactManifest(manifest: RunManifest, redactor: RecordRedactor): object {
  return {
    ...redactTexts(manifest, redactor),
    content: redactor.redactJson(manifest.content),
  };
}

/** A record without secrets in its texts. */
export function redactTexts<Value>(record: Value, redactor: RecordRedactor): Value {
  // Records are plain data, and redaction changes texts inside a value, never its shape.
  return redactor.redactTexts(record as JsonValue) as Value;
}
