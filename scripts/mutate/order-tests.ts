import { basename, dirname } from 'node:path';

import type { ImportMap } from './import-map.ts';

/** One run of a test file: its short tests with the mutants of its own room, or all tests with all that they may see. */
export interface TestTurn {
  readonly testFile: string;
  readonly room: string | null;
  /** The test file is named after a mutated one. */
  readonly isNamed: boolean;
}

/**
 * The test files that are named after a mutated file first, then those of the mutants' rooms, then every test that loads
 * a mutated file. Of the first two, the short tests have their turn first. Within a turn, those come first that load the
 * least.
 */
export function orderTests(
  testFiles: readonly string[],
  mutated: ReadonlySet<string>,
  imports: ImportMap,
): readonly TestTurn[] {
  const rooms = new Set([...mutated].map(roomOf));
  const topics = new Set([...mutated].map(toTopic));
  const ordered = testFiles
    .map((testFile) => ({ testFile, loads: imports.of(testFile) }))
    .filter(({ loads }) => [...loads].some((file) => mutated.has(file)))
    .toSorted((left, right) => left.loads.size - right.loads.size)
    .map(({ testFile }) => ({ testFile, isNamed: topics.has(toTopic(testFile)) }));
  const toTurns = (files: typeof ordered): readonly TestTurn[] => [
    ...files
      .filter(({ testFile }) => rooms.has(roomOf(testFile)))
      .map((file) => ({ ...file, room: roomOf(file.testFile) })),
    ...files.map((file) => ({ ...file, room: null })),
  ];
  return [
    ...toTurns(ordered.filter(({ isNamed }) => isNamed)),
    ...toTurns(ordered.filter(({ isNamed }) => !isNamed)),
  ];
}

/** `harness/score` of `harness/score/scorer/score-task.ts`, `harness/boundary/fault` of the files in it. */
export function roomOf(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, parts[1] === 'boundary' ? 3 : 2).join('/');
}

/** The folder with the first word of the name: `compare-command.ts` and `compare-verdicts.test.ts` are about the same. */
function toTopic(file: string): string {
  return `${dirname(file)}/${basename(file).split(/[-.]/u, 1)[0] ?? ''}`;
}
