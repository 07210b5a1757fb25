import { setMaxListeners } from 'node:events';

import type { CassetteMissError } from '../core/talk/cassette.ts';
import { exitCodes, type RunManifest, type RunPart, type RunSummary } from '../core/run.ts';
import type { Suite, Variant } from '../core/suite/suite.ts';
import { UsageError } from '../core/usage-error.ts';
import type { Redactor } from '../redact/redactor.ts';
import { selectVariants, type TrialGroup } from './plan/plan-groups.ts';
import { runGroup, type GroupContext, type GroupTrial } from './trial/run-group.ts';
import { createContext, toSelection } from './stage-run.ts';
import { planAll } from './plan/plan-all.ts';
import { countInFlight, endPool, openPool } from './worker/open-pool.ts';
import { takeWhole, toEnded, type WholeWish } from './store/take-whole.ts';
import { StoreLine, type StoreWork } from './store/store-line.ts';
import type { ReuseReport } from './store/trial-store.ts';
import { toWorkedGroup } from './worker/work-group.ts';
import type { WorkedGroup } from './worker/worker-link.ts';
import type { WorkerFindings, WorkerPool } from './worker/worker-pool.ts';
import { runInOrder } from './run-in-order.ts';
import { openCassettes } from './recording/open-cassettes.ts';
import { choosePlans } from './plan/choose-plans.ts';
import { createLateWatch, type LateWatch } from './trial/late-watch.ts';
import { describeMisses } from './recording/describe-misses.ts';
import type { StoredRun } from './folder/read-run.ts';
import type { RecordRedactor } from './folder/redact-record.ts';
import { type OpenRun, openRun } from './open-run.ts';
import { findSurplus, type Surplus } from './recording/find-surplus.ts';
import { cutShard, type Shard } from './shard/cut-shard.ts';
import { isCut, refuseWhole, type RunEnd } from './refuse-whole.ts';
import { mostRefusals, ProviderRefusalError, RefusalWatch } from './refusal-watch.ts';
import type { RunOptions } from './run-options.ts';
import { rehearseRun } from './spend/rehearse-run.ts';
import { type HostedSuite, hostAgents } from '../serve/host-agents.ts';
import { hashManifest, toManifest, toMetrics } from './keep/to-manifest.ts';
import type { TrialKeeper } from './keep/trial-keeper.ts';
import { checkAccess, findAllowedHosts, toBasePath } from './access/check-access.ts';
import { isOffline, watchNetwork } from './access/watch-network.ts';

/** What a run came to. */
export interface RunResult {
  /** Empty for a run that is held in memory. */
  readonly runFolder: string;
  /** Opens the run for reading. */
  readonly read: () => StoredRun;
  readonly summary: RunSummary;
  /** Why recordings did not answer, one text a cause, each with its remedy. */
  readonly misses: readonly string[];
  readonly interrupted: boolean;
  /** What was taken from earlier runs; `null` where there was no store of them. */
  readonly reuse: ReuseReport | null;
}

/**
 * Runs a suite: plan, trials, scores, run folder.
 *
 * @throws RigError when the run cannot begin (unknown fault plan, unwritable folder, nothing to resume).
 */
export async function runSuite(given: RunOptions): Promise<RunResult> {
  const hosted = hostAgents(given.suite, {
    children: given.children ?? null,
    toBasePath: (modelName) => toBasePath(modelName, given),
  });
  try {
    return await runHosted({ ...given, suite: hosted.suite }, hosted);
  } finally {
    await hosted.close();
  }
}

async function runHosted(options: RunOptions, hosted: HostedSuite): Promise<RunResult> {
  checkAccess(options);
  // An unknown plan is refused before a folder is made.
  choosePlans(options.suite, options.faults);
  const variants = selectVariants(options.suite, options.variants);
  const groups = planAll(options);
  const chosen = { selection: toSelection(options, groups), variants };
  const { shard, manifest: chosenManifest, whole } = openShard(options, groups, chosen);
  const cassettes = openCassettes(options);
  refuseSecretNames(options.suite, cassettes.redactor);
  const all = shard?.groups ?? groups;
  const store = new StoreLine(options.store, { options, groups: all });
  const wanted = store.leave(all, options);
  const manifest = withLeft(chosenManifest, store);
  const run = await openRun(options, manifest, { groups: wanted, ...cassettes });
  const misses: CassetteMissError[] = [];
  const late = createLateWatch(options.pendingTimers);
  const network =
    options.mode === 'replay' && isOffline(options.suite, variants)
      ? watchNetwork(findAllowedHosts(options.suite, variants))
      : null;
  const { left } = run;
  const wish = { options, groups: wanted, manifestHash: hashManifest(manifest) };
  const pool = store.hasWork(left) ? openPool(options, whole) : null;
  try {
    const known = takeWhole(store, run, wish);
    if (known !== null) return known;
    const places = new Map(groups.map((group, place) => [group, place]));
    const planned = wanted.length;
    await announce(options, left);
    const ended = await runAll(run.keeper, left, {
      options,
      groups: planned,
      context: await createContext(options, { cassettes, misses, late }),
      pool,
      places,
      store,
      redactor: cassettes.redactor,
    });
    const found = await endPool(pool, ended);
    await late.settle();
    const findings = joinFindings(found, readFindings(options, network, late));
    return await endRun(options, run, {
      ended,
      findings,
      refused: hosted.refused(),
      store,
      misses,
      variants,
      shard,
      wish,
    });
  } finally {
    store.settle(false);
    pool?.kill(null);
    network?.stop();
    late.end();
    run.close();
  }
}

