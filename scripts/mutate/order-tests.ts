import type { ImportMap } from './import-map.ts';

/** One run of a test file: its short tests with the mutants of its own room, or all tests with all that they may see. */
export interface TestTurn {
  readonly testFile: string;
  readonly room: string | null;
}

/**
 * The short tests next to the mutants first, each with the mutants of its own room; then every test that loads a
 * mutated file. Within a round, those come first that load the least.
 */
export function orderTests(
  testFiles: readonly string[],
  mutated: ReadonlySet<string>,
  imports: ImportMap,
): readonly TestTurn[] {
  const rooms = new Set([...mutated].map(roomOf));
  const ordered = testFiles
    .map((testFile) => ({ testFile, loads: imports.of(testFile) }))
    .filter(({ loads }) => [...loads].some((file) => mutated.has(file)))
    .toSorted((left, right) => left.loads.size - right.loads.size)
    .map(({ testFile }) => testFile);
  return [
    ...ordered
      .filter((testFile) => rooms.has(roomOf(testFile)))
      .map((testFile) => ({ testFile, room: roomOf(testFile) })),
    ...ordered.map((testFile) => ({ testFile, room: null })),
  ];
}

/** `harness/score` of `harness/score/scorer/score-task.ts`, `harness/boundary/fault` of the files in it. */
export function roomOf(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, parts[1] === 'boundary' ? 3 : 2).join('/');
}
