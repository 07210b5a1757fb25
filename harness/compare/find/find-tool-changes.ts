import type { ScoreRecord } from '../../core/trial/trial.ts';
import type { ComparedTool } from '../pair/compared-records.ts';
import type { ConfusionCell, ToolChange } from '../comparison.ts';
import { countConfusion } from './count-facts.ts';
import { diffParameters } from './diff-parameters.ts';
import { diffWords } from './diff-words.ts';
import type { TrialPair } from '../pair/pair-trials.ts';
import { pairRenamed } from './pair-renamed.ts';
import { roundFigure } from '../judge/format-figure.ts';

/**
 * Finds the tools whose name, text or parameters differ, each beside what became of its selection. Sorted by name. A tool
 * that only has another name is one change, under its new name.
 */
export function findToolChanges(
  tools: {
    readonly baseline: readonly ComparedTool[];
    readonly candidate: readonly ComparedTool[];
  },
  pairs: readonly TrialPair[],
): readonly ToolChange[] {
  const before = new Map(tools.baseline.map((tool) => [tool.name, tool]));
  const after = new Map(tools.candidate.map((tool) => [tool.name, tool]));
  const renamed = pairRenamed(before, after);
  const oldNames = new Set(renamed.values());
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !oldNames.has(name),
  );
  const named = pairs.map((pair) => withNewNames(pair, renamed));
  const cells = countConfusion(named);
  const changes = names.flatMap((name) => {
    const renamedFrom = renamed.get(name);
    const texts = diffTool(before.get(renamedFrom ?? name), after.get(name));
    const fate = texts === null ? null : toFate(name, cells, named);
    if (texts === null || fate === null) return [];
    return [
      { tool: name, ...(renamedFrom === undefined ? {} : { renamedFrom }), ...texts, ...fate },
    ];
  });
  return changes.toSorted((a, b) => (a.tool < b.tool ? -1 : 1));
}

/** The baseline with the names of the candidate. */
function withNewNames(pair: TrialPair, renamed: ReadonlyMap<string, string>): TrialPair {
  const { facts } = pair.baseline;
  if (facts === null || renamed.size === 0) return pair;
  const toNew = new Map([...renamed].map(([now, old]) => [old, now]));
  const rename = (name: string | null): string | null =>
    name === null ? null : (toNew.get(name) ?? name);
  const confusion = facts.confusion.map((cell) => ({
    ...cell,
    expected: rename(cell.expected),
    called: rename(cell.called),
  }));
  return { ...pair, baseline: { ...pair.baseline, facts: { ...facts, confusion } } };
}

function diffTool(
  before: ComparedTool | undefined,
  after: ComparedTool | undefined,
): Pick<ToolChange, 'description' | 'parameters'> | null {
  if (before === undefined || after === undefined) {
    const description = diffWords(before?.description ?? '', after?.description ?? '');
    return { description, parameters: ['$'] };
  }
  const parameters = diffParameters(before.parameters, after.parameters);
  const isSame = before.name === after.name && before.description === after.description;
  if (isSame && parameters.length === 0) return null;
  return { description: diffWords(before.description, after.description), parameters };
}

function toFate(
  tool: string,
  cells: readonly ConfusionCell[],
  pairs: readonly TrialPair[],
): Pick<ToolChange, 'recall' | 'precision' | 'moved'> {
  const expected = cells.filter((cell) => cell.expected === tool);
  const called = cells.filter((cell) => cell.called === tool);
  const moved = pairs
    .filter((pair) => hasMoved(pair, tool))
    .map((pair) => pair.scenario)
    .toSorted();
  return {
    recall: toShares(expected, called),
    precision: toShares(called, expected),
    moved: [...new Set(moved)],
  };
}

/** Of the cells of a row (or column), the share that also lies in the tool's column (or row). */
function toShares(
  whole: readonly ConfusionCell[],
  part: readonly ConfusionCell[],
): ToolChange['recall'] {
  const hits = whole.filter((cell) => part.includes(cell));
  const share = (side: 'baseline' | 'candidate'): number | null => {
    const of = whole.reduce((sum, cell) => sum + cell[side], 0);
    return of === 0 ? null : roundFigure(hits.reduce((sum, cell) => sum + cell[side], 0) / of);
  };
  return { baseline: share('baseline'), candidate: share('candidate') };
}

/** Another set of pairs that involve the tool, on the two sides. */
function hasMoved(pair: TrialPair, tool: string): boolean {
  return toInvolved(pair.baseline, tool) !== toInvolved(pair.candidate, tool);
}

function toInvolved(record: ScoreRecord, tool: string): string {
  return (record.facts?.confusion ?? [])
    .filter(({ expected, called }) => expected === tool || called === tool)
    .map(({ expected, called }) => JSON.stringify([expected, called]))
    .toSorted()
    .join();
}