/** Judges the run as a whole, writes its summary, and keeps what later runs may take from it. */
async function endRun(
  options: RunOptions,
  run: OpenRun,
  {
    findings,
    store,
    misses,
    shard,
    ...end
  }: {
    readonly ended: RunEnd;
    readonly findings: WorkerFindings;
    readonly refused: readonly string[];
    readonly store: StoreLine;
    readonly misses: readonly CassetteMissError[];
    readonly variants: readonly Variant[];
    readonly shard: Shard | null;
    readonly wish: WholeWish;
  },
): Promise<RunResult> {
  const { ended, refused, variants, wish } = end;
  const { manifestHash } = wish;
  const groups = wish.groups.length;
  const keeper = await run.arrange();
  const isOpen = (store.left?.conversations ?? 0) > 0;
  const surplus = ended === 'whole' && !isOpen ? findOwnSurplus(options, keeper, shard) : noSurplus;
  const stale = store.differences;
  const isPart = shard !== null;
  const left = options.changed?.isGated === true ? store.left : null;
  const more = { refused, stale, left, ended, groups, surplus, isPart: isPart || isOpen };
  refuseWhole(keeper, options, { ...findings, ...more });
  const interrupted = ended === 'interrupted';
  const part = shard === null ? {} : { part: toPart(shard, surplus, options) };
  const summary = sumUp(keeper, options, { variants, manifestHash, interrupted, isOpen, ...part });
  run.writer.finish(summary);
  const isSound = [...Object.values(findings), refused].every(({ length }) => length === 0);
  store.settle(ended === 'whole' && isSound, toEnded(wish, summary));
  const { path: runFolder, read } = run.writer;
  const told = await describeMisses(misses, options);
  const reuse = store.report(keeper.done.trials, options);
  return { runFolder, read, summary, misses: told, interrupted, reuse };
}

/** What this process found that is of no trial. */
function readFindings(
  options: RunOptions,
  network: ReturnType<typeof watchNetwork> | null,
  late: LateWatch,
): WorkerFindings {
  return { leaks: network?.stop() ?? [], late: late.found, escaped: options.escaped?.() ?? [] };
}

function joinFindings(workers: WorkerFindings, own: WorkerFindings): WorkerFindings {
  return {
    leaks: [...new Set([...own.leaks, ...workers.leaks])].toSorted(),
    late: [...own.late, ...workers.late],
    escaped: [...own.escaped, ...workers.escaped],
  };
}

function sumUp(
  { fold }: TrialKeeper,
  { suite, mode }: RunOptions,
  run: {
    readonly variants: readonly Variant[];
    readonly manifestHash: string;
    readonly interrupted: boolean;
    readonly isOpen: boolean;
    readonly part?: RunPart;
  },
): RunSummary {
  const { interrupted, ...whose } = run;
  const { name, models } = suite;
  const summary = fold.toSummary({
    suite: name,
    mode,
    models,
    ...whose,
    ...toMetrics(suite),
  });
  return interrupted ? { ...summary, exitCode: exitCodes.interrupted } : summary;
}

/** A run that leaves conversations out is another than one of all, and says so. */
function withLeft(manifest: RunManifest, { left }: StoreLine): RunManifest {
  if (left === null || left.conversations === 0) return manifest;
  return { ...manifest, selection: { ...manifest.selection, left: { ...left } } };
}

/** The part of the run that is wanted, and the manifest of what then runs. */
function openShard(
  options: RunOptions,
  groups: readonly TrialGroup[],
  chosen: Parameters<typeof toManifest>[1],
): { readonly shard: Shard | null; readonly manifest: RunManifest; readonly whole: RunManifest } {
  const whole = toManifest(options.suite, chosen, options.environment);
  const wish = options.shard;
  if (wish === undefined) return { shard: null, manifest: whole, whole };
  const shard = cutShard({ ...options, shard: wish }, groups, hashManifest(whole));
  const selection = { ...whole.selection, shard: { ...shard.entry } };
  return { shard, manifest: { ...whole, selection }, whole };
}

function findOwnSurplus(
  options: RunOptions,
  { played, unmeasured }: TrialKeeper,
  shard: Shard | null,
): Surplus {
  const owns = shard === null ? {} : { owns: shard.owns };
  return findSurplus(options, { played, unmeasured, ...owns });
}

const noSurplus: Surplus = { gone: [], unreached: [] };

function toPart({ entry }: Shard, surplus: Surplus, { suite, cassettes }: RunOptions): RunPart {
  const { index, count } = entry;
  if (surplus.gone.length + surplus.unreached.length === 0) return { index, count };
  return { index, count, surplus: { file: suite.file, cassettes, ...surplus } };
}

