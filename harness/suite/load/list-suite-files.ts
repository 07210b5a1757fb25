import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { readFile } from '../../disk/read-file.ts';
import { findSuiteFile } from './find-suite-file.ts';

/** A file that a suite is loaded from. */
export interface SourceFile {
  /** Absolute. */
  readonly path: string;
  readonly text: string;
}

/**
 * The files that a suite is loaded from: its own first, and those that it imports by a relative path, with theirs.
 * Packages are left out, and so are files that code reads by itself.
 *
 * @param path - a suite file, or a folder with one; none is found where there is neither.
 */
export function listSuiteFiles(path: string): readonly SourceFile[] {
  const found = findSuiteFile(resolve(path));
  return found.ok ? listWithImports(found.value.path) : [];
}

/** A file and those that it imports by a relative path, with theirs. */
export function listWithImports(path: string): readonly SourceFile[] {
  const files = new Map<string, string>();
  const open = [path];
  for (let file = open.shift(); file !== undefined; file = open.shift()) {
    if (files.has(file)) continue;
    const text = readFile(file, 'suiteBytes');
    files.set(file, text);
    open.push(...listImports(text, file));
  }
  return [...files].map(([name, text]) => ({ path: name, text }));
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
