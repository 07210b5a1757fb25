import { resolve } from 'node:path';

import { applyGates, prepareGates, type ReadyGates } from '../compare/gate/apply-gates.ts';
import type { GateReport } from '../compare/gate/gate-report.ts';
import { decide } from '../compare/decide.ts';
import type { RunMode, RunSummary, Verdict } from '../core/run.ts';
import type { Suite } from '../core/suite/suite.ts';
import type { Sweep } from '../core/sweep.ts';
import type { RunOptions, RunProgress } from '../run/run-options.ts';
import { runSuite as runPlanned } from '../run/run-suite.ts';
import type { SpendLimits } from '../run/spend/budget.ts';
import { createSpendMeter, type SpendMeter, type Spent } from '../run/spend/spend-meter.ts';
import { toMetrics } from '../run/keep/to-manifest.ts';
import { selectVariants } from '../run/plan/plan-groups.ts';
import { openSuite } from './place/open-suite.ts';
import { ownSurroundings, type SurroundingsOptions } from './place/own-surroundings.ts';
import type { Surroundings } from './place/surroundings.ts';
import { refuseUnknownOptions } from './place/refuse-unknown-options.ts';
import { type Run, toRun } from './run.ts';
import { changeVariants } from './start/change-variants.ts';
import { type PreparedSuite, prepareRun } from './start/prepare-run.ts';
import { refuseRecording } from './start/refuse-recording.ts';
import { refuseUnknownPrice } from './start/refuse-unknown-price.ts';

/** What to run and how. Only `suite` is needed. */
export interface RunSuiteOptions extends SurroundingsOptions {
  /** Path of a suite's file or folder, the name of a suite that ships with toolrig, or a loaded suite. */
  readonly suite: string | Suite;
  /** Where replies come from; default `replay`, which needs no network and no key. */
  readonly mode?: RunMode;
  /** Default: the suite's default variant; `'*'`: all. */
  readonly variants?: readonly string[] | '*';
  /** Ids, in which `*` matches any characters; default: all. */
  readonly scenarios?: readonly string[];
  /**
   * Fault plans besides the clean one: `standard`, `full`, `chaos-<seed>`, plans of the suite, or one fault by name.
   */
  readonly faults?: readonly string[];
  /**
   * Runs each variant once for each value of a setting, such as `loop.guards.maxTurns=2,4,8`, `params.temperature=0,0.5` or
   * `fault.http.status=500,503`. One value that passes every trial is enough. The values are answered by the recordings of
   * their variant, so where a value changes requests, the model must answer in the process or with mode `live`.
   */
  readonly sweep?: `${string}=${string}`;
  /**
   * Runs each variant once for each number of tools that no request needs, `near` in meaning or `far`: 0, 5, 15 and 40, or the
   * numbers given, as in `far=10,20`. A replay needs a model that answers in the process.
   */
  readonly distractors?: 'near' | 'far' | `near=${string}` | `far=${string}`;
  /** Attempts at each scenario; default: the suite's own number. */
  readonly repeats?: number;
  /** Trials in flight; default 4. Results do not depend on it. */
  readonly concurrency?: number;
  /** Seed of everything random; default `toolrig`. */
  readonly seed?: string;
  /** How far a replay may be from its recording; default `exact`. */
  readonly tier?: 'exact' | 'loose' | 'position';
  /** Root of the recordings; default: the nearest `cassettes/` from the suite's folder upwards. */
  readonly cassettes?: string;
  /** Root of run folders, such as `reports/runs`; default: no folder is written, the run is held in memory. */
  readonly out?: string;
  /** Let the gates of `toolrig.config.ts` decide, not single failed trials; default `false`. */
  readonly gate?: boolean;
  /** An `INCONCLUSIVE`, which only gates give, has exit code 0; default `false`. */
  readonly allowInconclusive?: boolean;
  /** Endpoint for models that are not replayed. */
  readonly baseUrl?: string;
  /** Hosts of the suite's choice that may be asked. */
  readonly allowHosts?: readonly string[];
  /** Environment variables of the suite's choice that may be sent as keys. */
  readonly allowKeys?: readonly string[];
  /** `false`: a live run asks for every turn of faulted trials; default: it takes those before the fault from the clean trial. */
  readonly fork?: boolean;
  /** The most requests to send; the run then ends as `INVALID` and can be resumed. */
  readonly maxRequests?: number;
  /** The run ends before it costs more, in US dollars. */
  readonly maxCost?: number;
  /** The most input and output tokens to take; the run then ends as `INVALID` and can be resumed. */
  readonly maxTokens?: number;
  /** The longest that the run may take, in milliseconds; it then ends as `INVALID` and can be resumed. */
  readonly maxTimeMs?: number;
  /** Conversations in a row without a usable reply after which a run that asks live models ends; default 5. */
  readonly stopAfter?: number;
  /** A run folder that did not end or is `INVALID`, to be finished. */
  readonly resume?: string;
  readonly onProgress?: (progress: RunProgress) => void;
}

/** The result of a run. */
export interface SuiteRun {
  readonly verdict: Verdict;
  /** The exit code that `toolrig run` would give. */
  readonly exitCode: number;
  readonly summary: RunSummary;
  /** What `sweep` or `distractors` made: a variant in `summary` for each value; empty without them. */
  readonly sweeps: readonly Sweep[];
  /** The run, for reading, `compare` and `report`. */
  readonly run: Run;
  /** Why recordings did not answer, one text for each cause, each with its remedy. */
  readonly misses: readonly string[];
  /** What was sent to models; empty for a replay. */
  readonly spent: readonly Spent[];
  /** `null` without `gate`. */
  readonly gates: GateReport | null;
  readonly interrupted: boolean;
}

