import type { ScoreRecord } from '../../core/trial/trial.ts';
import type { ConfusionCell, ToolChange } from '../comparison.ts';
import { roundFigure } from '../judge/format-figure.ts';
import type { ComparedTool } from '../pair/compared-records.ts';
import type { TrialPair } from '../pair/pair-trials.ts';
import { countConfusion } from './count-facts.ts';
import { diffParameters } from './diff-parameters.ts';
import { diffWords } from './diff-words.ts';

/**
 * Finds the tools whose name, text or parameters differ, each with the change of its selection. Sorted by name. A tool
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

/** Of the cells of a row (or column), the share that is also in the tool's column (or row). */
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

/** How much of the longer description must be the same where the parameters are. */
const leastAlike = 0.5;

/**
 * Finds tools that only have another name: each is in the baseline only, and in the candidate only under the new name,
 * with the same description, or with the same parameters and a description of which at least half is the same.
 *
 * @returns new names with the old ones; the most alike pairs are taken first, each tool once.
 */
function pairRenamed(
  before: ReadonlyMap<string, ComparedTool>,
  after: ReadonlyMap<string, ComparedTool>,
): ReadonlyMap<string, string> {
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const added = [...after.values()].filter(({ name }) => !before.has(name));
  const likely = gone
    .flatMap((old) => added.map((now) => ({ old: old.name, now: now.name, alike: rate(old, now) })))
    .filter(({ alike }) => alike > 0)
    .toSorted((a, b) => b.alike - a.alike || order(a.old, b.old) || order(a.now, b.now));
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { old, now } of likely) {
    if (taken.has(old) || renamed.has(now)) continue;
    taken.add(old);
    renamed.set(now, old);
  }
  return renamed;
}

/** 0: another tool. The same parameters weigh more than any likeness of texts. */
function rate(old: ComparedTool, now: ComparedTool): number {
  const isSameShape = diffParameters(old.parameters, now.parameters).length === 0;
  if (old.description === now.description && old.description !== '') return isSameShape ? 3 : 1;
  const alike = toAlike(old.description, now.description);
  return isSameShape && alike >= leastAlike ? 1 + alike : 0;
}

function toAlike(before: string, after: string): number {
  const same = diffWords(before, after)
    .filter((piece) => piece.kind === 'same')
    .reduce((sum, piece) => sum + piece.text.trim().length, 0);
  return same / Math.max(before.length, after.length, 1);
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
