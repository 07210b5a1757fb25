import { dirname } from 'node:path';

import type { Surroundings } from '../../api/place/surroundings.ts';
import { guardOwnPlace } from '../../api/place/guard-own-place.ts';
import { loadNearConfig } from '../../api/place/load-near-config.ts';
import { readAccess, readSecrets } from '../../api/place/read-access.ts';
import { extendSuite } from '../../api/start/extend-suite.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import type { FaultPlan } from '../../core/suite/fault.ts';
import type { RunMode } from '../../core/run.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { CassetteMissError } from '../../core/talk/cassette.ts';
import { toBasePath } from '../../run/access/check-access.ts';
import { findAllowedHosts } from '../../run/access/check-access.ts';
import { describeLeak, isOffline, watchNetwork } from '../../run/access/watch-network.ts';
import type { ScoredTrial } from '../../run/keep/score-record.ts';
import { judgeTrial } from '../../run/keep/trial-keeper.ts';
import { toScoringContext } from '../../run/keep/to-scoring-context.ts';
import type { TrialGroup } from '../../run/plan/plan-groups.ts';
import { describeMisses } from '../../run/recording/describe-misses.ts';
import { openCassettes, type OpenCassettes } from '../../run/recording/open-cassettes.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { createSpendMeter } from '../../run/spend/spend-meter.ts';
import { createModelSource } from '../../run/trial/create-model-source.ts';
import { createLateWatch, type LateWatch } from '../../run/trial/late-watch.ts';
import { runPlanned } from '../../run/trial/run-group.ts';
import { hostAgents } from '../../serve/host-agents.ts';
import type { NamedSuite } from './open-suite.ts';
import type { TrialOptions } from './trial-options.ts';

/** A trial that was run and judged. */
export interface BenchTrial extends ScoredTrial {
  readonly plan: FaultPlan;
  readonly mode: RunMode;
  /** Why its recording did not answer, each text with its remedy. */
  readonly misses: readonly string[];
  /** Why its result is not reliable although it ended. */
  readonly leaks: readonly string[];
}

/** A suite whose trials can be run one by one; they share its recordings. */
export interface SuiteBench {
  readonly suite: Suite;
  readonly options: RunOptions;
  /** Texts of effects that came when their trials were over. */
  readonly late: readonly string[];
  /** How trials of a group are run now: recorded only where `--update` asks for it. */
  modeOf(group: TrialGroup, isUpdating: boolean): RunMode;
  run(group: TrialGroup, plan: FaultPlan, how: TrialWay): Promise<BenchTrial>;
  /** Ends the servers for agents outside of the process. */
  close(): Promise<void>;
}

/** How one trial is run. */
export interface TrialWay {
  readonly mode: RunMode;
  readonly signal?: AbortSignal;
}

/** Loads a suite and opens its recordings. */
export async function openBench(
  named: NamedSuite,
  given: TrialOptions,
  io: Surroundings,
): Promise<SuiteBench> {
  const wished = await toOptions(named, given, io);
  const hosted = hostAgents(wished.suite, {
    children: wished.children ?? null,
    toBasePath: (modelName) => toBasePath(modelName, wished),
  });
  const { suite } = hosted;
  const options = { ...wished, suite };
  const late = createLateWatch(undefined);
  const parts: BenchParts = { options, late, open: createOpener(options, given, io) };
  return {
    suite,
    options,
    late: late.found,
    modeOf: ({ variant }, isUpdating) => {
      const model = suite.models.find(({ name }) => name === variant.model);
      if (model?.kind !== 'openai') return 'replay';
      if (given.replay === false) return 'live';
      return isUpdating ? 'record' : 'replay';
    },
    run: async (group, plan, way) => await runTrial({ group, plan, way }, parts),
    close: async () => {
      late.end();
      await hosted.close();
    },
  };
}

interface BenchParts {
  readonly options: RunOptions;
  readonly late: LateWatch;
  readonly open: (mode: RunMode) => OpenCassettes;
}

