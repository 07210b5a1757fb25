import type { MetricName } from '../../core/score/metric.ts';
import { type Lane, toLaneId } from '../../core/suite/lane.ts';
import { ImportError } from '../import-error.ts';
import type { ImportedRun, ImportedTrial } from '../imported-run.ts';
import { addEffects, gradeTools, importedEffects } from './add-effects.ts';
import type { EffectRules, LedgerRow } from './effect-rules.ts';

/** A trial with its effects, and the metrics that are still not measured. */
export interface EffectTrial {
  readonly trial: ImportedTrial;
  readonly unmeasured: ReadonlySet<MetricName>;
}

/** Adds effects to the trials of one import. */
export interface EffectAdder {
  add(trial: ImportedTrial): EffectTrial;
  /** Notes for readers of the figures, available after the last trial. */
  notes(): readonly string[];
}

/** Without `rules` nothing is added and nothing of the effects is measured. */
export function createEffectAdder(run: ImportedRun, rules: EffectRules | null): EffectAdder {
  if (rules === null) {
    return { add: (trial) => ({ trial, unmeasured: run.unmeasured }), notes: () => [] };
  }
  const ledger = indexLedger(rules.ledger);
  const measured = findMeasured(run);
  const ungraded = new Map<string, number>();
  let unknown = 0;
  return {
    add(trial) {
      const { record } = trial;
      const row = ledger.find(record.lane, trial.source);
      const tools = gradeTools(trial.tools, rules);
      if (row === null && rules.tools.size === 0) {
        unknown += 1;
        return { trial: { ...trial, tools }, unmeasured: run.unmeasured };
      }
      const made = addEffects(record.events, rules, row);
      for (const name of made.ungraded) ungraded.set(name, (ungraded.get(name) ?? 0) + 1);
      const events = made.events;
      return { trial: { ...trial, tools, record: { ...record, events } }, unmeasured: measured };
    },
    notes: () => toNotes({ ungraded, unknown, unused: ledger.unused().map(({ run }) => run) }),
  };
}

/** What is not measured of a run whose effects are known. */
function findMeasured({ unmeasured }: ImportedRun): ReadonlySet<MetricName> {
  return new Set([...unmeasured].filter((name) => !importedEffects.includes(name)));
}

interface Findings {
  readonly ungraded: ReadonlyMap<string, number>;
  readonly unknown: number;
  readonly unused: readonly string[];
}

function toNotes({ ungraded, unknown, unused }: Findings): readonly string[] {
  const names = [...ungraded.keys()].toSorted();
  return [
    ...(names.length === 0
      ? []
      : [
          `tools that were called and have no grade, so their effects are not counted: ${names.join(', ')}`,
        ]),
    ...(unknown === 0
      ? []
      : [`runs without a row in the ledger, whose effects are not measured: ${unknown}`]),
    ...(unused.length === 0
      ? []
      : [
          `rows of the ledger that no run was found for: ${unused.length}, first "${unused[0] ?? ''}"`,
        ]),
  ];
}

/** Finds the rows of a ledger by what they call their run. */
interface LedgerIndex {
  /**
   * The row of a run; `null` when there is none.
   *
   * @throws ImportError when several may mean it, or the row may mean several.
   */
  find(lane: Lane, source: string): LedgerRow | null;
  /** Rows that no run was found for yet. */
  unused(): readonly LedgerRow[];
}

/** A row names its run by lane, or by file: the end of a path is enough, as far as it is the only one. */
function indexLedger(rows: readonly LedgerRow[]): LedgerIndex {
  const byEnd = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    for (const end of toEnds(row.run)) {
      const same = byEnd.get(end) ?? [];
      byEnd.set(end, same);
      same.push(row);
    }
  }
  const used = new Map<LedgerRow, string>();
  return {
    find(lane, source) {
      const id = toLaneId(lane);
      const found = new Set([id, toPath(source)].flatMap((name) => findRows(name, byEnd)));
      const [row, other] = found.size < 2 ? found : rows.filter((one) => found.has(one));
      if (row === undefined) return null;
      refuseDoubt({ row, other, id, before: used.get(row) ?? id });
      used.set(row, id);
      return row;
    },
    unused: () => rows.filter((row) => !used.has(row)),
  };
}

/** Rows that say all of the name and more, and rows that say the end of it. */
function findRows(
  name: string,
  byEnd: ReadonlyMap<string, readonly LedgerRow[]>,
): readonly LedgerRow[] {
  const ends = toEnds(name).flatMap((end) =>
    (byEnd.get(end) ?? []).filter((row) => toPath(row.run) === end),
  );
  return [...(byEnd.get(name) ?? []), ...ends];
}

function refuseDoubt(found: {
  readonly row: LedgerRow;
  readonly other: LedgerRow | undefined;
  readonly id: string;
  /** The run that the row was taken for before. */
  readonly before: string;
}): void {
  const { row, other, id, before } = found;
  if (other !== undefined) {
    throw new ImportError(other.place, `the run "${id}" is there twice: the other is ${row.place}`);
  }
  if (before !== id) {
    throw new ImportError(row.place, `"${row.run}" may be two runs: "${before}" and "${id}"`);
  }
}

function toPath(name: string): string {
  return name.replaceAll('\\', '/');
}

/** `a/b/c`, `b/c`, `c`. */
function toEnds(name: string): readonly string[] {
  const steps = toPath(name).split('/');
  return steps.map((_, index) => steps.slice(index).join('/'));
}
