import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Verdict } from '../core/run.ts';
import { readFile } from '../disk/read-file.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';
import { runFiles } from '../run/folder/run-files.ts';
import type { ViewedCommit, ViewedResult, ViewedRun } from './viewed-run.ts';

/**
 * Reads what the list shows of a run folder: two small files, and only the fields that are shown. A folder that cannot
 * be read is in the list all the same; opening it says what is wrong.
 */
export function readViewedRun(path: string, stamp: number): ViewedRun {
  const manifest = readObject(join(path, runFiles.manifest));
  const summary = readObject(join(path, runFiles.summary));
  const environment = toObject(manifest?.['environment']);
  const content = toObject(manifest?.['content']);
  const base = {
    id: basename(path),
    path,
    stamp,
    suite: toText(summary?.['suite']) || toText(content['suite']),
    startedAt: toText(environment['startedAt']),
    git: toCommit(environment['git']),
  };
  if (summary !== null) return { ...base, state: 'finished', result: toResult(summary) };
  const isHeld = existsSync(join(path, runFiles.lock));
  const state = manifest === null ? 'unreadable' : isHeld ? 'running' : 'unfinished';
  return { ...base, state, result: null };
}

/** `null` where there is no such file, or none that can be read. */
function readObject(file: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(readFile(file, 'inputBytes'));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function toCommit(value: unknown): ViewedCommit | null {
  if (!isJsonObject(value)) return null;
  const { commit, branch, dirty } = value;
  if (typeof commit !== 'string') return null;
  return {
    commit,
    branch: typeof branch === 'string' ? branch : null,
    dirty: typeof dirty === 'boolean' ? dirty : null,
  };
}

function toResult(summary: JsonObject): ViewedResult {
  const variants = Object.entries(toObject(summary['variants']));
  return {
    // The list only shows the word; opening the run checks it.
    verdict: toText(summary['verdict']) as Verdict,
    planned: toCount(summary['planned']),
    passed: toCount(summary['passed']),
    failed: toCount(summary['failed']),
    invalid: toCount(summary['invalid']),
    skipped: toCount(summary['skipped']),
    values: Object.fromEntries(variants.map(([name, variant]) => [name, toValues(variant)])),
  };
}

function toValues(variant: unknown): Readonly<Record<string, number | null>> {
  const scores = Object.entries(toObject(toObject(variant)['scores']));
  return Object.fromEntries(
    scores.map(([metric, score]) => {
      const { value } = toObject(score);
      return [metric, typeof value === 'number' ? value : null];
    }),
  );
}

function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toCount(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
