import type { GateFigure } from '../core/gate.ts';
import type { MetricName } from '../core/metric.ts';

/**
 * A rule on one metric. With `min` or `max`: a fixed limit, held against the value, or against an end of its 95 %
 * interval. With `margin`: how much worse than the accepted baseline still counts as not worse.
 */
export interface GateInput {
  readonly metric: MetricName;
  readonly min?: number;
  readonly max?: number;
  /** Default `value`. */
  readonly at?: GateFigure;
  readonly margin?: number;
  /** Name of the only suite it is for. */
  readonly suite?: string;
  /** Name of the only variant it is for. */
  readonly variant?: string;
}

/** What `toolrig.config.ts` exports as default. */
export interface ConfigInput {
  /** What `toolrig run` runs when no suite is named. */
  readonly suites?: readonly string[];
  /** What `toolrig run --gate` holds a run against. */
  readonly gates?: readonly GateInput[];
  /** Folder of the accepted baselines; default `reports/baseline`. */
  readonly baselines?: string;
}

/** Gives `toolrig.config.ts` its types. What is wrong in it is told, all at once, when it is read. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
