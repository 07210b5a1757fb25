import type { GateFigure } from '../../core/suite/gate.ts';
import type { OwnFault } from '../../core/own/own-fault.ts';
import type { OwnScorer } from '../../core/own/own-scorer.ts';
import type { MetricName } from '../../core/score/metric.ts';

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

/** Custom secrets, and values that only look like secrets. Recordings and their replays need the same rules. */
export interface RedactionInput {
  /** Regular expressions whose matches are secrets, such as `ACME-[0-9]{6}`. */
  readonly patterns?: readonly string[];
  /** Names of fields whose values are secrets wherever they are, such as `password` or `token`. */
  readonly fields?: readonly string[];
  /** Values that look like secrets and are none, such as `demo`. */
  readonly keep?: readonly string[];
}

/** Something of a team's own that a `define...` function made. */
export interface OwnDefinition {
  readonly id: string;
  readonly about: string;
}

/** What `toolrig.config.ts` exports as default. */
export interface ConfigInput {
  /** What `toolrig run` runs when no suite is named. */
  readonly suites?: readonly string[];
  /** What `toolrig run --gate` holds a run against. */
  readonly gates?: readonly GateInput[];
  /** Folder of the accepted baselines; default `reports/baseline`. */
  readonly baselines?: string;
  /** Hosts and key variables that suites choose and that you agree to, as `--allow-host` and `--allow-key` do. */
  readonly allow?: { readonly hosts?: readonly string[]; readonly keys?: readonly string[] };
  /** Metrics of your own, made with `defineScorer`, for all suites. */
  readonly scorers?: readonly OwnScorer[];
  /** Kinds of faults of your own, made with `defineFault`, for all suites. */
  readonly faultKinds?: readonly OwnFault[];
  /** Kinds of report of your own, made with `defineReporter`. */
  readonly reporters?: readonly OwnDefinition[];
  /** Formats of your own logs, made with `defineImporter`. */
  readonly importers?: readonly OwnDefinition[];
  /** What is taken out of everything that is written or printed, besides what is known to be secret. */
  readonly redaction?: RedactionInput;
}

/** Gives `toolrig.config.ts` its types. All of its errors are reported together when it is read. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
