import { join } from 'node:path';

import { exitCodes, type RunSummary } from '../../core/run.ts';
import { isBuiltIn } from '../../core/score/metric.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { toReason } from '../../disk/disk-reason.ts';
import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject } from '../../json/json.ts';
import { SummaryFold } from '../keep/summarise.ts';
import { findDifference } from './find-difference.ts';
import type { StoredRun } from './read-run.ts';
import { unreadable } from './read-value.ts';
import { runFiles } from './run-files.ts';
import { countLines, hashStoredManifest, hashSummary, type LineCount } from './seal-run.ts';
import { StoreError } from './store-error.ts';

/**
 * Compares the files of a run with each other, reading each once: the summary must follow from trials and scores,
 * field by field, scores must speak of their trials, and all must be as they were when the run ended. What is promised,
 * and what is not, is in the README of this folder.
 *
 * @throws StoreError `RUN_UNREADABLE` for a damaged file, `RUN_CHANGED` naming the first difference.
 */
export async function checkRun(run: StoredRun): Promise<void> {
  const counted = {
    trials: countWhole(run, runFiles.trials),
    scores: countWhole(run, runFiles.scores),
  };
  const fold = new SummaryFold(listNamedPlans(run));
  const seen = new Set<string>();
  const scores = run.scores();
  let line = 0;
  for await (const trial of run.trials()) {
    line += 1;
    const next = await scores.next();
    // Both files were just counted.
    if (next.done === true) throw unlike(run.path, line, toLaneId(trial.lane));
    checkPair({ trial, score: next.value, line, seen }, run);
    fold.add(trial, next.value);
  }
  checkSummary(run, fold);
  checkMetrics(run);
  checkSeal(run, counted);
}

function countWhole({ path, summary }: StoredRun, name: string): LineCount {
  const file = join(path, name);
  let found: LineCount;
  try {
    found = countLines(file);
  } catch (error) {
    throw unreadable(file, `${toReason(error)}. Run it again`, error);
  }
  if (found.isCut) {
    throw unreadable(file, `it ends in the middle of line ${found.lines + 1}. Run it again`);
  }
  if (found.lines !== summary.planned) {
    throw unreadable(
      file,
      `it has ${found.lines} lines, and ${summary.planned} trials were planned. Run it again`,
    );
  }
  return found;
}

interface Pair {
  readonly trial: TrialRecord;
  readonly score: ScoreRecord;
  readonly line: number;
  readonly seen: Set<string>;
}

function checkPair({ trial, score, line, seen }: Pair, { path, summary }: StoredRun): void {
  const lane = toLaneId(trial.lane);
  if (toLaneId(score.lane) !== lane) throw unlike(path, line, lane);
  if (seen.has(lane)) {
    throw changed(join(path, runFiles.trials), `line ${line} repeats the trial "${lane}"`);
  }
  seen.add(lane);
  if (trial.lane.suite !== summary.suite) {
    throw changed(
      join(path, runFiles.trials),
      `line ${line} is of suite "${trial.lane.suite}", the summary of "${summary.suite}"`,
    );
  }
  const problem = findMismatch(trial, score);
  if (problem !== null) throw changed(join(path, runFiles.scores), `line ${line} ${problem}`);
}

/** What scores say of their trial, and what is left of it in the transcript. */
function findMismatch(
  { outcome, cluster, faults }: TrialRecord,
  score: ScoreRecord,
): string | null {
  const { verdict, facts } = score;
  if (score.cluster !== cluster) {
    return `has cluster "${score.cluster}", and its trial "${cluster}"`;
  }
  if (toCanonicalJson(score.faults) !== toCanonicalJson(faults)) {
    return 'has other faults than its trial';
  }
  if (outcome.status !== 'finished') {
    return verdict === outcome.status
      ? null
      : `says "${verdict}", and its trial is "${outcome.status}"`;
  }
  if (facts !== null && facts.stopReason !== outcome.stopReason) {
    return `says that it ended by "${facts.stopReason}", and its trial by "${outcome.stopReason}"`;
  }
  const earned = toVerdict(score);
  return verdict === earned ? null : `says "${verdict}", but by its task.success it is "${earned}"`;
}

