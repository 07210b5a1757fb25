import { join } from 'node:path';

import { toSafeName } from '../../disk/safe-name.ts';
import { stageLine } from '../staged/stage-lines.ts';
import { listSuiteFiles } from './list-suite-files.ts';
import type { NamedSuite } from './open-suite.ts';
import type { Worker } from './worker.ts';

/**
 * Says what the tests of a file depend on, for watch mode: the files of the suite and, once its name is known, its
 * recordings. Said before the suite is loaded, so that a suite that cannot be loaded is watched as well.
 */
export function watchSuite(
  { file, place }: NamedSuite,
  { stage, testFile, io }: Worker,
  suite: string | null,
): void {
  if (stage === undefined) return;
  const paths =
    suite === null
      ? [place.path, ...(file === null ? [] : listSuiteFiles(file, io.cwd))]
      : [toSafeName(suite), 'parts'].map((name) => `${join(place.cassettes, name)}/`);
  stageLine(stage, testFile, { type: 'files', test: testFile, paths });
}
