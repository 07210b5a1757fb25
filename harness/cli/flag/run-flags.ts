import type { RunMode } from '../../core/run.ts';
import type { SpendMeter } from '../../run/spend/spend-meter.ts';
import type { WantedAccess } from '../../api/place/read-access.ts';
import type { ShardWord } from './read-shard.ts';
import type { ReportFlags } from '../io/write-reports.ts';

/** Options of `run` and `record` as the command line gives them. */
export interface RunFlags extends ReportFlags, WantedAccess {
  readonly mode: RunMode;
  readonly variant?: readonly string[];
  readonly toolset?: readonly string[];
  readonly model?: readonly string[];
  readonly scenario?: readonly string[];
  readonly tag?: readonly string[];
  readonly faults?: readonly string[];
  readonly sweep?: string;
  readonly distractors?: string;
  readonly shard?: ShardWord;
  readonly repeats?: number;
  readonly concurrency: number;
  /** Processes that run trials; absent: this one alone. */
  readonly workers?: number;
  readonly seed: string;
  readonly cassettes?: string;
  readonly out: string;
  readonly rerecord?: boolean;
  readonly stale?: boolean;
  /** `false`: the model is asked for every turn of faulted trials. */
  readonly fork?: boolean;
  readonly maxRequests?: number;
  readonly stopAfter?: number;
  readonly maxCost?: number;
  readonly maxTokens?: number;
  /** Milliseconds. */
  readonly maxTime?: number;
  /** Made by the command, once for all suites that it runs. */
  readonly meter?: SpendMeter;
  /** Folder of stored results; absent: near the suite. */
  readonly cache?: string;
  /** Nothing is taken from earlier runs. */
  readonly fresh?: boolean;
  /** Leaves out conversations that passed and of which nothing has changed. */
  readonly changed?: boolean;
  /** So many reused trials run again and are compared. */
  readonly verify?: number;
  readonly allowRecord?: boolean;
  readonly tier: 'exact' | 'loose' | 'position';
  readonly gate?: boolean;
  readonly allowInconclusive?: boolean;
  readonly diagnose?: boolean;
  readonly debug?: string;
  readonly watch?: boolean;
  readonly resume?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}
