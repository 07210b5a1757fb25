import { join } from 'node:path';

import { nodeDisk } from '../../cassette/lane/lane-disk.ts';
import { toLaneName } from '../../cassette/lane/lane-path.ts';
import { listLaneFiles } from '../../cassette/lane/list-lane-files.ts';
import { parseHead } from '../../cassette/lane/parse-recording.ts';
import { toShellWord } from '../../core/shell-word.ts';
import { cleanPlan, type Lane } from '../../core/suite/lane.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { selectVariants } from '../plan/plan-groups.ts';
import type { RunOptions } from '../run-options.ts';
import { isWanted, toPlanWord } from './is-wanted.ts';

/** What the trials of a run asked for. */
export interface AskedLanes {
  /** File names of the lanes that were asked for. */
  readonly played: ReadonlySet<string>;
  /** Clean lanes that could not be measured: their faulted lanes were not reached, and that says nothing of these. */
  readonly unmeasured: readonly Lane[];
  /** Whether a recording, by its path, is a matter of this part of the run. Absent: all are. */
  readonly owns?: (path: string) => boolean;
}

/** Recordings without a trial, as paths. */
export interface Surplus {
  /** The suite has no such scenario, variant or plan any more. */
  readonly gone: readonly string[];
  /** The suite still has all of them, but the conversation has no such place for a fault. */
  readonly unreached: readonly string[];
}

/**
 * Recordings of the suite that no trial of this run asked for though it ran everything they could be for: those of unknown
 * scenarios and variants, and of plans that this run made. Nothing for a run of a part of the suite.
 */
export function findSurplus(options: RunOptions, asked: AskedLanes): Surplus {
  if (options.mode !== 'replay' || options.scenarios !== null) return { gone: [], unreached: [] };
  const { owns } = asked;
  const paths = listLaneFiles(options.cassettes).lanes.filter(
    (path) =>
      !asked.played.has(path) && couldBeAsked(path, options) && (owns === undefined || owns(path)),
  );
  const gone = paths.filter((path) => isGone(path, options));
  const unreached = paths.filter((path) => {
    const lane = gone.includes(path) ? null : readLane(path, options);
    return lane !== null && !isCut(lane, asked);
  });
  return { gone, unreached };
}

/** A file that cannot be read, or that is another lane's, is judged by its folders; `cassettes check` reports its errors. */
function isGone(path: string, options: RunOptions): boolean {
  const { scenarios, variants } = options.suite;
  const lane = readLane(path, options);
  if (lane !== null) return !isWanted(lane, options.suite);
  const [, scenario, variant] = path.split('/');
  return (
    scenarios.every(({ id }) => toSafeName(id) !== scenario) ||
    variants.every(({ name }) => toSafeName(name) !== variant)
  );
}

function couldBeAsked(path: string, options: RunOptions): boolean {
  const { suite, variants } = options;
  const [owner, , variant = '', file = ''] = path.split('/');
  if (owner !== toSafeName(suite.name)) return false;
  if (suite.variants.every(({ name }) => toSafeName(name) !== variant)) return true;
  if (selectVariants(suite, variants).every(({ name }) => toSafeName(name) !== variant)) {
    return false;
  }
  const [, plan = '', repeat = ''] = /^(.*)\.r([0-9]+)\.jsonl$/u.exec(file) ?? [];
  if (Number(repeat) > (options.repeats ?? suite.repeats)) return false;
  return plan === cleanPlan || isOfWords(path, plan, options);
}

/** Whether one of the words of `--faults` makes the plan of a lane. */
function isOfWords(path: string, plan: string, options: RunOptions): boolean {
  const words = options.faults.filter((word) => couldName(word, plan));
  if (words.length === 0) return false;
  // The names of files are cut and alike: `standard-own` may be a plan of the suite's own.
  const lane = readLane(path, options);
  return lane === null || words.includes(toPlanWord(lane.plan, options.suite) ?? '');
}

/** Whether the name of a file can be that of a plan which a word of `--faults` makes. */
function couldName(word: string, plan: string): boolean {
  return plan === toSafeName(word) || plan.startsWith(`${word}-`);
}

/** `null` when the file cannot be read or is another lane's. */
function readLane(path: string, { cassettes }: RunOptions): Lane | null {
  const head = parseHead(nodeDisk.read(join(cassettes, path)) ?? '');
  return head.ok && toLaneName(head.value.lane) === path ? head.value.lane : null;
}

function isCut(lane: Lane, { unmeasured }: AskedLanes): boolean {
  return unmeasured.some(
    ({ scenario, variant, repeat }) =>
      scenario === lane.scenario && variant === lane.variant && repeat === lane.repeat,
  );
}

interface Reason {
  readonly code: string;
  readonly text: string;
}

/** A recording that is never asked for is a test that got lost: it must not stay green in silence. */
export function describeSurplus(
  { gone, unreached }: Surplus,
  place: { readonly cassettes: string; readonly file: string },
): readonly Reason[] {
  const reasons: Reason[] = [];
  const { cassettes } = place;
  const prune = `\`toolrig cassettes prune ${toShellWord(place.file)}\``;
  if (gone.length > 0) {
    reasons.push({
      code: 'surplus_recordings',
      text: `No trial asked for ${nameSome(gone)} in "${cassettes}": the scenario, variant or plan is not in the suite any more. Bring it back, or remove what has no use with ${prune}`,
    });
  }
  if (unreached.length > 0) {
    reasons.push({
      code: 'unreached_recordings',
      text: `No trial came to the place of ${nameSome(unreached)} in "${cassettes}": the conversation is another than when these were recorded. If that is meant, ${prune} lists what has no use; else record the scenarios again`,
    });
  }
  return reasons;
}

function nameSome(paths: readonly string[]): string {
  const first = paths.slice(0, 5).map((path) => `"${path}"`);
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : '';
  return `${first.join(', ')}${more}`;
}
