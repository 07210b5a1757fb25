import type { Forest } from '../text/to-forest.ts';
import { type Heat, noCall } from '../text/to-heat.ts';

/** One of the pictures that a large plot is split into. */
export interface Part<Plot> {
  readonly plot: Plot;
  /** Which one it is, for the title; empty when there is one. */
  readonly part: string;
}

const mostMarks = 40;
const mostRows = 18;
const mostTools = 20;

/** Splits a forest plot by rows, so that each picture fits a slide. */
export function splitForest(forest: Forest): readonly Part<Forest>[] {
  const { rows, series } = forest;
  const most = Math.max(3, Math.floor(mostMarks / Math.max(1, series.length)));
  return splitRows(rows, Math.min(mostRows, most)).map(({ own, part }) => ({
    plot: { ...forest, rows: own },
    part,
  }));
}

/** Splits a heat map by rows. */
export function splitHeat(heat: Heat): readonly Part<Heat>[] {
  return splitRows(heat.rows, mostRows).map(({ own, part }) => ({
    plot: { ...heat, rows: own },
    part,
  }));
}

/**
 * Chooses the tools of a large confusion matrix that are drawn, for all variants alike: those with the most mistakes,
 * then those that were expected most often.
 *
 * @returns A function that leaves these tools in a heat map, with a sentence on what was left out.
 */
export function cropHeat(
  all: Heat,
): (heat: Heat) => { readonly plot: Heat; readonly note: string } {
  const weights = weighTools(all);
  if (weights.size <= mostTools) return (plot) => ({ plot, note: '' });
  const kept = new Set(
    [...weights]
      .toSorted(
        ([a, one], [b, two]) =>
          two.mistakes - one.mistakes || two.calls - one.calls || (a < b ? -1 : 1),
      )
      .slice(0, mostTools)
      .map(([name]) => name),
  );
  const isShown = (name: string): boolean => name === noCall || kept.has(name);
  const note = ` Of ${weights.size} tools the ${kept.size} with the most mistakes are shown; the tables have all.`;
  return (heat) => ({
    note,
    plot: {
      ...heat,
      columns: heat.columns.filter(isShown),
      rows: heat.rows
        .filter(({ label }) => isShown(label))
        .map(({ label, cells }) => ({
          label,
          cells: cells.filter((_, column) => isShown(heat.columns[column] ?? '')),
        })),
    },
  });
}

interface Weight {
  mistakes: number;
  calls: number;
}

function weighTools({ rows, columns }: Heat): ReadonlyMap<string, Weight> {
  const weights = new Map<string, Weight>();
  const add = (name: string, part: keyof Weight, count: number): void => {
    if (name === noCall) return;
    const weight = weights.get(name) ?? { mistakes: 0, calls: 0 };
    weights.set(name, weight);
    weight[part] += count;
  };
  for (const { label, cells } of rows) {
    cells.forEach(({ text }, place) => {
      const column = columns[place] ?? '';
      const count = Number(text);
      add(label, 'calls', count);
      add(label, 'mistakes', label === column ? 0 : count);
      add(column, 'mistakes', label === column ? 0 : count);
    });
  }
  return weights;
}

function splitRows<Row>(
  rows: readonly Row[],
  most: number,
): readonly { readonly own: readonly Row[]; readonly part: string }[] {
  const count = Math.ceil(rows.length / most);
  if (count <= 1) return [{ own: rows, part: '' }];
  // Evenly, so that the last picture is not nearly empty.
  const size = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, index) => ({
    own: rows.slice(index * size, (index + 1) * size),
    part: ` (${index + 1} of ${count})`,
  })).filter(({ own }) => own.length > 0);
}
