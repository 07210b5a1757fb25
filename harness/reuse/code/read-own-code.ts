import { hash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { listFiles } from '../../disk/list-files.ts';
import type { FileIndex } from '../file/file-index.ts';
import { PackageReader } from './read-package.ts';

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

/**
 * SHA-256 of the code of toolrig itself: every module by its content, so that an edit without a new version counts too.
 *
 * @param root - folder of the package.
 */
export function readOwnCode(root: string, files: FileIndex): string {
  const folder = fileURLToPath(new URL('../..', import.meta.url));
  const reader = new PackageReader(files);
  for (const name of packages) reader.add(name, root);
  const own = listFiles(folder)
    .filter((path) => /\.(?:[jt]s|json)$/u.test(path) && !isNoCode.test(path))
    .map((path) => `${path} ${files.read(join(folder, path))?.hash ?? ''}`);
  return hash('sha256', [...own, ...reader.lines].join('\n'));
}

const isNoCode = /\.(?:test|d)\.ts$|(?:^|\/)(?:fixtures|golden|testing)\//u;
