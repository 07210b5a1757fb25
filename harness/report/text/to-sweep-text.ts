import { formatValue } from '../../compare/judge/format-figure.ts';
import { infoOf } from '../../core/score/metric.ts';
import { toValueWord } from '../../core/sweep.ts';
import type { RunReport } from '../report-data.ts';
import { layoutTable } from './layout-table.ts';
import {
  type Curve,
  type CurvePoint,
  type SweepCurves,
  toAxisEnd,
  toSweepCurves,
} from './to-curves.ts';
import { toLine } from './to-plain-text.ts';

const plotWidth = 32;

/** The page of a sweep: for each value the first metric as a point with its interval on a line, and the others in figures. */
export function toSweepText(run: Pick<RunReport, 'sweeps' | 'variants'>): readonly string[] {
  return toSweepCurves(run).flatMap((swept, index) => [
    ...(index === 0 ? [] : ['']),
    ...toTable(swept),
  ]);
}

function toTable({ sweep, variants, curves }: SweepCurves): readonly string[] {
  const [main, ...others] = curves;
  const heading = toLine(`sweep of ${sweep.path}, ${sweep.base}`);
  if (main === undefined) return [heading, 'nothing was judged'];
  const head = [
    'value',
    main.metric,
    '95 % interval',
    toScaleHead(main),
    ...others.map(({ metric }) => metric),
    'passed',
  ];
  const rows = main.points.map((point, index) => {
    const summary = variants[index]?.summary;
    return [
      toLine(point.word) + (point.isOwn ? ' *' : ''),
      format(main, point.value),
      toInterval(main, point),
      toPlot(main, point),
      ...others.map((curve) => format(curve, curve.points[index]?.value ?? null)),
      summary === undefined ? 'n/a' : `${summary.passed}/${summary.planned}`,
    ];
  });
  const isOwnThere = main.points.some(({ isOwn }) => isOwn);
  const own = toValueWord(sweep.own);
  return [
    heading,
    ...layoutTable([head, ...rows]),
    'values: means over clusters of scenarios; intervals: 95 %, n/a where nothing varied',
    isOwnThere ? '* the value that the suite has' : toLine(`the suite has the value ${own}`),
  ];
}

function format({ figure }: Curve, value: number | null): string {
  return formatValue(value, infoOf(figure).unit);
}

function toInterval(curve: Curve, { low, high }: CurvePoint): string {
  if (low === null || high === null || low === high) return 'n/a';
  return `${format(curve, low)} to ${format(curve, high)}`;
}

function toScaleHead(curve: Curve): string {
  const end = format(curve, toAxisEnd(curve));
  return `0${' '.repeat(Math.max(1, plotWidth - 1 - end.length))}${end}`;
}

/** A point with its error bar on a line of fixed width, such as `   |---o--|    `. */
function toPlot(curve: Curve, { value, low, high }: CurvePoint): string {
  if (value === null) return ' '.repeat(plotWidth);
  const end = toAxisEnd(curve);
  const at = (number: number): number =>
    Math.round((Math.min(end, Math.max(0, number)) / end) * (plotWidth - 1));
  const signs = Array.from({ length: plotWidth }, () => ' ');
  if (low !== null && high !== null) {
    for (let place = at(low); place <= at(high); place += 1) signs[place] = '-';
    signs[at(low)] = '|';
    signs[at(high)] = '|';
  }
  signs[at(value)] = 'o';
  return signs.join('');
}
