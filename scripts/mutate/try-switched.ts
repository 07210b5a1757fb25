import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ImportMap } from './import-map.ts';
import { orderTests, roomOf, type TestTurn } from './order-tests.ts';
import type { Verdict } from './mutant.ts';
import type { NumberedMutant } from './place-switches.ts';
import type { SwitchLine, SwitchPlan } from './switch-plan.ts';
import { TestRunner } from './test-runner.ts';

interface SwitchOptions {
  /** Scratch copies whose sources hold the switches, one for each worker. */
  readonly copies: readonly string[];
  readonly testFiles: readonly string[];
  /** How much test time one mutant may have. */
  readonly budgetMs: number;
  /** Only the tests named after the mutants' files, and the short ones of their rooms. */
  readonly isQuick: boolean;
  readonly endsAtMs: number;
  readonly nowMs: () => number;
  readonly onCaught: (id: number, verdict: Verdict) => void;
}

/** What is known of the mutants after every test file was run once or twice. */
export interface SwitchResult {
  readonly verdicts: ReadonlyMap<number, Verdict>;
  /** By mutant: the test files that pass it outside of tests, where only another process can tell. */
  readonly outside: ReadonlyMap<number, readonly string[]>;
  /** Mutants after which a test failed without them too. */
  readonly unclear: ReadonlySet<number>;
  /** Test files that fail without a mutant. */
  readonly broken: ReadonlySet<string>;
  /** By test file: how long it takes. */
  readonly fileMs: ReadonlyMap<string, number>;
  /** Test files that the time did not reach. */
  readonly unreached: number;
}

/** Runs the test files, each in one process that tries all the mutants that its tests pass. */
export async function trySwitched(
  mutants: readonly NumberedMutant[],
  options: SwitchOptions,
): Promise<SwitchResult> {
  const found = {
    verdicts: new Map<number, Verdict>(),
    outside: new Map<number, string[]>(),
    unclear: new Set<number>(),
    broken: new Set<string>(),
    fileMs: new Map<string, number>(),
    spentMs: new Map<number, number>(),
    tests: new Map<number, Set<string>>(),
    doneTests: new Map<string, readonly number[]>(),
  };
  const mutated = new Set(mutants.map(({ mutant }) => mutant.file));
  const imports = new ImportMap(options.copies[0] ?? '');
  const turns = orderTests(options.testFiles, mutated, imports);
  const queue = turns.filter(({ room, isNamed }) => isNamed || room !== null || !options.isQuick);
  const work = async (copy: string): Promise<void> => {
    const runner = new TestRunner(copy, 'switched');
    for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
      if (options.nowMs() > options.endsAtMs) {
        queue.unshift(turn);
        break;
      }
      await takeTurn(turn, { runner, copy, mutants, imports, found, options });
    }
    runner.stop();
  };
  await Promise.all(options.copies.map(work));
  for (const { id } of mutants) {
    const survived: Verdict = { status: 'survived', testFiles: found.tests.get(id)?.size ?? 0 };
    if (!found.verdicts.has(id)) found.verdicts.set(id, survived);
  }
  return { ...found, unreached: queue.length };
}

interface Found {
  readonly verdicts: Map<number, Verdict>;
  readonly outside: Map<number, string[]>;
  readonly unclear: Set<number>;
  readonly broken: Set<string>;
  readonly fileMs: Map<string, number>;
  readonly spentMs: Map<number, number>;
  readonly tests: Map<number, Set<string>>;
  /** By test file: the tests of the first round by number. */
  readonly doneTests: Map<string, readonly number[]>;
}

interface Place {
  readonly runner: TestRunner;
  readonly copy: string;
  readonly mutants: readonly NumberedMutant[];
  readonly imports: ImportMap;
  readonly found: Found;
  readonly options: SwitchOptions;
}

/** Runs one test file, again after each mutant that ended its process, until all of its tests have had their turn. */
async function takeTurn(turn: TestTurn, place: Place): Promise<void> {
  let from: From = { fromTest: 1, passed: [] };
  for (;;) {
    const open = openMutants(turn, place);
    if (open.length === 0) return;
    const lines = await runFile(turn, { open, from }, place);
    noteDone(turn, lines, place);
    const next = readLog(lines, turn.testFile, place);
    if (next === null) return;
    const isSameTest = next.fromTest === from.fromTest;
    // A test that does not come to an end without a mutant either.
    if (next.passed.length === 0 && isSameTest) return;
    from = isSameTest ? { ...next, passed: [...from.passed, ...next.passed] } : next;
  }
}

type From = Pick<SwitchPlan, 'fromTest' | 'passed'>;

