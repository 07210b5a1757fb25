import type { MetricName } from '../../core/score/metric.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { mean } from '../../stats/interval/mean.ts';
import type { GateBreaker } from '../gate/gate-report.ts';
import { roundFigure } from '../judge/format-figure.ts';

/** A value of one scenario under one plan, and whether it speaks against a gate (by how much, 0 = not). */
export type Blame = (value: number, baseline: number | null) => number;

/** Finds the scenarios, under each plan, that speak against a gate on `metric`; the worst come first. */
export function findBreakers(
  metric: MetricName,
  sides: { readonly now: readonly ScoreRecord[]; readonly baseline: readonly ScoreRecord[] },
  blame: Blame,
): readonly GateBreaker[] {
  const before = toCells(metric, sides.baseline);
  const breakers = [...toCells(metric, sides.now)].flatMap(([key, cell]) => {
    const value = mean(cell.values);
    const other = before.get(key);
    const baseline = other === undefined ? null : mean(other.values);
    const size = blame(value, baseline);
    if (size <= 0) return [];
    const { scenario, plan } = cell;
    const found = {
      scenario,
      plan,
      value: roundFigure(value),
      baseline: baseline === null ? null : roundFigure(baseline),
      reasons: [...new Set(cell.reasons)].slice(0, 6),
    };
    return [{ found, size, key }];
  });
  return breakers
    .toSorted((a, b) => (a.size === b.size ? (a.key < b.key ? -1 : 1) : b.size - a.size))
    .map(({ found }) => found);
}

interface Cell {
  readonly scenario: string;
  readonly plan: string;
  readonly values: number[];
  readonly reasons: string[];
}

function toCells(metric: MetricName, records: readonly ScoreRecord[]): ReadonlyMap<string, Cell> {
  const cells = new Map<string, Cell>();
  for (const { lane, scores } of records) {
    const score = scores[metric];
    if (score === undefined || score.value === null) continue;
    const key = `${lane.scenario}/${lane.plan}`;
    const cell = cells.get(key) ?? toCell(lane);
    cells.set(key, cell);
    cell.values.push(score.value);
    cell.reasons.push(...score.losses.map((loss) => `${loss.code}: ${loss.text}`));
  }
  return cells;
}

function toCell({ scenario, plan }: ScoreRecord['lane']): Cell {
  return { scenario, plan, values: [], reasons: [] };
}
