import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** One TypeScript file of the harness. */
export interface SourceFile {
  /** Relative to the harness, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Something that breaks a rule of the house. */
export interface Violation {
  readonly code: string;
  readonly path: string;
  /** Counts from 1; 0 where the whole file is meant. */
  readonly line: number;
  readonly text: string;
}

/** Reads every TypeScript file below a folder, in the order of their paths. */
export async function readSourceFiles(folder: string): Promise<readonly SourceFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  return Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })),
  );
}

/** Tests and what only tests import. */
export function isTestFile(path: string): boolean {
  return path.endsWith('.test.ts') || path.startsWith('testing/');
}
