import type { Comparison, Estimate } from '../../compare/comparison.ts';
import { infoOf } from '../../core/score/metric.ts';
import type { ResultSource } from '../open/trial-result.ts';
import type { ReportData } from '../report-data.ts';
import { toAxisEnd, toSweepCurves } from '../text/to-curves.ts';
import { toDifferenceForest, toValueForest } from '../text/to-forest.ts';
import {
  toAllCounts,
  toConfusionHeat,
  toFaultHeat,
  toSideCounts,
  type Heat,
} from '../text/to-heat.ts';
import type { ChartFonts } from './chart-fonts.ts';
import { cropHeat, splitForest, splitHeat } from './crop-plots.ts';
import type { SizedChart } from './draw-chart.ts';
import { toCostScatter } from './to-cost-scatter.ts';
import { toCurveChart } from './to-curve-chart.ts';
import { toForestChart } from './to-forest-chart.ts';
import type { PictureWords } from './to-frame.ts';
import { toHeatChart } from './to-heat-chart.ts';
import { toScatterChart } from './to-scatter-chart.ts';
import { toTimesForest } from './to-times-forest.ts';
import { ToolTimesFold } from './tool-times.ts';

/** A picture, before it is drawn. */
export interface Picture {
  /** Of its file, without an ending. */
  readonly name: string;
  readonly words: PictureWords;
  readonly chart: SizedChart;
  /** Texts that it has no room for, in full. */
  readonly shortened: readonly string[];
}

/** All pictures that the data can fill, and one line for each reason why another one cannot be. */
export interface PictureList {
  readonly pictures: readonly Picture[];
  readonly left: readonly string[];
}

/** A variant of a run, or one side of a comparison without its run. */
export interface PictureSide {
  readonly name: string;
  readonly figures: Parameters<typeof toValueForest>[0][number]['figures'];
  readonly reliability: readonly { readonly k: number; readonly estimate: Estimate }[];
}

/** Lists the pictures of a report. */
export async function listPictures(
  { data, results }: { readonly data: ReportData; readonly results: ResultSource | null },
  fonts: ChartFonts,
): Promise<PictureList> {
  const list = new PictureFold(fonts);
  data.comparisons.forEach((comparison, index) => {
    const suffix = data.comparisons.length === 1 ? '' : `-${index + 1}`;
    list.addDifferences(comparison, suffix);
    if (data.run !== null) return;
    list.addSides(toSides(comparison), suffix);
    list.addConfusions(
      (['baseline', 'candidate'] as const).map((side) => ({
        name: comparison[side].name,
        file: `confusion${suffix}-${side}`,
        counts: toSideCounts(comparison, side),
      })),
      toAllCounts(comparison),
    );
  });
  if (data.run !== null) list.addRun(data.run);
  const times = new ToolTimesFold();
  if (results !== null) for await (const result of results()) times.add(result);
  list.addTimes(times, data);
  return list.toList();
}

type Run = NonNullable<ReportData['run']>;
type Counts = Parameters<typeof toConfusionHeat>[1];

/** Collects pictures and what is left out. */
class PictureFold {
  readonly #fonts: ChartFonts;
  readonly #pictures: Picture[] = [];
  readonly #left: string[] = [];
  readonly #used = new Set<string>();

  constructor(fonts: ChartFonts) {
    this.#fonts = fonts;
  }

  addDifferences(comparison: Comparison, suffix: string): void {
    const forest = toDifferenceForest(comparison);
    if (forest === null) {
      this.#left.push('differences (no metric that is a share was judged on both sides)');
      return;
    }
    splitForest(forest).forEach(({ plot, part }) => {
      const words = {
        title: `${forest.title}${part}`,
        caption:
          'How much the candidate differs from the baseline on the same scenarios; a mark to the right of the line at 0 is better.',
        key: `Bar: 95 % interval, or exact bound where nothing moved. Triangle: shown to be better or worse; circle: open. ${markKey}${forest.margin === null ? '' : ' Dashed: the margin that counts as not worse.'}`,
      };
      const axis = 'percentage points: left is worse, right is better';
      this.#add(
        `differences${suffix}`,
        words,
        toForestChart({ ...plot, axis }, words, this.#fonts),
      );
    });
  }

