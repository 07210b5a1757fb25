import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { listUpwards } from '../../disk/list-files.ts';
import { toShownPath, toSlashes } from '../../disk/shown-path.ts';
import { findPackageRoot } from './package-info.ts';

/** Where a suite and its recordings are. */
export interface SuitePlace {
  readonly path: string;
  /** Folder of the suite's file. */
  readonly folder: string;
  /** It comes with the package. */
  readonly isShipped: boolean;
  readonly cassettes: string;
  /** How commands in messages should name the suite. */
  readonly shown: string;
  /** How messages should name the folder of the recordings. */
  readonly shownCassettes: string;
}

/**
 * Finds a suite by path; `orders` or `suites/orders`, where there is no such path, is the suite of that name that ships
 * with the package. Its recordings are in the nearest `cassettes/` from the suite's folder upwards, else from the current
 * folder upwards, else (they are still to be made) in that of the current folder.
 */
export function findSuite(wanted: string, cwd: string, cassettes: string | undefined): SuitePlace {
  const here = resolve(cwd, wanted);
  const name = /^(?:suites\/)?([a-z0-9-]+)\/?$/u.exec(toSlashes(wanted))?.[1];
  const shipped = name === undefined ? null : join(findPackageRoot(), 'suites', name);
  const isShipped = !existsSync(here) && shipped !== null && existsSync(shipped);
  const path = isShipped ? shipped : here;
  const folder = isFolder(path) ? path : dirname(path);
  const root =
    cassettes === undefined
      ? (findCassettes(folder) ?? findCassettes(cwd) ?? join(cwd, 'cassettes'))
      : resolve(cwd, cassettes);
  return {
    path,
    folder,
    isShipped,
    shown: toSlashes(wanted),
    cassettes: root,
    shownCassettes: toShownPath(cwd, root),
  };
}

function findCassettes(from: string): string | undefined {
  return listUpwards(from)
    .map((folder) => join(folder, 'cassettes'))
    .find(isFolder);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
