import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The sources without tests at a path, which may be a file, relative to the checkout. */
export function listSources(root: string, path: string): readonly string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  return listFiles(root, path).filter((file) => !file.endsWith('.test.ts'));
}

/** The test files whose results a mutant may change: those of processes run the built code, which is not mutated. */
export function listTests(root: string): readonly string[] {
  return listFiles(root, 'harness').filter((file) => file.endsWith('.test.ts'));
}

function listFiles(root: string, path: string): readonly string[] {
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${path}/${file.replaceAll('\\', '/')}`)
    .toSorted();
}
