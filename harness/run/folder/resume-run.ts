import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { exitCodes, type RunManifest } from '../../core/run.ts';
import { cutFile } from '../../disk/append-file.ts';
import { copyRanges } from '../../disk/copy-ranges.ts';
import { renameFile } from '../../disk/replace-file.ts';
import { type ByteRange, isMeasured, readGroups, type WrittenGroup } from './index-groups.ts';
import { readJsonFile } from './read-value.ts';
import { runFiles } from './run-files.ts';
import { manifestFormat, summaryFormat } from './run-shape.ts';
import { StoreError } from './store-error.ts';

/**
 * Reads the manifest of a run that did not end, or that ended without measuring everything.
 *
 * @throws StoreError when there is none, or nothing of the run is left to do.
 */
export function readUnfinished(path: string): RunManifest {
  const manifest = readJsonFile(join(path, runFiles.manifest), manifestFormat);
  const summary = join(path, runFiles.summary);
  if (existsSync(summary)) {
    const { exitCode } = readJsonFile(summary, summaryFormat);
    if (exitCode !== exitCodes.interrupted && exitCode !== exitCodes.invalid) {
      throw new StoreError(
        'RUN_FINISHED',
        `Cannot resume "${path}": the run came to its end. Start a new one without --resume`,
        { path },
      );
    }
  }
  // Whether it is of this suite, the caller compares by its hash.
  return manifest;
}

/**
 * Makes an unfinished run ready to be written again: what a kill left half written is cut off, and the summary goes.
 * Gives each group that was measured; the others are to be run again. Nothing that was measured is lost.
 */
export async function reopenRun(
  path: string,
  keep: (group: WrittenGroup) => void,
): Promise<ReadonlySet<string>> {
  finishArranging(path);
  const summary = join(path, runFiles.summary);
  // Without a summary the last group may lack trials that were still to come.
  const isWhole = existsSync(summary);
  const measured = new Set<string>();
  const end = { trials: 0, scores: 0 };
  let last: WrittenGroup | null = null;
  const take = (group: WrittenGroup): void => {
    if (isMeasured(group) && !measured.has(group.key)) {
      measured.add(group.key);
      keep(group);
    }
    end.trials = group.trials.end;
    end.scores = group.scores.end;
  };
  for await (const group of readGroups(path)) {
    if (last !== null) take(last);
    last = group;
  }
  if (last !== null && isWhole) take(last);
  cutFile(join(path, runFiles.trials), end.trials);
  cutFile(join(path, runFiles.scores), end.scores);
  rmSync(summary, { force: true });
  return measured;
}

/**
 * Puts the groups of a resumed run into the order of its plan. Of a group that was run again, what was measured stays,
 * else what came last. The files of a run that never lost its order are left alone.
 */
export async function arrangeGroups(path: string, order: readonly string[]): Promise<void> {
  const chosen = new Map<string, Ranges>();
  let isInOrder = true;
  let place = -1;
  for await (const group of readGroups(path)) {
    const at = order.indexOf(group.key, Math.max(0, place));
    isInOrder &&= at > place;
    place = Math.max(place, at);
    const before = chosen.get(group.key);
    if (before?.isMeasured === true) continue;
    const { trials, scores } = group;
    chosen.set(group.key, { trials, scores, isMeasured: isMeasured(group) });
  }
  if (isInOrder) return;
  const ranges = order.flatMap((key) => chosen.get(key) ?? []);
  const { trials, scores } = toPlaces(path);
  await copyRanges(
    trials.file,
    trials.arranged,
    ranges.map((range) => range.trials),
  );
  await copyRanges(
    scores.file,
    scores.arranged,
    ranges.map((range) => range.scores),
  );
  renameFile(trials.arranged, trials.file);
  renameFile(scores.arranged, scores.file);
}

/** A kill between the two renames leaves the second one to be done; before the first, nothing has changed. */
function finishArranging(path: string): void {
  const { trials, scores } = toPlaces(path);
  if (!existsSync(trials.arranged) && existsSync(scores.arranged)) {
    renameFile(scores.arranged, scores.file);
  }
  rmSync(trials.arranged, { force: true });
  rmSync(scores.arranged, { force: true });
}

function toPlaces(path: string): Readonly<Record<'scores' | 'trials', Place>> {
  const toPlace = (name: string): Place => ({
    file: join(path, name),
    arranged: join(path, `${name}.arranged`),
  });
  return { trials: toPlace(runFiles.trials), scores: toPlace(runFiles.scores) };
}

interface Place {
  readonly file: string;
  readonly arranged: string;
}

interface Ranges {
  readonly trials: ByteRange;
  readonly scores: ByteRange;
  readonly isMeasured: boolean;
}
