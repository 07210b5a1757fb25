import type { ScoreRecord } from '../../core/trial/trial.ts';
import { mean } from '../../stats/interval/mean.ts';
import type { Flip, Divergence } from '../comparison.ts';
import type { TrialPair } from '../pair/pair-trials.ts';
import { roundFigure } from '../judge/format-figure.ts';

const mostReasons = 6;

/**
 * Finds the scenarios, under each plan, whose share of successes is not the same on both sides.
 *
 * @param divergences - where the transcripts of a pair diverge, by the pair's key.
 */
export function findFlips(
  pairs: readonly TrialPair[],
  divergences: ReadonlyMap<string, Divergence> = new Map(),
): readonly Flip[] {
  const cells = new Map<string, TrialPair[]>();
  for (const pair of pairs) {
    if (successOf(pair.baseline) === null || successOf(pair.candidate) === null) continue;
    const key = `${pair.scenario}/${pair.plan}`;
    const cell = cells.get(key) ?? [];
    cells.set(key, cell);
    cell.push(pair);
  }
  return [...cells.values()].flatMap((cell) => toFlip(cell, divergences) ?? []);
}

function toFlip(
  cell: readonly TrialPair[],
  divergences: ReadonlyMap<string, Divergence>,
): Flip | null {
  const baseline = mean(cell.map((pair) => successOf(pair.baseline) ?? 0));
  const candidate = mean(cell.map((pair) => successOf(pair.candidate) ?? 0));
  const [first] = cell;
  if (first === undefined || Math.abs(candidate - baseline) < 1e-12) return null;
  const direction = candidate > baseline ? 'better' : 'worse';
  const shown = cell.find((pair) => isMove(pair, direction)) ?? first;
  const worseSide = cell.map((pair) => (direction === 'better' ? pair.baseline : pair.candidate));
  return {
    scenario: first.scenario,
    plan: first.plan,
    direction,
    baseline: roundFigure(baseline),
    candidate: roundFigure(candidate),
    repeat: shown.repeat,
    divergence: divergences.get(shown.key) ?? null,
    reasons: [...new Set(worseSide.flatMap(toReasons))].slice(0, mostReasons),
  };
}

function successOf(record: ScoreRecord): number | null {
  return record.scores['task.success']?.value ?? null;
}

function isMove(pair: TrialPair, direction: Flip['direction']): boolean {
  const move = (successOf(pair.candidate) ?? 0) - (successOf(pair.baseline) ?? 0);
  return direction === 'better' ? move > 0 : move < 0;
}

function toReasons(record: ScoreRecord): readonly string[] {
  return (record.scores['task.success']?.losses ?? []).map((loss) => `${loss.code}: ${loss.text}`);
}
