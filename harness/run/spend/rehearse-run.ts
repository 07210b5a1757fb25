import { join } from 'node:path';

import { createMemoryDisk } from '../../cassette/match/create-memory-disk.ts';
import { type LaneDisk, nodeDisk } from '../../cassette/lane/lane-disk.ts';
import { toLaneName, toLanePath } from '../../cassette/lane/lane-path.ts';
import { parseHead, parseRecording, type Recording } from '../../cassette/lane/parse-recording.ts';
import type { Agent } from '../../core/suite/agent.ts';
import type { CassetteMissError } from '../../core/talk/cassette.ts';
import { cleanPlan, type Lane } from '../../core/suite/lane.ts';
import type { Provider } from '../../core/talk/model.ts';
import type { ModelSpec, Suite } from '../../core/suite/suite.ts';
import { VirtualClock } from '../clock/virtual-clock.ts';
import { runReferenceLoop } from '../../loop/run-reference-loop.ts';
import { planAll } from '../plan/plan-all.ts';
import type { TrialGroup } from '../plan/plan-groups.ts';
import { runGroup } from '../trial/run-group.ts';
import type { ModelSource, TrialJob } from '../plan/trial-job.ts';
import {
  choosePlans,
  makePresetPlans,
  type SmokeChoice,
  toGroupKey,
} from '../plan/choose-plans.ts';
import { createModelSource } from '../trial/create-model-source.ts';
import { createLiveForks } from '../recording/live-forks.ts';
import { openCassettes } from '../recording/open-cassettes.ts';
import type { RunOptions } from '../run-options.ts';
import { createForecast } from './create-forecast.ts';
import { readExpense, toPrice } from './read-expense.ts';
import { toQuietTools } from './to-quiet-tools.ts';