  addRun(run: Run): void {
    this.#addSweeps(run);
    this.addSides(run.variants, '');
    const all = run.variants.flatMap(({ confusion }) => confusion);
    this.addConfusions(
      run.variants.map(({ name, confusion }) => ({
        name,
        file: `confusion-${toFileName(name)}`,
        counts: confusion,
      })),
      all,
    );
    const faults = toFaultHeat(run.variants);
    if (faults === null) {
      this.#left.push('faults (none struck)');
      return;
    }
    splitHeat(faults).forEach(({ plot, part }) => {
      const words = {
        title: `Success under faults${part}`,
        caption: 'Trials that succeeded, of the trials in which the fault struck, by variant.',
        key: 'Blue: all succeeded. Orange: the fuller, the more failed. Empty: the fault did not strike there.',
      };
      this.#add('faults', words, toHeatChart(plot, words, this.#fonts));
    });
  }

  /** Pictures of means. */
  addSides(sides: readonly PictureSide[], suffix: string): void {
    const values = toValueForest(sides);
    if (values === null) this.#left.push('values (no metric that is a share was judged)');
    else {
      splitForest(values).forEach(({ plot, part }) => {
        const words = {
          title: `Metrics by variant${part}`,
          caption:
            'Mean of each metric over the scenarios; scenarios are the unit that is counted.',
          key: 'Bar: 95 % interval of the mean.',
        };
        const axis = 'per cent';
        this.#add(`values${suffix}`, words, toForestChart({ ...plot, axis }, words, this.#fonts));
      });
    }
    this.#addReliability(sides, suffix);
    this.#addCost(sides, suffix);
  }

  addConfusions(
    variants: readonly { readonly name: string; readonly file: string; readonly counts: Counts }[],
    all: Counts,
  ): void {
    const whole = toConfusionHeat('', all);
    if (whole === null) {
      this.#left.push('confusion (no call was expected or judged)');
      return;
    }
    const crop = cropHeat(whole);
    for (const { name, file, counts } of variants) {
      const heat = toConfusionHeat('', counts, all);
      if (heat === null) this.#left.push(`confusion of ${name} (no call was judged)`);
      else this.#addConfusion({ name, file, heat }, crop);
    }
  }

