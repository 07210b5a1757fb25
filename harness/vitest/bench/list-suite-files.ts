import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

/** The most files that are looked at; a suite has a few. */
const mostFiles = 500;

/** A file of more bytes is data, and is not searched for the names of others. */
const mostBytes = 1_000_000;

const sources: readonly string[] = ['.ts', '.mts', '.js', '.mjs', '.yaml', '.yml', '.json'];

/**
 * The files that a suite is made of: its own, and every file that one of them names relative to itself or to the working
 * folder, as an import or as data (`./world.json`, `data/orders.csv`). A name that is put together at runtime is not found.
 */
export function listSuiteFiles(file: string, cwd: string): readonly string[] {
  const found = new Set<string>([file]);
  for (const path of found) {
    if (found.size > mostFiles) break;
    if (!sources.includes(extname(path)) || !isFile(path) || statSync(path).size > mostBytes)
      continue;
    for (const name of listNames(readFileSync(path, 'utf8'))) {
      const named = toFile(name, dirname(path)) ?? toFile(name, cwd);
      if (named !== null && !named.includes('node_modules')) found.add(named);
    }
  }
  return [...found].toSorted();
}

/** Words that look like the path of a file: with an ending, or relative. */
function listNames(text: string): ReadonlySet<string> {
  return new Set(
    [...text.matchAll(/(?:\.{1,2}\/)?[\w@-][\w@./-]*/gu)]
      .map(([word]) => word)
      .filter((word) => /^\.{1,2}\//u.test(word) || /\.[a-z][a-z0-9]{0,5}$/u.test(word)),
  );
}

function toFile(name: string, folder: string): string | null {
  const path = resolve(folder, name);
  const candidates = [path, `${path}.ts`, `${path}.js`, path.replace(/\.js$/u, '.ts')];
  return candidates.find(isFile) ?? null;
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
