import type { ComparedBy } from '../../compare/comparison.ts';
import type { MetricName } from '../../core/score/metric.ts';
import type { RunFlags } from './run-flags.ts';

/** Options of `compare` as the command line gives them. */
export interface CompareFlags extends Omit<RunFlags, 'variant' | 'debug'> {
  readonly baseline?: string;
  readonly candidate?: readonly string[];
  readonly by?: ComparedBy;
  /** For `--by plan`. */
  readonly variant?: string;
  readonly swap?: boolean;
  readonly margin: number;
  readonly metrics?: readonly MetricName[];
  readonly minCoverage: number;
  readonly allowInconclusive?: boolean;
  readonly bisect?: boolean;
  readonly sequential?: boolean;
  readonly budget?: number;
}
