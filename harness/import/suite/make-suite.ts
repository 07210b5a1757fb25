import { readDataFile } from '../../suite/load/read-data-file.ts';
import { parseSuite } from '../../suite/load/parse-suite.ts';
import type { SuiteFinding } from '../../suite/load/suite-finding.ts';
import { writeImportedSuite } from '../../suite/write/write-imported-suite.ts';
import type { JsonObject } from '../../json/json.ts';
import { ImportError } from '../import-error.ts';
import type { ImportedScenario, ImportedSuite, SuiteNote } from './imported-suite.ts';

/** The text of a suite that loads, and what of its source it does not hold. */
export interface MadeSuite {
  readonly text: string;
  readonly scenarios: number;
  readonly notes: readonly SuiteNote[];
}

/**
 * Writes a suite made from another tool's. A scenario that no suite can hold, such as one that wants and forbids the same
 * call, is left out and noted.
 *
 * @throws ImportError when nothing is left, or the rest is no suite either.
 */
export function makeSuite(suite: ImportedSuite): MadeSuite {
  let { scenarios } = suite;
  const notes = [...suite.notes];
  for (;;) {
    if (scenarios.length === 0) throw toEmpty(suite.source, notes);
    const text = write(suite, scenarios, notes);
    const errors = check(text, suite.name);
    if (errors.length === 0) return { text, scenarios: scenarios.length, notes };
    const broken = new Map(errors.map((error) => [readIndex(error.path), error] as const));
    const kept = scenarios.filter((_, index) => !broken.has(index));
    const [first] = errors;
    if (kept.length === scenarios.length && first !== undefined) {
      throw new ImportError(
        suite.source,
        `no suite can be made of it: ${first.path}: ${first.message}`,
      );
    }
    scenarios.forEach(({ place }, index) => {
      const error = broken.get(index);
      if (error !== undefined) notes.push({ kind: 'left', place, text: error.message });
    });
    scenarios = kept;
  }
}

function check(text: string, name: string): readonly SuiteFinding[] {
  const { value, problems } = readDataFile(text);
  const parsed = parseSuite(value, {
    file: 'suite.yaml',
    name,
    folder: '.',
    checkInjection: () => [],
  });
  return [
    ...problems.map(({ code, message }) => ({ code, path: '$', message })),
    ...(parsed.ok ? [] : parsed.error.filter(({ severity }) => severity !== 'warning')),
  ];
}

/** The number of the scenario that a finding is about; `null` where it is about something else. */
function readIndex(path: string): number | null {
  const found = /^\$\.scenarios\[([0-9]+)\]/u.exec(path)?.[1];
  return found === undefined ? null : Number(found);
}

function write(
  suite: ImportedSuite,
  scenarios: readonly ImportedScenario[],
  notes: readonly SuiteNote[],
): string {
  return writeImportedSuite({
    ...suite,
    scenarios: scenarios.map(toScenario),
    notes: notes.map(toLine),
  });
}

function toScenario(scenario: ImportedScenario): JsonObject {
  const { id, about, cluster, variants, history, user, expected } = scenario;
  return {
    id,
    ...(about === null ? {} : { about }),
    ...(cluster === null ? {} : { cluster }),
    ...(variants === undefined ? {} : { variants }),
    ...(history.length === 0 ? {} : { history }),
    user,
    expected,
  };
}

/** A note as one line. */
function toLine({ kind, place, text }: SuiteNote): string {
  return `${kind === 'left' ? 'not carried over' : 'carried over with a difference'}: ${place}: ${text}`;
}

function toEmpty(source: string, notes: readonly SuiteNote[]): ImportError {
  const shown = notes.slice(0, mostShown).map((note) => `\n  ${note.place}: ${note.text}`);
  const more = notes.length > mostShown ? `\n  and ${notes.length - mostShown} more` : '';
  return new ImportError(source, `nothing of it can be carried over${shown.join('')}${more}`);
}

const mostShown = 20;
