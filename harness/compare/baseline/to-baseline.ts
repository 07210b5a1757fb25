import type { MetricName } from '../../core/score/metric.ts';
import type { RunMode } from '../../core/run.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import type { Baseline, BaselineTrial } from './baseline.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { toTrialKey } from '../pair/pair-trials.ts';
import { roundFigure } from '../judge/format-figure.ts';

/** The run that becomes a baseline. */
export interface AcceptedRun {
  readonly suite: string;
  readonly mode: RunMode;
  readonly manifestHash: string;
}

/** Makes a baseline of the variants of a run. */
export function toBaseline(
  run: AcceptedRun,
  variants: readonly ComparedRecords[],
  metrics: readonly MetricName[],
): Baseline {
  const decides = variants.find((variant) => variant.decides !== undefined)?.decides;
  const sorted = variants.toSorted((a, b) => (a.side.name < b.side.name ? -1 : 1));
  return {
    schemaVersion: 1,
    kind: 'baseline',
    ...run,
    ...(decides === undefined ? {} : { decides }),
    metrics: metrics.toSorted(),
    ...toOwn(variants, metrics),
    variants: Object.fromEntries(
      sorted.map(({ side: { name, ...variant } }) => [name, variant] as const),
    ),
    toolsets: Object.fromEntries(
      sorted.map(({ side, tools }) => [side.toolset, tools] as const).toSorted(byKey),
    ),
    trials: sorted
      .flatMap(({ records, transcripts }) =>
        records.flatMap((record) => toTrial(record, metrics, transcripts)),
      )
      .toSorted(byPlace),
  };
}

function toOwn(
  variants: readonly ComparedRecords[],
  metrics: readonly MetricName[],
): Pick<Baseline, 'own'> {
  const own = (variants[0]?.own ?? []).filter(({ name }) => metrics.includes(name));
  return own.length === 0 ? {} : { own };
}

function toTrial(
  record: ScoreRecord,
  metrics: readonly MetricName[],
  transcripts: ComparedRecords['transcripts'],
): readonly BaselineTrial[] {
  const transcript = transcripts?.get(toTrialKey(record.lane));
  if (record.facts === null) return [];
  const { scenario, variant, plan, repeat } = record.lane;
  const { stopReason, turns, confusion, argumentErrors } = record.facts;
  const values = metrics.flatMap((metric) => {
    const value = record.scores[metric]?.value;
    return value === undefined ? [] : [[metric, value === null ? null : roundFigure(value)]];
  });
  return [
    {
      scenario,
      variant,
      plan,
      repeat,
      cluster: record.cluster,
      values: Object.fromEntries(values) as BaselineTrial['values'],
      stopReason,
      turns,
      confusion,
      argumentErrors,
      ...(record.verdict === 'failed' ? { failed: true } : {}),
      ...(transcript === undefined ? {} : { transcript }),
    },
  ];
}

function byPlace(a: BaselineTrial, b: BaselineTrial): number {
  for (const field of ['scenario', 'variant', 'plan'] as const) {
    if (a[field] !== b[field]) return a[field] < b[field] ? -1 : 1;
  }
  return a.repeat - b.repeat;
}

function byKey(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
