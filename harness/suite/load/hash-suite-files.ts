import { createHash } from 'node:crypto';

import { listSuiteFiles } from './list-suite-files.ts';

/** SHA-256 of the files that a suite is loaded from, in the order of {@link listSuiteFiles}. */
export function hashSuiteFiles(path: string): string {
  const hash = createHash('sha256');
  for (const { text } of listSuiteFiles(path)) hash.update(`${text.length}:${text}`);
  return hash.digest('hex');
}
