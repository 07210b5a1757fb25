import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { findSuite } from '../../api/place/find-suite.ts';
import { findConfigUpwards } from '../../api/place/load-near-config.ts';
import { listFiles } from '../../disk/list-files.ts';
import { listSuiteFiles, listWithImports } from '../../suite/load/list-suite-files.ts';

/** What the run of a suite is made of, as it is on the disk at one moment. */
export interface WatchedFiles {
  /** State of each file by its absolute path: another one after every edit. */
  readonly states: ReadonlyMap<string, string>;
  /** Folders in which an edit is seen at once; of those that say so, the folders below as well. */
  readonly folders: readonly { readonly path: string; readonly isDeep: boolean }[];
}

/**
 * The files of a suite: its own and what it imports, the configuration, and its recordings. Files that cannot be read,
 * such as one that is being saved, count as missing.
 */
export function readWatchedFiles(
  suite: string,
  { cwd, cassettes }: { readonly cwd: string; readonly cassettes: string | undefined },
): WatchedFiles {
  const place = findSuite(suite, cwd, cassettes);
  const configs = [place.folder, cwd].flatMap((folder) => findConfigUpwards(folder) ?? []);
  const sources = [
    ...tryList(() => listSuiteFiles(place.path).map(({ path }) => path)),
    ...configs.flatMap((file) => tryList(() => listWithImports(file).map(({ path }) => path))),
  ];
  const lanes = existsSync(place.cassettes)
    ? tryList(() => listFiles(place.cassettes).map((name) => join(place.cassettes, name)))
    : [];
  const folders = new Set([place.folder, ...sources.map((path) => dirname(path))]);
  return {
    states: new Map([...sources, ...lanes].map((path) => [path, readState(path)])),
    folders: [
      ...[...folders].map((path) => ({ path, isDeep: false })),
      ...(lanes.length > 0 ? [{ path: place.cassettes, isDeep: true }] : []),
    ],
  };
}

/** The files that were added, removed or edited, sorted. */
export function listEdited(
  before: WatchedFiles['states'],
  after: WatchedFiles['states'],
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}

function readState(path: string): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? 'missing' : `${stats.size} ${stats.ino} ${stats.mtimeNs}`;
}

/** An editor may replace a file while it is read: the next event shows it again. */
function tryList(list: () => readonly string[]): readonly string[] {
  try {
    return list();
  } catch {
    return [];
  }
}
