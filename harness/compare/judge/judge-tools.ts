import type { ScoreRecord } from '../../core/trial/trial.ts';
import { mean } from '../../stats/interval/mean.ts';
import { signFlipTest } from '../../stats/test/sign-flip-test.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import type { ToolVerdict } from '../comparison.ts';
import { formatFigure, formatP, roundFigure, roundP } from './format-figure.ts';
import type { TrialPair } from '../pair/pair-trials.ts';

/** The recall of one tool on both sides, before p is adjusted. */
export interface MeasuredTool {
  readonly tool: string;
  /** Means of the clusters in which both sides expected it, in the same order. */
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
  readonly p: number;
}

/**
 * Measures how often each tool was called where it was expected, by cluster. Only tools that both sides offer: one that
 * was taken out or renamed is a change of the toolset, not a loss of its recall.
 */
export function measureTools(
  sides: { readonly baseline: ComparedRecords; readonly candidate: ComparedRecords },
  pairs: readonly TrialPair[],
): readonly MeasuredTool[] {
  const shares = new Map<string, Map<string, Cell>>();
  for (const pair of pairs) {
    for (const [tool, before] of toRecalls(pair.baseline)) {
      const after = toRecalls(pair.candidate).get(tool);
      if (after === undefined || !isOffered(sides, tool)) continue;
      const clusters = shares.get(tool) ?? new Map<string, Cell>();
      shares.set(tool, clusters);
      const cell = clusters.get(pair.cluster) ?? { baseline: [], candidate: [] };
      clusters.set(pair.cluster, cell);
      cell.baseline.push(before);
      cell.candidate.push(after);
    }
  }
  return [...shares]
    .toSorted((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([tool, clusters]) => {
      const baseline = [...clusters.values()].map((cell) => mean(cell.baseline));
      const candidate = [...clusters.values()].map((cell) => mean(cell.candidate));
      return { tool, baseline, candidate, p: toP(baseline, candidate) };
    });
}

interface Cell {
  readonly baseline: number[];
  readonly candidate: number[];
}

/** A loss of this much recall prevents PASS even where it is not significant. */
const largeLoss = 0.5;

/** The verdict on one tool, by its p adjusted over all tools. */
export function judgeTool(
  { tool, baseline, candidate, p }: MeasuredTool,
  adjustedP: number,
): ToolVerdict {
  const recall = { baseline: roundFigure(mean(baseline)), candidate: roundFigure(mean(candidate)) };
  const differences = candidate.map((after, place) => after - (baseline[place] ?? 0));
  const change = roundFigure(recall.candidate - recall.baseline);
  const verdict = change >= 0 ? 'PASS' : adjustedP < 0.05 ? 'REGRESSION' : 'INCONCLUSIVE';
  const figures = {
    tool,
    recall,
    clusters: baseline.length,
    worse: differences.filter((difference) => difference < -noChange).length,
    better: differences.filter((difference) => difference > noChange).length,
    p: roundP(p),
    adjustedP: roundP(adjustedP),
    verdict,
    blocks: verdict === 'REGRESSION' || (verdict === 'INCONCLUSIVE' && isLargeLoss(recall)),
  } as const;
  return { ...figures, sentence: describe(figures) };
}

/** Whether a tool lost so much recall that it counts although it is not certain. */
export function isLargeLoss({ baseline, candidate }: ToolVerdict['recall']): boolean {
  return roundFigure(candidate - baseline) <= -largeLoss;
}

/** Rounding errors of means. */
const noChange = 1e-9;

function describe(figures: Omit<ToolVerdict, 'sentence'>): string {
  const { tool, recall, clusters, worse, adjustedP, verdict } = figures;
  const where = clusters === 1 ? '1 cluster' : `${clusters} clusters`;
  const now = formatFigure(recall.candidate, 'share');
  if (recall.candidate === recall.baseline) {
    return `"${tool}" is called in ${now} of the cases where it is expected, on both sides, in ${where}`;
  }
  const way = recall.candidate > recall.baseline ? 'rose' : 'fell';
  const moved = `recall of "${tool}" ${way} from ${formatFigure(recall.baseline, 'share')} to ${now} (worse in ${worse} of ${where}, p ${formatP(adjustedP)})`;
  switch (verdict) {
    case 'REGRESSION':
      return `${moved}: worse, even if other tools gained`;
    case 'INCONCLUSIVE':
      return `${moved}: it looks worse, but is not significant`;
    case 'PASS':
      return moved;
  }
}

/**
 * By sign flips. That a tool that was always called is never called again says more than that: if both sides called it
 * with the same chance r, this has the chance (r(1-r))^clusters in each direction, at most 4^-clusters.
 *
 * Source: the unconditional exact test of Barnard, Biometrika 34 (1947) 123-138, at its most extreme outcome.
 */
function toP(baseline: readonly number[], candidate: readonly number[]): number {
  const { p } = signFlipTest(candidate.map((after, place) => after - (baseline[place] ?? 0)));
  const isAll = (values: readonly number[], wanted: number): boolean =>
    values.every((value) => value === wanted);
  const isTotal =
    (isAll(baseline, 1) && isAll(candidate, 0)) || (isAll(baseline, 0) && isAll(candidate, 1));
  return isTotal ? Math.min(p, 2 * 4 ** -baseline.length) : p;
}

function toRecalls(record: ScoreRecord): ReadonlyMap<string, number> {
  const counts = new Map<string, { hits: number; of: number }>();
  for (const { expected, called } of record.facts?.confusion ?? []) {
    if (expected === null) continue;
    const count = counts.get(expected) ?? { hits: 0, of: 0 };
    counts.set(expected, count);
    count.of += 1;
    if (called === expected) count.hits += 1;
  }
  return new Map([...counts].map(([tool, { hits, of }]) => [tool, hits / of]));
}

/** Sides of which no tools are known, such as imported runs, may have any. */
function isOffered(
  { baseline, candidate }: Parameters<typeof measureTools>[0],
  tool: string,
): boolean {
  return [baseline, candidate].every(
    ({ tools }) => tools.length === 0 || tools.some(({ name }) => name === tool),
  );
}
