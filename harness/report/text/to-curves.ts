import { infoOf, type MetricName } from '../../core/score/metric.ts';
import { type Sweep, toValueWord } from '../../core/sweep.ts';
import type { MetricFigure, RunReport, VariantReport } from '../report-data.ts';

/** One value of a sweep on a curve; `null` where nothing was judged. */
export interface CurvePoint {
  readonly word: string;
  /** The value that the suite has. */
  readonly isOwn: boolean;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** One metric over the values of a sweep. */
export interface Curve {
  readonly metric: MetricName;
  readonly figure: MetricFigure;
  readonly title: string;
  readonly setting: string;
  readonly points: readonly CurvePoint[];
}

/** A sweep with the variant of each value, and its curves: `task.success`, and what else differs between values. */
export interface SweepCurves {
  readonly sweep: Sweep;
  readonly variants: readonly (VariantReport | undefined)[];
  readonly curves: readonly Curve[];
}

/** Which metrics are shown first. */
const first: readonly string[] = [
  'task.success',
  'effects.double',
  'effects.missing',
  'termination.clean',
  'arguments.valid_final',
  'termination.turns_over',
  'cost.input_tokens',
  'cost.tool_ms',
];

const mostCurves = 6;

/** The curves of a run; empty where nothing was swept. */
export function toSweepCurves({
  sweeps = [],
  variants,
}: Pick<RunReport, 'sweeps' | 'variants'>): readonly SweepCurves[] {
  return sweeps.map((sweep) => {
    const swept = sweep.points.map(({ variant }) => variants.find(({ name }) => name === variant));
    return { sweep, variants: swept, curves: listCurves(sweep, swept) };
  });
}

function listCurves(sweep: Sweep, swept: SweepCurves['variants']): readonly Curve[] {
  const figures = swept.flatMap((variant) => variant?.figures ?? []);
  const names = [...new Set(figures.map(({ metric }) => metric))].filter((name) => {
    const values = new Set(
      swept.map((variant) => findFigure(variant, name)?.estimate.value ?? null),
    );
    return name === 'task.success' || values.size > 1;
  });
  const place = (name: string): number =>
    first.includes(name) ? first.indexOf(name) : first.length;
  return names
    .toSorted((a, b) => place(a) - place(b))
    .slice(0, mostCurves)
    .flatMap((metric) => {
      const figure = figures.find((one) => one.metric === metric);
      return figure === undefined ? [] : [toCurve(figure, sweep, swept)];
    });
}

function toCurve(figure: MetricFigure, sweep: Sweep, swept: SweepCurves['variants']): Curve {
  const { metric } = figure;
  const { better } = infoOf(figure);
  const own = toValueWord(sweep.own);
  return {
    metric,
    figure,
    title: `${metric} by ${sweep.path} (${sweep.base}; ${better === 'higher' ? 'more' : 'less'} is better)`,
    setting: sweep.path,
    points: sweep.points.map(({ value }, index) => {
      const estimate = findFigure(swept[index], metric)?.estimate;
      const word = toValueWord(value);
      const { value: mean = null, low = null, high = null } = estimate ?? {};
      return { word, isOwn: word === own, value: mean, low, high };
    }),
  };
}

function findFigure(
  variant: VariantReport | undefined,
  name: MetricName,
): MetricFigure | undefined {
  return variant?.figures.find(({ metric }) => metric === name);
}

/** The axis of a curve: shares from 0 to 1, all else from 0 to a little above the highest. */
export function toAxisEnd({ figure, points }: Curve): number {
  if (infoOf(figure).unit === 'share') return 1;
  const highest = Math.max(0, ...points.map(({ value, high }) => high ?? value ?? 0));
  return highest === 0 ? 1 : highest * 1.05;
}
