import type { ChosenMutant } from './choose-mutants.ts';
import { ImportMap } from './import-map.ts';
import type { TriedMutant, Verdict } from './mutant.ts';
import { roomOf } from './order-tests.ts';
import { type TimedTest, tryMutants } from './try-mutants.ts';
import type { SwitchResult } from './try-switched.ts';

interface AgainOptions {
  readonly copies: readonly string[];
  readonly testFiles: readonly string[];
  readonly first: SwitchResult;
  readonly endsAtMs: number;
  readonly nowMs: () => number;
  readonly onTried: (tried: TriedMutant) => void;
}

/** How many test files one mutant may cost here, the nearest first. */
const mostFiles = 8;

/**
 * Tries the mutants that switches cannot decide, in processes of their own: those that act while modules are loaded,
 * those that could not be written as a switch, and those after which a test failed without them too. The scratch
 * copies hold the sources without switches.
 */
export async function tryAgain(
  chosen: readonly ChosenMutant[],
  options: AgainOptions,
): Promise<{
  readonly verdicts: ReadonlyMap<number, Verdict>;
  readonly unreached: ReadonlySet<number>;
}> {
  const { first, copies, endsAtMs, nowMs, onTried } = options;
  const open = findOpen(chosen, first);
  const imports = new ImportMap(copies[0] ?? '');
  const testsOf = (one: ChosenMutant): readonly TimedTest[] =>
    chooseTests(one.mutant.file, first.outside.get(open.get(one) ?? 0), { ...options, imports });
  const tried = await tryMutants([...open.keys()], { copies, testsOf, endsAtMs, nowMs, onTried });
  const verdicts = new Map<number, Verdict>();
  for (const { mutant, verdict } of tried)
    for (const [one, id] of open) if (one.mutant === mutant) verdicts.set(id, verdict);
  const unreached = new Set([...open.values()].filter((id) => !verdicts.has(id)));
  return { verdicts, unreached };
}

function findOpen(
  chosen: readonly ChosenMutant[],
  first: SwitchResult,
): ReadonlyMap<ChosenMutant, number> {
  const open = new Map<ChosenMutant, number>();
  for (const [at, one] of chosen.entries()) {
    const id = at + 1;
    const verdict = first.verdicts.get(id);
    if (verdict !== undefined && verdict.status !== 'survived') continue;
    if (verdict === undefined || first.outside.has(id) || first.unclear.has(id)) open.set(one, id);
  }
  return open;
}

/** The test files that were seen to pass the place, or else all that load the file; the nearest first. */
function chooseTests(
  file: string,
  seen: readonly string[] | undefined,
  { imports, testFiles, first }: AgainOptions & { readonly imports: ImportMap },
): readonly TimedTest[] {
  return (seen ?? testFiles.filter((testFile) => imports.of(testFile).has(file)))
    .filter((testFile) => !first.broken.has(testFile))
    .map((testFile) => ({ testFile, ms: first.fileMs.get(testFile) ?? 5000 }))
    .toSorted((left, right) => costOf(left, file, imports) - costOf(right, file, imports))
    .slice(0, mostFiles);
}

/** The test beside the source first, then those of its room, then those that load the least. */
function costOf({ testFile }: TimedTest, file: string, imports: ImportMap): number {
  if (testFile === file.replace(/\.ts$/u, '.test.ts')) return 0;
  const size = imports.of(testFile).size;
  return roomOf(testFile) === roomOf(file) ? size : size + 10_000;
}
