import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { StagedLine } from './stage-lines.ts';

/** The files of a staging folder in the order of their names, so that no order of tests shows in what is made of them. */
export function listStage(root: string): readonly string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .toSorted()
    .map((name) => join(root, name));
}

/** Reads what workers left, file by file. A line that is still being written is left out. */
export function readStage(files: readonly string[]): readonly (readonly StagedLine[])[] {
  return files.filter(existsSync).map((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      // Written by `stageLine` of this very package, in a folder that only this user can write to.
      .map((line) => JSON.parse(line) as StagedLine),
  );
}
