import { mean } from '../../stats/interval/mean.ts';
import { passAtK, passHatK } from '../../stats/interval/pass-at-k.ts';
import type { Estimate, Reliability } from '../comparison.ts';
import type { TrialPair } from '../pair/pair-trials.ts';
import { estimateSide } from './estimate-side.ts';
import { roundFigure } from './format-figure.ts';

const mostRepeats = 10;

/**
 * For k attempts at each scenario: the chance that all of them succeed (pass^k) and that one of them does (pass@k), on
 * both sides, averaged over scenarios and plans. Nothing where a scenario was tried once.
 */
export function compareReliability(pairs: readonly TrialPair[]): readonly Reliability[] {
  const cells = new Map<string, Cell>();
  for (const pair of pairs) {
    const before = successOf(pair, 'baseline');
    const after = successOf(pair, 'candidate');
    if (before === null || after === null) continue;
    const key = `${pair.scenario}/${pair.plan}`;
    const cell = cells.get(key) ?? { trials: 0, baseline: 0, candidate: 0 };
    cell.trials += 1;
    cell.baseline += before;
    cell.candidate += after;
    cells.set(key, cell);
  }
  const all = [...cells.values()];
  const repeats = Math.min(mostRepeats, ...all.map((cell) => cell.trials));
  if (all.length === 0 || repeats < 2) return [];
  return Array.from({ length: repeats }, (_, index) => toReliability(all, index + 1));
}

/** One scenario's attempts. */
export interface AttemptCount {
  readonly cluster: string;
  readonly trials: number;
  readonly successes: number;
}

/** The reliability of one side alone, for k attempts at each scenario. */
export interface OwnReliability {
  readonly k: number;
  /** The chance that all k succeed (pass^k), and that one of them does (pass@k): means over scenarios and plans. */
  readonly all: number;
  readonly any: number;
  /** pass^k as a mean over clusters, with its 95 % interval. */
  readonly estimate: Estimate;
}

/** For k attempts at each scenario, of one side alone: as {@link compareReliability}. */
export function estimateReliability(cells: readonly AttemptCount[]): readonly OwnReliability[] {
  const repeats = Math.min(mostRepeats, ...cells.map((cell) => cell.trials));
  if (cells.length === 0 || repeats < 2) return [];
  return Array.from({ length: repeats }, (_, index) => {
    const k = index + 1;
    const average = (estimate: typeof passHatK): number =>
      roundFigure(mean(cells.map((cell) => estimate(cell, k) ?? 0)));
    const estimate = estimateSide(toClusters(cells, k), 'share');
    return { k, all: average(passHatK), any: average(passAtK), estimate };
  });
}

/** The values of pass^k, by cluster. */
function toClusters(cells: readonly AttemptCount[], k: number): readonly (readonly number[])[] {
  const clusters = new Map<string, number[]>();
  for (const cell of cells) {
    const values = clusters.get(cell.cluster) ?? [];
    clusters.set(cell.cluster, values);
    values.push(passHatK(cell, k) ?? 0);
  }
  return [...clusters.values()];
}

interface Cell {
  trials: number;
  baseline: number;
  candidate: number;
}

function toReliability(cells: readonly Cell[], k: number): Reliability {
  const average = (side: 'baseline' | 'candidate', estimate: typeof passHatK): number =>
    roundFigure(
      mean(cells.map((cell) => estimate({ successes: cell[side], trials: cell.trials }, k) ?? 0)),
    );
  return {
    k,
    all: { baseline: average('baseline', passHatK), candidate: average('candidate', passHatK) },
    any: { baseline: average('baseline', passAtK), candidate: average('candidate', passAtK) },
  };
}

/** Half a success is none. */
function successOf(pair: TrialPair, side: 'baseline' | 'candidate'): number | null {
  const value = pair[side].scores['task.success']?.value ?? null;
  return value === null ? null : value === 1 ? 1 : 0;
}
