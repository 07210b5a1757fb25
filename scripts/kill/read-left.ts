import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a run folder that are the same bytes for the same input. */
export const stableFiles = ['trials.jsonl', 'scores.jsonl', 'summary.json'] as const;

/** The only folder below `runs`; `null` when there is none yet. */
export function findRun(folder: string): string | null {
  const runs = join(folder, 'runs');
  const [run] = existsSync(runs) ? readdirSync(runs).sort() : [];
  return run === undefined ? null : join(runs, run);
}

/** A file's text; empty when there is none. */
export function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Lines with an end; what follows the last one was cut by the kill. */
export function readWholeLines(file: string): readonly string[] {
  return readText(file).split('\n').slice(0, -1);
}

/** Texts by path below a folder, without what says when they were made. */
export function readTree(root: string): ReadonlyMap<string, string> {
  if (!existsSync(root)) return new Map();
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    paths
      .filter((path) => statSync(join(root, path)).isFile())
      .map((path) => [path, withoutTimes(readFileSync(join(root, path), 'utf8'))]),
  );
}

/** The text without times of day, salts, and the seal over them. */
function withoutTimes(text: string): string {
  return text
    .replaceAll(/\d{8}T\d{6}Z(?:-[a-z-]+)?/gu, 'RUN')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu, 'TIME')
    .replaceAll(/"salt":"[^"]*"/gu, '"salt":""')
    .replaceAll(/("type":"end".*"hash":)"[0-9a-f]*"/gu, '$1""');
}
