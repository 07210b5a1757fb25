import type { ReportData } from '../report-data.ts';
import type { ReportFile, ReportInput, ReportOutput } from '../report-writer.ts';
import { toDifferenceForest, toValueForest } from '../text/to-forest.ts';
import {
  toConfusionHeat,
  toAllCounts,
  toFaultHeat,
  toSideCounts,
  type Heat,
} from '../text/to-heat.ts';
import { type ChartFonts, loadChartFonts } from './chart-fonts.ts';
import { drawChart, type SizedChart } from './draw-chart.ts';
import { toSweepCurves } from '../text/to-curves.ts';
import { toCurveChart } from './to-curve-chart.ts';
import { toForestChart } from './to-forest-chart.ts';
import { toHeatChart } from './to-heat-chart.ts';

/** Pictures of differences, curves of sweeps, values, confusion and faults. */
export function writePng({ data }: Pick<ReportInput, 'data'>): Promise<ReportOutput> {
  const fonts = loadChartFonts();
  const used = new Set<string>();
  const files = listCharts(data, fonts).map(([name, chart]): ReportFile => {
    const unique = used.has(name) ? `${name}-${used.size}` : name;
    used.add(unique);
    return { name: `${unique}.png`, content: drawChart(chart) };
  });
  const missing = fonts.missing();
  return Promise.resolve({
    files,
    notes:
      missing.length === 0
        ? []
        : [
            `The shipped fonts have no sign for ${missing.join(' ')}: the pictures show the codes; the tables of --csv and --html have the text`,
          ],
  });
}

type NamedChart = readonly [name: string, chart: SizedChart];

function listCharts(data: ReportData, fonts: ChartFonts): readonly NamedChart[] {
  const { run, comparisons } = data;
  const charts: NamedChart[] = [];
  const addHeat = (name: string, heat: Heat | null): void => {
    if (heat !== null) charts.push([name, toHeatChart(heat, fonts)]);
  };
  comparisons.forEach((comparison, index) => {
    const suffix = comparisons.length === 1 ? '' : `-${index + 1}`;
    const forest = toDifferenceForest(comparison);
    if (forest !== null) charts.push([`differences${suffix}`, toForestChart(forest, fonts)]);
    if (run !== null) return;
    for (const side of ['baseline', 'candidate'] as const) {
      const title = `${comparison[side].name}: expected and called tools`;
      const [counts, all] = [toSideCounts(comparison, side), toAllCounts(comparison)];
      addHeat(`confusion${suffix}-${side}`, toConfusionHeat(title, counts, all));
    }
  });
  if (run === null) return charts;
  for (const { curves } of toSweepCurves(run)) {
    for (const curve of curves) {
      charts.push([`sweep-${toFileName(curve.metric)}`, toCurveChart(curve, fonts)]);
    }
  }
  const values = toValueForest(run.variants);
  if (values !== null) charts.push(['values', toForestChart(values, fonts)]);
  const all = run.variants.flatMap(({ confusion }) => confusion);
  for (const { name, confusion } of run.variants) {
    const title = `${name}: expected and called tools`;
    addHeat(`confusion-${toFileName(name)}`, toConfusionHeat(title, confusion, all));
  }
  addHeat('faults', toFaultHeat(run.variants));
  return charts;
}

/** Names of variants are names of files too, but those of foreign runs need not be. */
function toFileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]/gu, '_').replace(/^\.+/u, '_');
}
