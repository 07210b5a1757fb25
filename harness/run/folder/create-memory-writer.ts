import type { RunManifest, RunSummary } from '../../core/run.ts';
import { type RunWriter, toPrettyJson } from './create-run-writer.ts';
import type { StoredRun } from './read-run.ts';
import { parseRecords } from './parse-records.ts';
import { parseValue } from './read-value.ts';
import { redactManifest, redactTexts, type RecordRedactor } from './redact-record.ts';
import { runFiles } from './run-files.ts';
import { manifestFormat, type RunSeal, scoreFormat, trialFormat } from './run-shape.ts';
import { sealTexts } from './seal-run.ts';
import { writeLines } from './write-lines.ts';

/** Holds a run in memory: the same lines as in a run folder, redacted in the same way, and no file. */
export function createMemoryWriter(manifest: RunManifest, redactor: RecordRedactor): RunWriter {
  const head = toPrettyJson(redactManifest(manifest, redactor));
  const trials: string[] = [];
  const scores: string[] = [];
  let sealed: (RunSummary & RunSeal) | null = null;
  return {
    path: '',
    write(trial, score) {
      const lines = writeLines(trial, score, redactor);
      trials.push(lines.trial);
      scores.push(lines.score);
    },
    writeLines(lines) {
      trials.push(...splitLines(lines.trials));
      scores.push(...splitLines(lines.scores));
    },
    finish(summary) {
      const texts = { manifest: head, trials: toText(trials), scores: toText(scores) };
      sealed = sealTexts(redactTexts(summary, redactor), texts);
    },
    read: () => toRun(head, { trials, scores }, sealed),
    close: () => undefined,
  };
}

function splitLines(text: string | Uint8Array): readonly string[] {
  const read = typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
  return read.split('\n').slice(0, -1);
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function toRun(
  head: string,
  lines: { readonly trials: readonly string[]; readonly scores: readonly string[] },
  sealed: (RunSummary & RunSeal) | null,
): StoredRun {
  if (sealed === null) throw new Error('The run is not finished');
  const { files, seal, ...summary } = sealed;
  return {
    path: '',
    manifest: parseValue(head, manifestFormat, runFiles.manifest),
    summary,
    seal: { files, seal },
    trials: (variant) =>
      parseRecords(count(lines.trials), trialFormat, { file: runFiles.trials, variant }),
    scores: (variant) =>
      parseRecords(count(lines.scores), scoreFormat, { file: runFiles.scores, variant }),
  };
}

function* count(
  lines: readonly string[],
): Generator<{ readonly text: string; readonly number: number }> {
  for (const [place, text] of lines.entries()) yield { text, number: place + 1 };
}
