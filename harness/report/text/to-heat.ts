import type { Comparison } from '../../compare/comparison.ts';
import type { ConfusionCount, FaultFigure, VariantReport } from '../report-data.ts';

/** A cell of a heat map. */
export interface HeatCell {
  readonly text: string;
  /** In [0, 1]; `null` leaves the cell without colour. */
  readonly heat: number | null;
  /** A high value is desired in a `good` cell and undesired in a `bad` cell. */
  readonly tone: 'good' | 'bad';
}

/** A heat map, ready to be drawn. */
export interface Heat {
  readonly title: string;
  /** What the colours mean. */
  readonly key: string;
  readonly rowTitle: string;
  readonly columnTitle: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly label: string; readonly cells: readonly HeatCell[] }[];
}

/** The label of `null` among tools. */
export const noCall = '(no call)';

/** The label of trials where nothing struck. */
export const noFault = 'no fault';

const empty: HeatCell = { text: '', heat: null, tone: 'bad' };

/**
 * Confusion of one variant: expected tools in rows, called ones in columns, heated by share of the row.
 *
 * @param all - the counts of all variants beside each other, so that their pictures have the same rows and columns.
 */
export function toConfusionHeat(
  title: string,
  counts: readonly ConfusionCount[],
  all: readonly ConfusionCount[] = counts,
): Heat | null {
  if (counts.length === 0) return null;
  const names = listTools(all);
  const expected = names.filter((name) => all.some((cell) => toName(cell.expected) === name));
  const called = names.filter((name) => all.some((cell) => toName(cell.called) === name));
  return {
    title,
    key: 'green: as expected, orange: not; pale 0 % to full 100 % of the row',
    rowTitle: 'expected',
    columnTitle: 'called',
    columns: called,
    rows: expected.map((row) => {
      const own = counts.filter((cell) => toName(cell.expected) === row);
      const total = own.reduce((sum, cell) => sum + cell.count, 0);
      return {
        label: row,
        cells: called.map((column) => {
          const cell = own.find((candidate) => toName(candidate.called) === column);
          return cell === undefined || cell.count === 0
            ? empty
            : {
                text: String(cell.count),
                heat: cell.count / total,
                tone: row === column ? ('good' as const) : ('bad' as const),
              };
        }),
      };
    }),
  };
}

/** The two confusion matrices of a comparison, one for each side. */
export function toSideCounts(
  { confusion }: Comparison,
  side: 'baseline' | 'candidate',
): readonly ConfusionCount[] {
  return confusion
    .map(({ expected, called, [side]: count }) => ({ expected, called, count }))
    .filter((cell) => cell.count > 0);
}

/** Both sides of a comparison together. */
export function toAllCounts(comparison: Comparison): readonly ConfusionCount[] {
  return [...toSideCounts(comparison, 'baseline'), ...toSideCounts(comparison, 'candidate')];
}

/** Success where a kind of fault struck, by variant. `null` when no fault struck anywhere. */
export function toFaultHeat(variants: readonly VariantReport[]): Heat | null {
  const kinds = [
    ...new Set(variants.flatMap(({ faults }) => faults.map((fault) => fault.kind))),
  ].toSorted(byKind);
  if (kinds.every((kind) => kind === null)) return null;
  return {
    title: 'trials that succeeded, by fault and variant',
    key: 'green: all succeeded; orange: the fuller, the more failed',
    rowTitle: 'fault',
    columnTitle: 'variant',
    columns: variants.map(({ name }) => name),
    rows: kinds.map((kind) => ({
      label: kind ?? noFault,
      cells: variants.map(({ faults }) => toFaultCell(faults.find((own) => own.kind === kind))),
    })),
  };
}

function toFaultCell(figure: FaultFigure | undefined): HeatCell {
  if (figure === undefined) return empty;
  const { judged, succeeded } = figure;
  if (judged === 0) return { ...empty, text: 'n/a' };
  const share = succeeded / judged;
  return share === 1
    ? { text: `${succeeded}/${judged}`, heat: 1, tone: 'good' }
    : { text: `${succeeded}/${judged}`, heat: 1 - share, tone: 'bad' };
}

function listTools(counts: readonly ConfusionCount[]): readonly string[] {
  const tools = new Set<string>();
  for (const { expected, called } of counts) {
    if (expected !== null) tools.add(expected);
    if (called !== null) tools.add(called);
  }
  return [...[...tools].toSorted(), noCall];
}

function toName(tool: string | null): string {
  return tool ?? noCall;
}

function byKind(a: string | null, b: string | null): number {
  if (a === null) return -1;
  return b === null || a > b ? 1 : -1;
}