  addTimes(times: ToolTimesFold, { run }: ReportData): void {
    const list = times.toTimes();
    if (run === null || list.every(({ slowest }) => slowest === 0)) {
      this.#left.push(
        run === null
          ? 'latency (transcripts are needed: report the run)'
          : list.length === 0
            ? 'latency (no time of a tool was recorded)'
            : 'latency (all calls took 0 ms of virtual time)',
      );
      return;
    }
    const natures = run.variants.map(({ summary }) => summary.nature);
    const isVirtual = run.summary.mode === 'replay' || natures.every((own) => own !== 'real');
    const isMixed = !isVirtual && natures.some((own) => own !== 'real');
    const clock = isMixed
      ? 'real time of real models, virtual time of scripted ones'
      : isVirtual
        ? 'virtual time'
        : 'real time';
    splitForest(toTimesForest(list)).forEach(({ plot, part }) => {
      const words = {
        title: `Latency by tool, ${clock}${part}`,
        caption: `How long the calls of each tool took, over all variants and trials (${isVirtual ? 'in the clock of the recording, with the delays of faults' : clock}).`,
        key: 'Mark: median. Bar: the middle 80 % of the calls.',
      };
      const axis = `milliseconds, ${clock}`;
      this.#add('latency', words, toForestChart({ ...plot, axis }, words, this.#fonts));
    });
  }

  toList(): PictureList {
    return { pictures: this.#pictures, left: this.#left };
  }

  #addSweeps(run: Run): void {
    const swept = toSweepCurves(run);
    if (swept.length === 0) this.#left.push('curves (nothing was swept)');
    for (const { sweep, curves } of swept) {
      for (const curve of curves) {
        const { better, meaning } = infoOf(curve.figure);
        const hasOwn = curve.points.some(({ isOwn }) => isOwn);
        const words = {
          title: `${curve.metric} by ${curve.setting}`,
          caption: `Mean of ${curve.metric} (${meaning}) of "${sweep.base}" for each value; ${better === 'higher' ? 'more' : 'less'} is better.`,
          key: `Bar: 95 % interval of the mean over scenarios.${hasOwn ? ' *: the value that the suite has.' : ''}`,
        };
        const chart = toCurveChart(
          {
            xTitle: curve.setting,
            yTitle: curve.metric,
            yMax: toAxisEnd(curve),
            places: curve.points.map(({ word, isOwn }) => `${word}${isOwn ? ' *' : ''}`),
            series: [{ name: sweep.base, points: curve.points }],
          },
          words,
          this.#fonts,
        );
        this.#add(`sweep-${toFileName(curve.metric)}`, words, chart);
      }
    }
  }

  #addReliability(sides: readonly PictureSide[], suffix: string): void {
    const tried = sides.filter(({ reliability }) => reliability.length > 0);
    const most = Math.max(0, ...tried.map(({ reliability }) => reliability.length));
    if (most === 0) {
      this.#left.push('reliability (each scenario ran once; use --repeats)');
      return;
    }
    const bounds = tried.flatMap(({ reliability }) => reliability.map(({ estimate }) => estimate));
    const hasBounds = bounds.some(({ low }) => low !== null);
    const words = {
      title: 'Reliability: pass^k by variant',
      caption:
        'The chance that k attempts at the same scenario all succeed; a flat line is reliable.',
      key: hasBounds
        ? 'Bar: 95 % interval of the mean over scenarios.'
        : 'Without intervals: a comparison has none of pass^k; the report of a run has them.',
    };
    const chart = toCurveChart(
      {
        xTitle: 'k: attempts that must all succeed',
        yTitle: 'pass^k',
        yMax: 1,
        places: Array.from({ length: most }, (_, index) => String(index + 1)),
        series: tried.map(({ name, reliability }) => ({
          name,
          points: reliability.map(({ estimate }) => estimate),
        })),
      },
      words,
      this.#fonts,
    );
    this.#add(`reliability${suffix}`, words, chart);
  }

  #addCost(sides: readonly PictureSide[], suffix: string): void {
    const found = toCostScatter(sides);
    if (found.left !== null) this.#left.push(found.left);
    if (found.plot === null) return;
    const { scatter, words, name } = found.plot;
    this.#add(`${name}${suffix}`, words, toScatterChart(scatter, words, this.#fonts));
  }

  #addConfusion(
    { name, file, heat }: { readonly name: string; readonly file: string; readonly heat: Heat },
    crop: ReturnType<typeof cropHeat>,
  ): void {
    const { plot, note } = crop(heat);
    const words = {
      title: `${name}: expected and called tools`,
      caption: `How often each tool was called (columns) where each tool was expected (rows).${note}`,
      key: 'Blue: as expected. Orange: another tool than expected. Pale to full: 0 to 100 % of the row.',
    };
    this.#add(file, words, toHeatChart(plot, words, this.#fonts));
  }

  /** Names of files are unique, also where capital letters do not count. */
  #add(name: string, words: PictureWords, chart: SizedChart): void {
    let unique = name;
    for (let part = 2; this.#used.has(unique.toLowerCase()); part += 1) unique = `${name}-${part}`;
    this.#used.add(unique.toLowerCase());
    this.#pictures.push({ name: unique, words, chart, shortened: this.#fonts.takeShortened() });
  }
}

/** The two sides of a comparison as variants; intervals of pass^k are not in a comparison. */
function toSides(comparison: Comparison): readonly PictureSide[] {
  return (['baseline', 'candidate'] as const).map((side) => ({
    name: comparison[side].name,
    figures: comparison.metrics.map((row) => ({ ...row, estimate: row[side] })),
    reliability: (comparison.reliability ?? []).map(({ k, all }) => ({
      k,
      estimate: { value: all[side], low: null, high: null },
    })),
  }));
}

/** What the stars after the names of metrics mean, in a few words. */
const markKey = '**: must be shown to be not worse; *: must not be worse.';

/** Names of variants are names of files too, but those of foreign runs need not be. */
function toFileName(name: string): string {
  const safe = name.replace(/[^\p{L}\p{N}._-]/gu, '_').replace(/^\.+/u, '_');
  return Array.from(safe).slice(0, 60).join('');
}