function toVerdict({ scores, expectFail }: ScoreRecord): ScoreRecord['verdict'] {
  const success = scores['task.success']?.value ?? null;
  if (success === null) return 'invalid';
  return (success === 1) === (expectFail === null) ? 'passed' : 'failed';
}

/** Runs of toolrig name the planned faults that never struck; imports only have the faults of their source. */
export function listNamedPlans({ manifest: { selection, content } }: StoredRun): readonly string[] {
  const { plans } = content;
  if (selection['format'] !== undefined || !Array.isArray(plans)) return [];
  return plans.flatMap((plan: unknown) => {
    const name = isJsonObject(plan) ? plan['name'] : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

/** Reasons why the run as a whole is INVALID are in the summary alone: they are taken as they are, and only make it worse. */
function checkSummary({ path, manifest, summary }: StoredRun, fold: SummaryFold): void {
  for (const { code, text, lanes } of summary.invalidReasons) {
    if (lanes.length === 0) fold.refuse(code, text);
  }
  const { suite, mode, manifestHash } = summary;
  const variants = Object.entries(summary.variants).map(([name, found]) => ({ name, ...found }));
  const models = variants.map(({ model, nature, about }) => ({ name: model, nature, about }));
  const { metrics, part } = summary;
  const due = fold.toSummary({
    suite,
    mode,
    variants,
    models,
    manifestHash,
    isOpen: manifest.selection['left'] !== undefined,
    ...(metrics === undefined ? {} : { metrics }),
    ...(part === undefined ? {} : { part }),
  });
  const difference = findDifference(summary, { ...due, exitCode: toExitCode(summary, due) });
  if (difference === null) return;
  throw changed(
    join(path, runFiles.summary),
    `${difference.path} is ${difference.found}, and by trials and scores it is ${difference.due}`,
  );
}

/** A metric that nothing describes would have no direction. */
function checkMetrics({ path, summary }: StoredRun): void {
  const known = new Set<string>((summary.metrics ?? []).map(({ name }) => name));
  for (const [variant, { scores }] of Object.entries(summary.variants)) {
    const name = Object.keys(scores).find((metric) => !isBuiltIn(metric) && !known.has(metric));
    if (name === undefined) continue;
    throw changed(
      join(path, runFiles.summary),
      `variant "${variant}" has the metric "${name}", which is neither toolrig's nor among "metrics"`,
    );
  }
}

function toExitCode(found: RunSummary, due: RunSummary): number {
  const isInterrupted =
    found.exitCode === exitCodes.interrupted ||
    found.invalidReasons.some(({ code }) => code === 'interrupted');
  return isInterrupted ? exitCodes.interrupted : due.exitCode;
}

function checkSeal(
  { path, summary, seal }: StoredRun,
  counted: Readonly<Record<'scores' | 'trials', LineCount>>,
): void {
  const { files } = seal;
  const found = {
    manifest: hashStoredManifest(path),
    scores: counted.scores.hash,
    trials: counted.trials.hash,
  };
  for (const name of ['trials', 'scores', 'manifest'] as const) {
    if (found[name] === files[name]) continue;
    throw changed(join(path, runFiles[name]), 'its content does not match the seal of the summary');
  }
  if (hashSummary({ ...summary, files }) !== seal.seal) {
    throw changed(join(path, runFiles.summary), 'its content does not match its seal');
  }
}

function unlike(path: string, line: number, lane: string): StoreError {
  return changed(
    path,
    `line ${line} of "${runFiles.trials}" is of trial "${lane}", and of "${runFiles.scores}" of another`,
  );
}

/** A file of a run folder that was changed after it was written. */
export function changed(path: string, detail: string): StoreError {
  return new StoreError(
    'RUN_CHANGED',
    `Cannot trust "${path}": ${detail}, so it was changed after the run. Run it again`,
    { path },
  );
}