/** What is likely sent to one model. */
export interface ExpectedSpend {
  readonly model: ModelSpec;
  readonly requests: number;
  /** When every answer is text at once. */
  readonly least: number;
  /** The number if every conversation reaches its turn cap; `null`: a custom agent has no cap. */
  readonly most: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a run would send, and what its recordings answer. */
export interface Rehearsal {
  /** Trials in which something is sent. */
  readonly lanes: number;
  /** Trials that a recording answers. */
  readonly recorded: number;
  /** Recorded trials whose requests are not those of the recording any more, and which are not to be recorded again. */
  readonly stale: number;
  readonly models: readonly ExpectedSpend[];
  /** Turns of faulted trials that are answered as in their clean trial, without a request. */
  readonly shared?: number;
  /** The same by fault plan: clean trials, then each preset or own plan, in the order they were planned. */
  readonly plans?: readonly PlanSpend[];
}

/** What the trials under one preset or plan are likely to send. */
export interface PlanSpend {
  /** `clean`, a preset, `chaos-<seed>`, or a plan of the suite. */
  readonly name: string;
  readonly lanes: number;
  readonly requests: number;
  /** US dollars; `null` when a model has no price. */
  readonly price: number | null;
}

/**
 * Runs what would be run, in memory: recordings answer where they would, and a forecast where a model would be asked.
 * Nothing is sent or written. Handlers run as in every replay, but for those that do real I/O: their recorded results
 * are given. An agent of the user's own runs where a recording answers it; elsewhere the reference loop does in its place.
 *
 * @param groups What is left to run; by default all that is selected.
 */
export async function rehearseRun(
  options: RunOptions,
  groups: readonly TrialGroup[] = planAll(options),
): Promise<Rehearsal> {
  const { suite } = options;
  const stage = createStage(options);
  const plans = choosePlans(suite, options.faults);
  const presetPlans = makePresetPlans(suite, await chooseSmoke(options));
  for (const group of groups) {
    if (modelOf(suite, group).kind !== 'openai') continue;
    await runGroup(stage.toGroup(group), {
      suite: toQuietTools(suite, stage.readResults(group)),
      source: stage.source(group),
      plans,
      presetPlans,
      signal: options.signal,
    });
  }
  return stage.sum();
}

/**
 * Which faults the preset `smoke` plans: every kind once for each variant, in the first conversation that has a place for it.
 * The conversations are rehearsed, so that the choice depends on nothing but the suite and its recordings.
 */
export async function chooseSmoke(options: RunOptions): Promise<SmokeChoice> {
  const chosen = new Map<string, Set<string>>();
  if (!options.faults.includes('smoke')) return chosen;
  const { suite } = options;
  const stage = createStage(options);
  const full = makePresetPlans(suite);
  const covered = new Set<string>();
  for (const group of planAll(options).filter(({ repeat }) => repeat === 1)) {
    const [clean] = await runGroup(stage.toGroup(group), {
      suite: toQuietTools(suite, stage.readResults(group)),
      source: stage.source(group),
      plans: { presets: [], named: [] },
      presetPlans: () => [],
      signal: options.signal,
    });
    if (clean?.record.outcome.status !== 'finished' || group.scenario.faults.length > 0) continue;
    for (const { name, faults } of full('full', clean.record, group)) {
      const key = `${group.variant.name}/${faults[0]?.inject.kind ?? ''}`;
      if (covered.has(key)) continue;
      covered.add(key);
      const place = toGroupKey(group);
      chosen.set(place, (chosen.get(place) ?? new Set()).add(name));
    }
  }
  return chosen;
}

function modelOf(suite: Suite, { variant }: Pick<TrialGroup, 'variant'>): ModelSpec {
  const model = suite.models.find(({ name }) => name === variant.model);
  // Checked when the suite was loaded.
  if (model === undefined) throw new Error(`No model "${variant.model}"`);
  return model;
}

/** One trial in which something may be sent. */
interface LaneSpend {
  readonly model: ModelSpec;
  readonly job: TrialJob;
  readonly isOwnAgent: boolean;
  /** What an agent of the user's own sent when this lane was recorded; `null` when it is not known. */
  readonly recorded: number | null;
  requests: number;
  inputTokens: number;
  outputTokens: number;
}

const nothing = { requests: 0, inputTokens: 0, outputTokens: 0 };

interface Stage {
  /** The group with an agent that asks no forecast. */
  toGroup(group: TrialGroup): TrialGroup;
  source(group: TrialGroup): ModelSource;
  /** Recorded tool results of the scenario. */
  readResults(group: TrialGroup): Recording | null;
  sum(): Rehearsal;
}

function createStage(options: RunOptions): Stage {
  const disk = createMemoryDisk(nodeDisk);
  const { store, redactor } = openCassettes(options, { disk });
  const forks = createLiveForks(options, { redactor });
  let shared = 0;
  // Trials run one after the other, so this belongs to the current one.
  let isPlayed = false;
  const spends = new Map<string, LaneSpend>();
  const played = new Set<string>();
  const missed = new Set<string>();
  return {
    toGroup: (group) => withRehearsed(group, () => isPlayed),
    source(group) {
      const isOwnAgent = group.variant.agent !== null;
      return createModelSource({
        mode: options.mode,
        cassettes: store,
        models: options.suite.models,
        access: options.access,
        keepRecorded: options.mode === 'record' && !options.rerecord,
        renewStale: options.stale === true,
        forks,
        onShared: () => {
          shared += 1;
        },
        onMiss: (miss: CassetteMissError) => missed.add(miss.lane),
        onPlay: (lane) => {
          isPlayed = true;
          played.add(toLaneName(lane));
        },
        createClock: () => new VirtualClock(),
        createProvider: (model, job) => {
          isPlayed = false;
          const known = findRecording(job.lane, options, nodeDisk);
          const recorded = isOwnAgent ? countOwn(job.lane, options) : null;
          const spend = { model, job, isOwnAgent, recorded, ...nothing };
          spends.set(toLaneName(job.lane), spend);
          return countRequests(createForecast(job, known), spend);
        },
      });
    },
    readResults: (group) => {
      const lane = toCleanLaneOf(options.suite, group);
      return findRecording(lane, options, nodeDisk);
    },
    sum: () => {
      const sent = [...spends.values()].filter(({ requests }) => requests > 0);
      return {
        lanes: sent.length,
        recorded: played.size - missed.size,
        stale: missed.size,
        models: options.suite.models.flatMap((model) => sumModel(model, sent)),
        shared,
        plans: sumPlans(sent),
      };
    },
  };
}

/** The group whose own agent runs only where its recording answers it. */
function withRehearsed(group: TrialGroup, isPlayed: () => boolean): TrialGroup {
  const { agent: own } = group.variant;
  if (own === null) return group;
  const agent: Agent = async (context) =>
    isPlayed() ? await own(context) : await runReferenceLoop(context);
  return { ...group, variant: { ...group.variant, agent } };
}

function toCleanLaneOf(suite: Suite, { scenario, variant, repeat }: TrialGroup): Lane {
  const names = { suite: suite.name, scenario: scenario.id, variant: variant.name };
  return { ...names, plan: cleanPlan, repeat };
}

function countRequests(provider: Provider, spend: LaneSpend): Provider {
  return {
    ...provider,
    send: async (request, position, signal) => {
      const exchange = await provider.send(request, position, signal);
      const { inputTokens, outputTokens } = readExpense(request, exchange);
      spend.requests += 1;
      spend.inputTokens += inputTokens;
      spend.outputTokens += outputTokens;
      return exchange;
    },
  };
}

function sumPlans(sent: readonly LaneSpend[]): readonly PlanSpend[] {
  const sums = new Map<string, PlanSpend>();
  for (const { job, model, recorded, requests, ...usage } of sent) {
    const name = toPlanWord(job.lane.plan);
    const before = sums.get(name) ?? { name, lanes: 0, requests: 0, price: 0 };
    const price = toPrice(model, usage);
    sums.set(name, {
      name,
      lanes: before.lanes + 1,
      requests: before.requests + (recorded ?? requests),
      price: before.price === null || price === null ? null : before.price + price,
    });
  }
  return [...sums.values()];
}

/** The preset that a plan belongs to, or the plan itself. */
function toPlanWord(plan: string): string {
  if (plan === cleanPlan) return 'clean';
  return /^(?<preset>standard|full)[.]/u.exec(plan)?.groups?.['preset'] ?? plan;
}

function sumModel(model: ModelSpec, sent: readonly LaneSpend[]): readonly ExpectedSpend[] {
  const own = sent.filter((spend) => spend.model === model);
  if (own.length === 0) return [];
  const total = (of: (spend: LaneSpend) => number): number =>
    own.reduce((sum, spend) => sum + of(spend), 0);
  return [
    {
      model,
      requests: total(({ recorded, requests }) => recorded ?? requests),
      least: total(({ job, requests }) =>
        job.lane.plan === cleanPlan ? Math.min(job.scenario.turns.length, requests) : 0,
      ),
      most: own.some(({ isOwnAgent }) => isOwnAgent)
        ? null
        : total(({ job, requests }) =>
            Math.max(job.variant.settings.guards.maxTurns, job.scenario.turns.length, requests),
          ),
      inputTokens: total(({ inputTokens }) => inputTokens),
      outputTokens: total(({ outputTokens }) => outputTokens),
    },
  ];
}

/** Of a lane alone, without the turns of its clean lane. */
function countOwn(lane: Lane, { cassettes }: RunOptions): number | null {
  return readRecording(toLanePath(cassettes, lane), nodeDisk)?.attempts.length ?? null;
}

/** The recording of a lane, or of another repeat of it; `null` when there is none that can be read. */
function findRecording(lane: Lane, { cassettes }: RunOptions, disk: LaneDisk): Recording | null {
  const own = readRecording(toLanePath(cassettes, lane), disk);
  if (own !== null) return withShared(own, cassettes, disk);
  const name = toLaneName(lane);
  const folder = join(cassettes, name, '..');
  const stem = name.slice(name.lastIndexOf('/') + 1).replace(/\.r[0-9]+\.jsonl$/u, '.r');
  for (const file of disk.list(folder)) {
    if (!file.startsWith(stem) || !/^[0-9]+\.jsonl$/u.test(file.slice(stem.length))) continue;
    const found = readRecording(join(folder, file), disk);
    if (found !== null) return withShared(found, cassettes, disk);
  }
  return null;
}

/** A faulted lane begins with turns of its clean lane. */
function withShared(own: Recording, cassettes: string, disk: LaneDisk): Recording {
  const { fork } = own.head;
  const clean = fork === null ? null : readRecording(toLanePath(cassettes, fork.lane), disk);
  if (fork === null || clean === null) return own;
  const shared = clean.attempts.filter(({ turn }) => turn < fork.turn);
  return { ...own, attempts: [...shared, ...own.attempts] };
}

function readRecording(path: string, disk: LaneDisk): Recording | null {
  const text = disk.read(path);
  if (text === null) return null;
  const head = parseHead(text);
  if (!head.ok) return null;
  const recording = parseRecording(text, head.value.lane);
  return recording.ok ? recording.value : null;
}
