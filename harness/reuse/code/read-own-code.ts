import { hash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { listFiles } from '../../disk/list-files.ts';
import { PackageReader } from './read-package.ts';
import type { CodeContext } from './read-suite-code.ts';

/** What is known of the code of toolrig. */
export interface OwnCode {
  readonly hash: string;
  /** Files have changed since this process began, so it is not known which code runs. */
  readonly isChanged: boolean;
}

/** Packages that take part in a replayed trial: they load suites, judge arguments, read recordings. */
const packages = [
  'ajv',
  'ajv-formats',
  'canonicalize',
  'eventsource-parser',
  'jiti',
  'yaml',
  'zod',
];

/** The code of toolrig itself: every module by its content, so that an edit without a new version counts too. */
export function readOwnCode({ own: root, files, startedAtMs }: CodeContext): OwnCode {
  const folder = fileURLToPath(new URL('../..', import.meta.url));
  const reader = new PackageReader(files, startedAtMs);
  let isChanged = false;
  for (const name of packages) reader.add(name, root);
  const own = listFiles(folder)
    .filter((path) => /\.(?:[jt]s|json)$/u.test(path) && !isNoCode.test(path))
    .map((path) => {
      const read = files.read(join(folder, path));
      isChanged ||= (read?.changedAtMs ?? 0) > startedAtMs;
      return `${path} ${read?.hash ?? ''}`;
    });
  return { hash: hash('sha256', [...own, ...reader.lines].join('\n')), isChanged };
}

const isNoCode = /\.(?:test|d)\.ts$|(?:^|\/)(?:fixtures|golden|testing)\//u;