async function runFile(
  turn: TestTurn,
  { open, from }: { readonly open: readonly number[]; readonly from: From },
  place: Place,
): Promise<readonly SwitchLine[]> {
  const { copy, runner, found, options } = place;
  const log = join(copy, 'switch-log.jsonl');
  const plan: SwitchPlan = {
    mutants: Object.fromEntries(open.map((id) => [id, found.spentMs.get(id) ?? 0])),
    budgetMs: options.budgetMs,
    ...(turn.room === null ? toSecond(turn, place) : firstRound),
    waitMs: 4000,
    ...from,
  };
  writeFileSync(join(copy, 'switch-plan.json'), JSON.stringify(plan));
  rmSync(log, { force: true });
  const startMs = options.nowMs();
  const watch = watchLog(log, runner);
  const answer = await runner.run({ changed: [], testFiles: [turn.testFile] }, 3_600_000);
  clearInterval(watch);
  if (answer?.failed.includes(turn.testFile) === true) found.broken.add(turn.testFile);
  if (!found.fileMs.has(turn.testFile)) found.fileMs.set(turn.testFile, options.nowMs() - startMs);
  return readLines(log);
}

function noteDone(turn: TestTurn, lines: readonly SwitchLine[], { found }: Place): void {
  if (turn.room === null) return;
  const numbers = lines.flatMap((line) => (line.type === 'test' ? [line.number] : []));
  const before = found.doneTests.get(turn.testFile) ?? [];
  found.doneTests.set(turn.testFile, [...before, ...numbers]);
}

const firstRound = { longestMs: 100, doneTests: [], doneMutants: [] };

/** The mutants of the test's own room have had its short tests. */
function toSecond(
  { testFile }: TestTurn,
  { mutants, found }: Place,
): Pick<SwitchPlan, 'longestMs' | 'doneTests' | 'doneMutants'> {
  const own = mutants.filter(({ mutant }) => roomOf(mutant.file) === roomOf(testFile));
  return {
    longestMs: 60_000,
    doneTests: [...(found.doneTests.get(testFile) ?? [])],
    doneMutants: own.map(({ id }) => id),
  };
}

function openMutants(turn: TestTurn, { mutants, imports, found }: Place): readonly number[] {
  const loads = imports.of(turn.testFile);
  return mutants
    .filter(
      ({ id, mutant }) =>
        !found.verdicts.has(id) &&
        !found.unclear.has(id) &&
        loads.has(mutant.file) &&
        (turn.room === null || roomOf(mutant.file) === turn.room),
    )
    .map(({ id }) => id);
}

/** Where to go on after the process has ended early, or null where the file is done. */
function readLog(lines: readonly SwitchLine[], testFile: string, place: Place): From | null {
  let test = 0;
  let passed: number[] = [];
  let on: number | null = null;
  for (const line of lines) {
    if (line.type === 'begin') continue;
    if (line.type === 'test') {
      [test, passed, on] = [line.number, [], null];
      continue;
    }
    note(line, testFile, place);
    if (line.type === 'end') return null;
    passed.push(line.id);
    on = line.type === 'on' ? line.id : null;
  }
  // The process did not live to see the end of this one.
  if (on !== null) note({ type: 'late', id: on }, testFile, place);
  return test === 0 ? null : { fromTest: test, passed };
}

type Outcome = Exclude<SwitchLine, { readonly type: 'begin' | 'test' }>;

function note(line: Outcome, testFile: string, { found, options }: Place): void {
  const settle = (id: number, verdict: Verdict): void => {
    found.verdicts.set(id, verdict);
    options.onCaught(id, verdict);
  };
  switch (line.type) {
    case 'on':
      found.tests.set(line.id, (found.tests.get(line.id) ?? new Set()).add(testFile));
      break;
    case 'caught':
      settle(line.id, { status: 'killed', by: testFile });
      break;
    case 'late':
      settle(line.id, { status: 'timeout' });
      break;
    case 'unclear':
      found.unclear.add(line.id);
      break;
    case 'passed':
      found.spentMs.set(line.id, (found.spentMs.get(line.id) ?? 0) + line.ms);
      break;
    case 'end':
      for (const id of line.outside)
        found.outside.set(id, [...new Set([...(found.outside.get(id) ?? []), testFile])]);
      break;
  }
}

function readLines(log: string): readonly SwitchLine[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  // Written by switch-runner.ts in this very run.
  return lines.map((line) => JSON.parse(line) as SwitchLine);
}

/** Ends the processes where the log has not grown for long: a test that never gives control back by itself. */
function watchLog(log: string, runner: TestRunner): NodeJS.Timeout {
  let [size, quietMs] = [0, 0];
  return setInterval(() => {
    const now = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    quietMs = now === size ? quietMs + 1000 : 0;
    size = now;
    if (quietMs < 120_000) return;
    const test = readLines(log).findLast((line) => line.type === 'test');
    if (quietMs >= 120_000 + 25 * (test?.ms ?? 0)) runner.stop();
  }, 1000);
}
