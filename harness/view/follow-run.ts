import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { RunManifest } from '../core/run.ts';
import type { ScoreRecord } from '../core/trial/trial.ts';
import { readLines } from '../disk/read-lines.ts';
import { isJsonObject, type JsonValue } from '../json/json.ts';
import { parseLine, readJsonFile } from '../run/folder/read-value.ts';
import { runFiles } from '../run/folder/run-files.ts';
import { manifestFormat, scoreFormat } from '../run/folder/run-shape.ts';
import { toLaneId } from '../core/suite/lane.ts';

/** A run as far as it has come. */
export interface FollowedRun {
  /** Conversations (one a scenario, variant and repeat) that are over, and those that were asked for. */
  readonly groupsDone: number;
  readonly groups: number;
  readonly trials: number;
  /** Lines that are whole and cannot be read. */
  readonly damaged: number;
  readonly counts: Readonly<Record<ScoreRecord['verdict'], number>>;
  /** The first failures, in the order in which they came. */
  readonly failures: readonly { readonly lane: string; readonly reasons: readonly string[] }[];
  /** How often each kind of fault struck, and how often it was handled. */
  readonly faults: readonly {
    readonly kind: string;
    readonly fired: number;
    readonly handled: number;
  }[];
}

const mostFailures = 50;

/**
 * Reads how far a run has come from the lines that are written. A line that is being written is left for the next time.
 *
 * @throws StoreError when the manifest cannot be read.
 */
export async function followRun(path: string): Promise<FollowedRun> {
  const manifest = readJsonFile(join(path, runFiles.manifest), manifestFormat);
  const counts = { passed: 0, failed: 0, invalid: 0, skipped: 0 };
  const failures: { lane: string; reasons: readonly string[] }[] = [];
  const faults = new Map<string, { kind: string; fired: number; handled: number }>();
  const groups = new Set<string>();
  let damaged = 0;
  for await (const score of readScores(join(path, runFiles.scores))) {
    if (score === null) {
      damaged += 1;
      continue;
    }
    const { scenario, variant, repeat } = score.lane;
    groups.add(JSON.stringify([scenario, variant, repeat]));
    counts[score.verdict] += 1;
    if (isBad(score) && failures.length < mostFailures) {
      failures.push({ lane: toLaneId(score.lane), reasons: listLosses(score) });
    }
    for (const { kind, fired, handled } of score.faults) {
      const known = faults.get(kind) ?? { kind, fired: 0, handled: 0 };
      faults.set(kind, known);
      known.fired += fired;
      known.handled += handled === true ? 1 : 0;
    }
  }
  const { passed, failed, invalid, skipped } = counts;
  return {
    groupsDone: groups.size,
    groups: Math.max(groups.size, countGroups(manifest)),
    trials: passed + failed + invalid + skipped,
    damaged,
    counts,
    failures,
    faults: [...faults.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
  };
}

/** `null` for a line that cannot be read. */
async function* readScores(file: string): AsyncGenerator<ScoreRecord | null> {
  if (!existsSync(file)) return;
  for await (const { text, number: line, isWhole } of readLines(file)) {
    if (isWhole) yield readScore(text, { file, line });
  }
}

function readScore(
  text: string,
  place: { readonly file: string; readonly line: number },
): ScoreRecord | null {
  try {
    return parseLine(text, scoreFormat, place);
  } catch {
    return null;
  }
}

function isBad({ verdict }: ScoreRecord): boolean {
  return verdict === 'failed' || verdict === 'invalid';
}

function listLosses({ scores, verdict }: ScoreRecord): readonly string[] {
  const losses = scores['task.success']?.losses ?? [];
  if (losses.length === 0) return [verdict === 'invalid' ? 'could not be measured' : 'failed'];
  return [...new Set(losses.map(({ code, text }) => `${code}: ${text}`))];
}

/** A scenario that is for some variants only counts for these. */
function countGroups({ selection, content }: RunManifest): number {
  const variants = toList(selection['variants']);
  const repeats = typeof selection['repeats'] === 'number' ? selection['repeats'] : 1;
  const pairs = toList(content['scenarios']).flatMap((scenario) => {
    const own = isJsonObject(scenario) ? scenario['variants'] : null;
    return Array.isArray(own) ? variants.filter((name) => own.includes(name)) : variants;
  });
  return pairs.length * repeats;
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
