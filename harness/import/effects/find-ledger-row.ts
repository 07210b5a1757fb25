import { toLaneId, type Lane } from '../../core/suite/lane.ts';
import { ImportError } from '../import-error.ts';
import type { LedgerRow } from './effect-rules.ts';

/** Finds the rows of a ledger by what they call their run. */
export interface LedgerIndex {
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
export function indexLedger(rows: readonly LedgerRow[]): LedgerIndex {
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
