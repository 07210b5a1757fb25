import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Result } from '../../json/result.ts';

/** A suite file that is there. */
export interface SuiteFile {
  readonly path: string;
  /** The suite's name, when it does not say one: its folder's, else its own. */
  readonly name: string;
  readonly kind: 'module' | 'data';
}

/** Why there is no suite file, and what would be one. */
export interface NoSuiteFile {
  readonly code: 'no_such_file' | 'no_suite_in_folder' | 'several_suites' | 'unknown_kind_of_file';
  readonly message: string;
  readonly expected: string;
  readonly found: string;
}

const moduleKinds = ['.ts', '.mts', '.js', '.mjs'];
const dataKinds = ['.yaml', '.yml', '.json'];
const kinds = [...moduleKinds, ...dataKinds];
const names = kinds.map((kind) => `suite${kind}`);

/** Finds the suite that a path names: a file, or a folder with exactly one `suite.{ts,mts,js,mjs,yaml,yml,json}`. */
export function findSuiteFile(path: string): Result<SuiteFile, NoSuiteFile> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return refuse('no_such_file', path, 'there is no such file or folder');
  return stats.isDirectory() ? findInFolder(path) : toFile(path);
}

function findInFolder(folder: string): Result<SuiteFile, NoSuiteFile> {
  const entries = readdirSync(folder).sort();
  const found = entries.filter((entry) => names.includes(entry));
  const [first] = found;
  if (first === undefined) {
    const near = entries.filter((entry) => kinds.includes(extname(entry)));
    return refuse('no_suite_in_folder', list(near), 'the folder has no suite file');
  }
  if (found.length > 1) {
    return refuse('several_suites', list(found), 'the folder has several suite files');
  }
  return toFile(join(folder, first));
}

function toFile(path: string): Result<SuiteFile, NoSuiteFile> {
  const kind = extname(path);
  if (!kinds.includes(kind)) {
    return refuse('unknown_kind_of_file', basename(path), 'this is not a kind of suite file');
  }
  const stem = basename(path, kind);
  const name = stem === 'suite' ? basename(dirname(path)) : stem.replace(/\.suite$/, '');
  return { ok: true, value: { path, name, kind: dataKinds.includes(kind) ? 'data' : 'module' } };
}

function list(entries: readonly string[]): string {
  return entries.length === 0 ? 'none' : entries.join(', ');
}

function refuse(
  code: NoSuiteFile['code'],
  found: string,
  message: string,
): Result<SuiteFile, NoSuiteFile> {
  const expected =
    code === 'several_suites'
      ? 'exactly one of them'
      : `a suite file, or a folder with one of ${names.join(', ')}`;
  return { ok: false, error: { code, message, expected, found } };
}
