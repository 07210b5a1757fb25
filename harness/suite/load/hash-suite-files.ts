import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { readFile } from '../../disk/read-file.ts';
import { findSuiteFile } from './find-suite-file.ts';

/**
 * SHA-256 of the files that a suite is loaded from: its own, and those that it imports by a relative path, with theirs.
 * Packages are left out, and so are files that code reads by itself.
 */
export function hashSuiteFiles(path: string): string {
  const found = findSuiteFile(resolve(path));
  const hash = createHash('sha256');
  if (!found.ok) return hash.digest('hex');
  const seen = new Set<string>();
  const open = [found.value.path];
  for (let file = open.shift(); file !== undefined; file = open.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFile(file, 'suiteBytes');
    hash.update(`${text.length}:${text}`);
    open.push(...listImports(text, file));
  }
  return hash.digest('hex');
}

const relativeImport =
  /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(?<quote>['"])(?<path>\.{1,2}\/[^'"\n]*)\k<quote>/gu;

function listImports(text: string, file: string): readonly string[] {
  return [...text.matchAll(relativeImport)].flatMap(({ groups }) => {
    const target = resolveImport(resolve(dirname(file), groups?.['path'] ?? '.'));
    return target === null ? [] : [target];
  });
}

/** The endings that the loader tries, and the source of a file that is named as it will be built. */
const endings = ['', '.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js'];

function resolveImport(path: string): string | null {
  const places = [...endings.map((ending) => path + ending), path.replace(/\.(m?)js$/u, '.$1ts')];
  return places.find((place) => existsSync(place) && statSync(place).isFile()) ?? null;
}
