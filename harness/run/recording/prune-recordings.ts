import { lstatSync, readdirSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { type CassetteFinding, checkCassettes } from '../../cassette/upkeep/check-cassettes.ts';
import { nodeDisk } from '../../cassette/lane/lane-disk.ts';
import { toLaneName } from '../../cassette/lane/lane-path.ts';
import { mixedFolder } from '../../cassette/lane/list-lane-files.ts';
import { readLockOwner } from '../../cassette/lane/lane-lock.ts';
import { toSafeName } from '../../disk/safe-name.ts';
import { createRunRedactor } from '../keep/create-run-redactor.ts';
import type { RunOptions } from '../run-options.ts';
import { isWanted } from './is-wanted.ts';
import { replayRecordings } from './replay-recordings.ts';

/** One file of the recordings that has no use, as a path below the root, and why. */
export interface Prunable {
  readonly path: string;
  readonly why: string;
}

/** What can go. */
export interface PrunePlan {
  readonly files: readonly Prunable[];
  /** Why parts were not checked; `null` when they were. */
  readonly partsKept: string | null;
}

/**
 * Finds recordings of the suite that no trial can ask for, drafts that no recorder holds, and, with these gone, parts that no
 * lane of any suite names. Lanes that are damaged or stale stay: they are to be recorded again.
 *
 * @param withMixed Also all recordings that `compare --bisect` made of the suite's mixed toolsets.
 */
export async function planPruning(options: RunOptions, withMixed: boolean): Promise<PrunePlan> {
  const { suite, cassettes } = options;
  const own = `${toSafeName(suite.name)}/`;
  const before = check(options, []);
  const surplus = before
    .filter(({ kind, path }) => kind === 'surplus' && path.startsWith(own))
    .map(({ path }) => ({ path, why: 'the suite has no such scenario, variant or plan' }));
  const { unreached } = await replayRecordings(options);
  const lost = unreached.map((lane) => ({
    path: toLaneName(lane),
    why: 'the conversation of its scenario has no such place for a fault',
  }));
  const drafts = before
    .filter(({ kind, path }) => kind === 'abandoned' && path.startsWith(own))
    .filter(({ path }) => isFree(path, options))
    .map(({ path }) => ({ path, why: 'a recording that was never finished' }));
  const lanes = [...surplus, ...lost];
  const unread = before.filter(({ kind }) => unreadable.has(kind));
  const parts =
    unread.length > 0
      ? []
      : check(
          options,
          lanes.map(({ path }) => path),
        )
          .filter(({ kind }) => kind === 'orphan_part')
          .map(({ path }) => ({ path, why: 'no lane names this part' }));
  const mixed = withMixed ? listMixed(cassettes, toSafeName(suite.name)) : [];
  const [first] = unread;
  return {
    files: [...lanes, ...drafts, ...parts, ...mixed].filter(({ path }) =>
      isInside(cassettes, path),
    ),
    partsKept:
      first === undefined ? null : `"${first.path}" cannot be read, and may name any of them`,
  };
}

const unreadable: ReadonlySet<CassetteFinding['kind']> = new Set([
  'damaged',
  'unsealed',
  'wrong_version',
]);

function check(options: RunOptions, without: readonly string[]): readonly CassetteFinding[] {
  const { suite, cassettes } = options;
  const redactor = createRunRedactor(options);
  return checkCassettes(cassettes, {
    redactor,
    isWanted: (lane) => lane.suite !== suite.name || isWanted(lane, suite),
    command: '',
    prune: '',
    without: new Set(without),
  });
}

/** A lock whose owner still runs holds its draft, too. */
function isFree(path: string, options: RunOptions): boolean {
  const lock = path.endsWith('.lock.part') ? path : path.replace(/\.part$/u, '.lock.part');
  const text = nodeDisk.read(join(options.cassettes, lock));
  return text === null || !options.process.isAlive(readLockOwner(text));
}

function listMixed(cassettes: string, suite: string): readonly Prunable[] {
  const why = 'a recording of a mixed toolset, made by compare --bisect';
  const list = (folder: string): readonly string[] =>
    readdirSync(join(cassettes, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? list(path) : [path];
    });
  const folder = `${mixedFolder}/${suite}`;
  if (!nodeDisk.exists(join(cassettes, folder)) || !isInside(cassettes, folder)) return [];
  return list(folder).map((path) => ({ path, why }));
}

/** Nothing is removed through a link. */
function isInside(cassettes: string, path: string): boolean {
  const steps = path.split('/');
  return steps.every((_, index) => {
    const place = join(cassettes, ...steps.slice(0, index + 1));
    return !(lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false);
  });
}

/** Removes files, and the folders that they leave empty. */
export function removeRecordings(cassettes: string, files: readonly Prunable[]): void {
  for (const { path } of files) {
    nodeDisk.remove(join(cassettes, path));
    removeEmpty(cassettes, dirname(path));
  }
}

function removeEmpty(cassettes: string, folder: string): void {
  if (folder === '.' || folder === 'parts') return;
  const place = join(cassettes, folder);
  if (!nodeDisk.exists(place) || readdirSync(place).length > 0) return;
  rmdirSync(place);
  removeEmpty(cassettes, dirname(folder));
}
