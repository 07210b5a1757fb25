import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { areaOf } from './areas.ts';
import { findMutants, toOneLine } from './find-mutants.ts';
import { listSources } from './list-sources.ts';
import type { Mutant } from './mutant.ts';

export interface ChosenMutant {
  readonly area: string;
  readonly mutant: Mutant;
}

/** A sample of each area, the same for the same seed and sources; by turns of the areas, so that a cut is fair. */
export function sampleMutants(
  root: string,
  paths: readonly string[],
  sampling: { readonly sample: number; readonly seed: string },
): readonly ChosenMutant[] {
  const byArea = new Map<string, Mutant[]>();
  for (const file of new Set(paths.flatMap((path) => listSources(root, path)))) {
    const area = areaOf(file);
    const mutants = findMutants(file, readFileSync(join(root, file), 'utf8'));
    byArea.set(area, [...(byArea.get(area) ?? []), ...mutants]);
  }
  const drawn = [...byArea].flatMap(([area, mutants]) =>
    mutants
      .map((mutant) => ({ mutant, key: rank(mutant, sampling.seed) }))
      .toSorted((left, right) => (left.key < right.key ? -1 : 1))
      .slice(0, sampling.sample)
      .map(({ mutant }, turn) => ({ area, mutant, turn })),
  );
  return drawn
    .toSorted((left, right) => left.turn - right.turn)
    .map(({ area, mutant }) => ({ area, mutant }));
}

/** An edit that was written down: its file, a text in it and what replaces that. */
export interface GivenMutant {
  readonly id: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** The written-down edit in the present sources, also where its file has moved; null where its text is gone. */
export function placeGiven(root: string, given: GivenMutant): Mutant | null {
  const files = existsSync(join(root, given.file))
    ? [given.file]
    : listSources(root, 'harness').filter((file) => basename(file) === basename(given.file));
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8');
    const start = source.indexOf(given.find);
    if (start === -1) continue;
    const lineNumber = source.slice(0, start).split('\n').length;
    const line = source.split('\n')[lineNumber - 1]?.trim() ?? '';
    const place = { file, kind: given.id, start, end: start + given.find.length, lineNumber, line };
    return { ...place, replacement: given.replace, was: toOneLine(given.find) };
  }
  return null;
}

function rank(mutant: Mutant, seed: string): string {
  const name = [seed, mutant.file, mutant.kind, mutant.start, mutant.end, mutant.replacement];
  return createHash('sha256').update(name.join('\0')).digest('hex');
}
