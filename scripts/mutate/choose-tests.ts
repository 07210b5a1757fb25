import { functionAt, listFunctions, nameFunction } from './mark-functions.ts';
import type { Mutant } from './mutant.ts';
import type { MappedTest } from './test-map.ts';

interface TestChoice {
  /** The text of the mutant's file without the mutant. */
  readonly source: string;
  readonly map: readonly MappedTest[];
  /** How much of measured test time a mutant may cost. */
  readonly limitMs: number;
}

/**
 * The test files that run the function around a mutant: first those in the same folder, then the quick ones, up to the
 * limit. A mutant outside of functions, or in a source that has changed since the map was made, is seen by whatever
 * runs any of it.
 */
export function chooseTests(mutant: Mutant, choice: TestChoice): readonly MappedTest[] {
  const { source, map, limitMs } = choice;
  const number = functionAt(listFunctions(mutant.file, source), mutant.start);
  const name = nameFunction(mutant.file, source, number);
  const sameText = nameFunction(mutant.file, source, 0);
  const sees = (test: MappedTest): boolean => {
    const isExact = number > 0 && test.hits.includes(sameText);
    return isExact
      ? test.hits.includes(name)
      : test.hits.some((hit) => hit.startsWith(`${mutant.file}#`));
  };
  const ordered = map
    .filter((test) => test.passes && sees(test))
    .toSorted((left, right) => cost(left, mutant) - cost(right, mutant));
  const chosen: MappedTest[] = [];
  let spentMs = 0;
  for (const test of ordered) {
    if (spentMs > limitMs) break;
    spentMs += test.ms;
    chosen.push(test);
  }
  return chosen;
}

/** A test next to the source counts as ten times as quick, one of the same room as four times. */
function cost(test: MappedTest, mutant: Mutant): number {
  if (test.testFile === mutant.file.replace(/\.ts$/u, '.test.ts')) return test.ms / 10;
  return roomOf(test.testFile) === roomOf(mutant.file) ? test.ms / 4 : test.ms;
}

/** `harness/score` of `harness/score/scorer/score-task.ts`, `harness/boundary/fault` of the files in it. */
export function roomOf(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, parts[1] === 'boundary' ? 3 : 2).join('/');
}
