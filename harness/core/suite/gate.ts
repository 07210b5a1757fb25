import type { MetricRef } from '../score/metric.ts';

/** Which figure of a metric a limit is held against: the value, or an end of its 95 % interval. */
export type GateFigure = 'value' | 'lower' | 'upper';

/** A rule on one metric, as `toolrig.config.ts` has it after it was read. */
export type Gate = MetricRef & {
  /** Only runs of this suite; `null` = of any. */
  readonly suite: string | null;
  /** Only this variant; `null` = each that ran. */
  readonly variant: string | null;
} & (
    | {
        readonly kind: 'limit';
        readonly min: number | null;
        readonly max: number | null;
        readonly at: GateFigure;
      }
    /** Against the accepted baseline: how much worse still counts as not worse, in the unit of the metric. */
    | { readonly kind: 'margin'; readonly margin: number }
  );
