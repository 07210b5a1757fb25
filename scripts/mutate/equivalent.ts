import { readFileSync } from 'node:fs';

import { type Mutant } from './mutant.ts';
import { toOneLine } from './find-mutants.ts';

/** A mutant that changes nothing that anyone could see, with the reason. */
export interface EquivalentMutant {
  readonly file: string;
  readonly kind: string;
  /** The line of the place, without the spaces around it. */
  readonly line: string;
  readonly was: string;
  readonly becomes: string;
  readonly reason: string;
}

/** The list of judged mutants next to this file. */
export function readEquivalent(): readonly EquivalentMutant[] {
  const text = readFileSync(new URL('equivalent.json', import.meta.url), 'utf8');
  // Our own file; equivalent.test.ts reads every entry against the sources.
  return JSON.parse(text) as readonly EquivalentMutant[];
}

export function isEquivalent(mutant: Mutant, judged: EquivalentMutant): boolean {
  return (
    judged.file === mutant.file &&
    judged.kind === mutant.kind &&
    judged.line === mutant.line &&
    judged.was === mutant.was &&
    judged.becomes === toOneLine(mutant.replacement)
  );
}