/** Recordings are opened once for each mode. */
function createOpener(
  options: RunOptions,
  given: TrialOptions,
  io: Surroundings,
): (mode: RunMode) => OpenCassettes {
  const opened = new Map<RunMode, OpenCassettes>();
  return (mode) => {
    const known = opened.get(mode);
    if (known !== undefined) return known;
    if (mode === 'record' && given.cassettes === undefined) {
      guardOwnPlace(dirname(options.cassettes), options.cassettes, '`cassettes`');
    }
    const made = openCassettes(toModeOptions(options, mode, io));
    opened.set(mode, made);
    return made;
  };
}

async function runTrial(
  job: { readonly group: TrialGroup; readonly plan: FaultPlan; readonly way: TrialWay },
  { options, late, open }: BenchParts,
): Promise<BenchTrial> {
  const { suite } = options;
  const { group, plan } = job;
  const { mode, signal = options.signal } = job.way;
  const misses: CassetteMissError[] = [];
  const source = createModelSource({
    mode,
    cassettes: open(mode).store,
    models: suite.models,
    access: options.access,
    keepRecorded: mode === 'record',
    renewStale: true,
    ...(options.meter === undefined ? {} : { meter: options.meter }),
    onMiss: (miss) => misses.push(miss),
  });
  const network =
    mode === 'replay' && isOffline(suite, [group.variant])
      ? watchNetwork(findAllowedHosts(suite, [group.variant]))
      : null;
  try {
    const context = { suite, source, signal, onLateEffect: late.note };
    const trial = await runPlanned(group, plan, context);
    const addresses = network?.stop() ?? [];
    return {
      ...judgeTrial(trial, toScoringContext(suite, group)),
      plan,
      mode,
      misses: await describeMisses(misses, options),
      leaks: addresses.map(describeLeak),
    };
  } finally {
    network?.stop();
  }
}

/** Names one trial in messages. */
export function nameTrial({ record }: ScoredTrial): string {
  return toLaneId(record.lane);
}

async function toOptions(
  named: NamedSuite,
  given: TrialOptions,
  io: Surroundings,
): Promise<RunOptions> {
  const { place } = named;
  const config = await loadNearConfig(place.shown, io);
  const suite = extendSuite(await named.load(), config);
  const { allow, redaction } = config;
  const { replay = true, maxRequests, maxCost } = given;
  const flags = {
    ...(given.baseUrl === undefined ? {} : { baseUrl: given.baseUrl }),
    ...(given.allowHosts === undefined ? {} : { allowHost: given.allowHosts }),
    ...(given.allowKeys === undefined ? {} : { allowKey: given.allowKeys }),
  };
  const meter = createSpendMeter({
    maxRequests: maxRequests ?? null,
    maxCost: maxCost ?? null,
  });
  return {
    suite,
    mode: 'replay',
    variants: null,
    scenarios: null,
    faults: [],
    repeats: null,
    concurrency: 1,
    seed: 'toolrig',
    cassettes: place.cassettes,
    shownCassettes: place.shownCassettes,
    out: '',
    runId: 'vitest',
    startedAt: io.now(),
    rerecord: false,
    meter,
    tier: replay === 'loose' || replay === 'position' ? replay : 'exact',
    access: readAccess(flags, allow, io),
    secrets: readSecrets(io),
    redaction: { ...redaction, key: io.env['TOOLRIG_REDACTION_KEY'] ?? null, salt: 'toolrig' },
    process: io.process,
    ...(io.children === undefined ? {} : { children: { ...io.children, env: io.env } }),
    environment: {},
    signal: io.signal,
    onProgress: () => undefined,
  };
}

function toModeOptions(options: RunOptions, mode: RunMode, io: Surroundings): RunOptions {
  if (mode !== 'record') return { ...options, mode };
  return { ...options, mode, redaction: { ...options.redaction, salt: io.newSalt() } };
}
