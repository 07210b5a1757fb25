import type { StagedLine } from '../staged/stage-lines.ts';

/** Which test files depend on which files besides their modules. */
export interface WatchMap {
  /** Takes what the tests of a run said. What a test file said in an earlier run no longer counts. */
  learn(files: readonly (readonly StagedLine[])[]): void;
  /** Test files that depend on a file. */
  testsOf(file: string): readonly string[];
  /** All files and folders that any test depends on. */
  paths(): readonly string[];
}

/** Makes an empty map. A path that ends in a slash is a folder with all that is in it. */
export function createWatchMap(): WatchMap {
  const byTest = new Map<string, ReadonlySet<string>>();
  return {
    learn(files) {
      for (const lines of files) {
        const said = lines.filter((line) => line.type === 'files');
        // The lines of one file are of one test file.
        const [first] = said;
        if (first === undefined) continue;
        byTest.set(first.test, new Set(said.flatMap(({ paths }) => paths)));
      }
    },
    testsOf: (file) =>
      [...byTest]
        .filter(([, paths]) => [...paths].some((path) => covers(path, file)))
        .map(([test]) => test)
        .toSorted(),
    paths: () => [...new Set([...byTest.values()].flatMap((paths) => [...paths]))].toSorted(),
  };
}

function covers(path: string, file: string): boolean {
  return path.endsWith('/') ? file.startsWith(path) : file === path;
}
