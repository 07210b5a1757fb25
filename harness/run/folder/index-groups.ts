import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Lane } from '../../core/suite/lane.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { readLines } from '../../disk/read-lines.ts';
import type { StoredFormat } from '../../json/stored-format.ts';
import { parseLine } from './read-value.ts';
import { runFiles } from './run-files.ts';
import { scoreFormat, trialFormat } from './run-shape.ts';

/** A trial of an unfinished run, as it was written. */
export interface WrittenTrial {
  readonly trial: TrialRecord;
  readonly score: ScoreRecord;
}

/** Bytes of a file. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The trials of one scenario, variant and repeat: they are run, written and kept as one. */
export interface WrittenGroup {
  readonly key: string;
  readonly written: readonly WrittenTrial[];
  readonly trials: ByteRange;
  readonly scores: ByteRange;
}

/** Names a group, also one that is still to be run. */
export function toGroupKey({
  scenario,
  variant,
  repeat,
}: Pick<Lane, 'scenario' | 'variant' | 'repeat'>): string {
  return JSON.stringify([scenario, variant, repeat]);
}

/** True when the group was measured as a whole: only then need it not be run again. */
export function isMeasured({ written }: WrittenGroup): boolean {
  return written.every(({ trial }) => trial.outcome.status !== 'invalid');
}

/** Reads the groups of a run in the order of its files, as far as both files have whole lines. */
export async function* readGroups(path: string): AsyncGenerator<WrittenGroup> {
  let open: OpenGroup | null = null;
  for await (const line of readPairs(path)) {
    if (open !== null && !open.takes(line)) {
      yield open.close();
      open = null;
    }
    open ??= new OpenGroup(line);
    open.add(line);
  }
  if (open !== null) yield open.close();
}

class OpenGroup {
  readonly #key: string;
  readonly #start: PairLine;
  readonly #plans = new Set<string>();
  readonly #written: WrittenTrial[] = [];
  #end: PairLine;

  constructor(first: PairLine) {
    this.#key = toGroupKey(first.trial.lane);
    this.#start = first;
    this.#end = first;
  }

  /** A group that was run again may follow itself: then its plans come a second time. */
  takes({ trial: { lane } }: PairLine): boolean {
    return toGroupKey(lane) === this.#key && !this.#plans.has(lane.plan);
  }

  add(line: PairLine): void {
    this.#plans.add(line.trial.lane.plan);
    this.#written.push({ trial: line.trial, score: line.score });
    this.#end = line;
  }

  close(): WrittenGroup {
    return {
      key: this.#key,
      written: this.#written,
      trials: { start: this.#start.trialBytes.start, end: this.#end.trialBytes.end },
      scores: { start: this.#start.scoreBytes.start, end: this.#end.scoreBytes.end },
    };
  }
}

interface PairLine extends WrittenTrial {
  readonly trialBytes: ByteRange;
  readonly scoreBytes: ByteRange;
}

async function* readPairs(path: string): AsyncGenerator<PairLine> {
  const scores = readRecords(join(path, runFiles.scores), scoreFormat);
  for await (const trial of readRecords(join(path, runFiles.trials), trialFormat)) {
    const score = await scores.next();
    if (score.done === true) return;
    yield {
      trial: trial.value,
      score: score.value.value,
      trialBytes: trial.bytes,
      scoreBytes: score.value.bytes,
    };
  }
}

/** The last line of a run that was killed may be torn; a line that is whole and cannot be read is damage. */
async function* readRecords<Row>(
  file: string,
  format: StoredFormat<Row>,
): AsyncGenerator<{ readonly value: Row; readonly bytes: ByteRange }> {
  if (!existsSync(file)) return;
  let start = 0;
  for await (const { text, number, isWhole } of readLines(file)) {
    if (!isWhole) return;
    const value = parseLine(text, format, { file, line: number });
    const end = start + Buffer.byteLength(text) + 1;
    yield { value, bytes: { start, end } };
    start = end;
  }
}