async function announce(options: RunOptions, left: readonly TrialGroup[]): Promise<void> {
  if (options.mode === 'replay' || options.onExpected === undefined) return;
  options.onExpected(await rehearseRun(options, left), options);
}

/** Names become folders and files, where nothing can be taken out of them. */
function refuseSecretNames(suite: Suite, { redactText }: Redactor): void {
  const named = [suite, ...suite.variants, ...suite.plans].map(({ name }) => name);
  for (const name of [...named, ...suite.scenarios.map(({ id }) => id)]) {
    if (redactText(name) === name) continue;
    throw new UsageError(
      `Cannot run "${redactText(name)}": the name looks like a secret and would become a file name. Give it another name`,
    );
  }
}

async function runAll(
  keeper: TrialKeeper,
  groups: readonly TrialGroup[],
  run: {
    readonly options: RunOptions;
    readonly groups: number;
    readonly context: GroupContext;
    readonly pool: WorkerPool | null;
    readonly places: ReadonlyMap<TrialGroup, number>;
    readonly store: StoreLine;
    readonly redactor: RecordRedactor;
  },
): Promise<RunEnd> {
  const { options, context } = run;
  const timer = options.meter?.startTimer();
  const stop = createStop(options.signal, timer?.signal);
  stop.signal.addEventListener('abort', () => run.pool?.kill(stop.signal.reason), { once: true });
  const refusals = new RefusalWatch();
  const guarded = { ...context, signal: stop.signal };
  const results = runInOrder(
    groups,
    (group) => stop.onError(async () => await run.store.take(group, toWork(group, guarded, run))),
    { concurrency: countInFlight(options), signal: stop.signal },
  );
  try {
    for await (const result of results) {
      await stop.onError(() => {
        if ('kept' in result) {
          keeper.keepWorked(result);
          return;
        }
        keeper.keep(result);
        refuseFurther(refusals, result, options);
      });
      options.onProgress({
        groups: run.groups,
        groupsDone: keeper.done.groups,
        trialsDone: keeper.done.trials,
        failed: keeper.done.failed,
        invalid: keeper.done.invalid,
      });
    }
  } catch {
    // What stopped the run is the signal's reason; the trials in flight only follow it.
    const reason: unknown = stop.signal.reason;
    if (!options.signal.aborted && !isCut(reason)) throw reason;
  } finally {
    stop.forget();
    timer?.end();
  }
  if (options.signal.aborted) return 'interrupted';
  const reason: unknown = stop.signal.reason;
  return isCut(reason) ? reason : 'whole';
}

function toWork(
  group: TrialGroup,
  context: GroupContext,
  run: Parameters<typeof runSomewhere>[2] & { readonly redactor: RecordRedactor },
): StoreWork {
  return {
    run: async () => await runSomewhere(group, context, run),
    judge: (trials) => toWorkedGroup(trials, context.suite, run.redactor),
  };
}

/** In a worker where there are any; what one could not measure is run again here, where its reasons are kept. */
async function runSomewhere(
  group: TrialGroup,
  context: GroupContext,
  {
    pool,
    places,
  }: {
    readonly pool: WorkerPool | null;
    readonly places: ReadonlyMap<TrialGroup, number>;
  },
): Promise<WorkedGroup | readonly GroupTrial[]> {
  const place = places.get(group);
  const worked = pool === null || place === undefined ? null : await pool.run(place);
  return worked ?? (await runGroup(group, context));
}

/** Further requests would be refused too, so continuing would only collect errors. */
function refuseFurther(
  refusals: RefusalWatch,
  trials: readonly GroupTrial[],
  { mode, stopAfter = mostRefusals }: RunOptions,
): void {
  const inARow = refusals.see(trials);
  if (mode !== 'replay' && inARow >= stopAfter) {
    throw new ProviderRefusalError(inARow, refusals.cause);
  }
}

interface Stop {
  /** Aborts with the run's own signal, when its time is over, or when work of the run fails. */
  readonly signal: AbortSignal;
  /** Does work; its failure stops everything else. */
  onError<Value>(work: () => Value | Promise<Value>): Promise<Value>;
  forget(): void;
}

/** One failure that ends a run, such as a full disk, ends the trials in flight too: they would only cost requests. */
function createStop(outer: AbortSignal, time?: AbortSignal): Stop {
  const stop = new AbortController();
  // Every wait of every trial in flight listens to it, and stops listening when it ends.
  setMaxListeners(0, stop.signal);
  const follow = (): void => {
    stop.abort(outer.reason);
  };
  if (outer.aborted) follow();
  outer.addEventListener('abort', follow, { once: true });
  time?.addEventListener('abort', () => stop.abort(time.reason), { once: true });
  return {
    signal: stop.signal,
    async onError(work) {
      try {
        return await work();
      } catch (error) {
        stop.abort(error);
        throw error;
      }
    },
    forget: () => {
      outer.removeEventListener('abort', follow);
    },
  };
}
