import { existsSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';

import { toSlashes } from '../../disk/shown-path.ts';
import { findPackageRoot } from '../io/package-info.ts';

/** Where a suite and its recordings lie. */
export interface SuitePlace {
  readonly path: string;
  readonly cassettes: string;
  /** How commands in messages should name the suite. */
  readonly shown: string;
}

/**
 * Finds a suite by path; a bare name that is no path here means a suite shipped with the package.
 * Recordings lie in `cassettes/` of the current folder, for shipped suites in the package's own.
 */
export function findSuite(wanted: string, cwd: string, cassettes: string | undefined): SuitePlace {
  const here = resolve(cwd, wanted);
  const root = findPackageRoot();
  const shipped = join(root, 'suites', wanted);
  const useShipped = !existsSync(here) && /^[a-z0-9-]+$/u.test(wanted) && existsSync(shipped);
  const path = useShipped ? shipped : here;
  const own = isInside(path, root) && !isInside(cwd, root) ? root : cwd;
  return {
    path,
    shown: toSlashes(wanted),
    cassettes: cassettes === undefined ? join(own, 'cassettes') : resolve(cwd, cassettes),
  };
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
}