/**
 * Runs a suite: replays its recordings, scores every trial, and says whether it passed. Errors of models and tools are
 * in the result, never thrown.
 *
 * @throws SuiteError with all that is wrong in the suite; UsageError when something was asked for that does not exist.
 */
export async function runSuite(options: RunSuiteOptions): Promise<SuiteRun> {
  refuseUnknownOptions('runSuite', options, runSuiteOptionNames);
  return await runAs(options, { rerecord: false, stale: false, allowInCi: false });
}

/** The names of all options. */
export const runSuiteOptionNames: readonly string[] = Object.keys({
  suite: true,
  mode: true,
  variants: true,
  scenarios: true,
  faults: true,
  sweep: true,
  distractors: true,
  repeats: true,
  concurrency: true,
  seed: true,
  tier: true,
  cassettes: true,
  out: true,
  gate: true,
  allowInconclusive: true,
  baseUrl: true,
  allowHosts: true,
  allowKeys: true,
  fork: true,
  maxRequests: true,
  maxCost: true,
  maxTokens: true,
  maxTimeMs: true,
  stopAfter: true,
  resume: true,
  onProgress: true,
  cwd: true,
  env: true,
  signal: true,
  onWarning: true,
} satisfies Record<keyof RunSuiteOptions, true>);

/** Options that only a recording has. */
export interface RecordingWish {
  readonly rerecord: boolean;
  readonly stale: boolean;
  readonly allowInCi: boolean;
}

/** Runs a suite; the public functions have already refused wrong options. */
export async function runAs(options: RunSuiteOptions, recording: RecordingWish): Promise<SuiteRun> {
  const around = ownSurroundings(options);
  const { mode = 'replay', gate = false } = options;
  if (mode === 'record') refuseRecording(around, recording.allowInCi);
  const { cassettes } = options;
  const opened = await openSuite(options.suite, { cassettes, mode }, around);
  const meter = createSpendMeter(toLimits(options));
  const { rerecord, stale } = recording;
  const prepared = prepareChanged(opened, options, { meter, rerecord, stale, around });
  const { sweeps = [] } = prepared;
  if (mode !== 'replay') refuseUnknownPrice(prepared);
  const ready = gate ? openGates(opened, prepared) : null;
  const { onProgress = () => undefined } = options;
  const result = await runPlanned({ ...prepared, onProgress });
  const stored = result.read();
  const gates = ready === null ? null : await applyGates(stored, ready);
  const decision = decide({
    about: 'run',
    summary: result.summary,
    comparisons: [],
    gates,
    // Of distractors, a failed trial fails the run, whatever their number.
    ...(options.sweep === undefined ? {} : { sweeps }),
    interrupted: result.interrupted,
    ...toDecisionWish(options),
  });
  return {
    verdict: decision.verdict,
    exitCode: decision.exitCode,
    summary: result.summary,
    sweeps,
    run: toRun(stored),
    misses: result.misses,
    spent: mode === 'replay' ? [] : meter.spent(),
    gates,
    interrupted: result.interrupted,
  };
}

/** The options of a run over the variants that were chosen, or over what a sweep or distractors make of them. */
function prepareChanged(
  opened: PreparedSuite,
  options: RunSuiteOptions,
  {
    around,
    ...how
  }: Pick<RunOptions, 'rerecord' | 'stale'> & {
    readonly meter: SpendMeter;
    readonly around: Surroundings;
  },
): RunOptions {
  const { sweep, distractors, mode = 'replay', gate = false } = options;
  const change = { sweep, distractors, mode, gate };
  const { suite, variants, sweeps } = changeVariants(
    opened.suite,
    options.variants ?? null,
    change,
  );
  const wish = { ...toWish(options), ...how, variants };
  const prepared = prepareRun({ ...opened, suite }, wish, around).options;
  return sweeps === null ? prepared : { ...prepared, sweeps };
}

function toDecisionWish({ allowInconclusive = false, mode }: RunSuiteOptions): {
  readonly allowInconclusive: boolean;
  readonly recording: boolean;
} {
  return { allowInconclusive, recording: mode === 'record' };
}

function toLimits(options: RunSuiteOptions): SpendLimits {
  const { maxRequests = null, maxCost = null, maxTokens = null, maxTimeMs = null } = options;
  return { maxRequests, maxCost, maxTokens, maxTimeMs };
}

function openGates({ config, suite }: PreparedSuite, options: RunOptions): ReadyGates {
  const variants = selectVariants(suite, options.variants).map(({ name }) => name);
  const where = { gates: config.gates, baselines: resolve(config.root, config.baselines) };
  return prepareGates(suite.name, where, { variants, own: toMetrics(suite).metrics ?? [] });
}

function toWish(options: RunSuiteOptions): Parameters<typeof prepareRun>[1] {
  const { baseUrl, allowHosts, allowKeys } = options;
  return {
    mode: options.mode ?? 'replay',
    variants: options.variants ?? null,
    scenarios: options.scenarios ?? null,
    faults: options.faults,
    repeats: options.repeats,
    concurrency: options.concurrency ?? 4,
    seed: options.seed ?? 'toolrig',
    tier: options.tier ?? 'exact',
    out: options.out ?? null,
    fork: options.fork,
    stopAfter: options.stopAfter,
    resume: options.resume,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(allowHosts === undefined ? {} : { allowHost: allowHosts }),
    ...(allowKeys === undefined ? {} : { allowKey: allowKeys }),
  };
}
