import { createModelBoundary } from '../../boundary/model/create-model-boundary.ts';
import { RigError } from '../../core/rig-error.ts';
import type { RunMode } from '../../core/run.ts';
import { type Lane, toLaneId } from '../../core/suite/lane.ts';
import type { ModelSpec } from '../../core/suite/suite.ts';
import {
  CassetteMissError,
  type CassetteStore,
  type LanePlayer,
  type LaneRecorder,
} from '../../core/talk/cassette.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { Provider } from '../../core/talk/model.ts';
import type { Clock, TrialClock } from '../../core/trial/clock.ts';
import { createForwardProvider } from '../../model/create-forward-provider.ts';
import { createOpenAiProvider } from '../../model/create-open-ai-provider.ts';
import { createResponderProvider } from '../../model/create-responder-provider.ts';
import { createScriptProvider } from '../../model/create-script-provider.ts';
import type { Pacer } from '../../model/pace/create-pacer.ts';
import { findKey, toBaseUrl } from '../access/check-access.ts';
import type { ModelAccess } from '../access/model-access.ts';
import { LiveClock, RealClock } from '../clock/live-clock.ts';
import { VirtualClock } from '../clock/virtual-clock.ts';
import type {
  ModelSession,
  ModelSource,
  SessionParts,
  TrialJob,
  Unused,
} from '../plan/trial-job.ts';
import type { LiveForks } from '../recording/live-forks.ts';
import { refuseLossyRecording } from '../recording/refuse-lossy-recording.ts';
import type { ServedAnswers } from './trial-back-ends.ts';
import type { SpendMeter } from '../spend/spend-meter.ts';
import type { JsonObject } from '../../json/json.ts';
import { createToolLines } from './create-tool-lines.ts';

/** What a model source is made of. */
export interface ModelSourceOptions {
  readonly mode: RunMode;
  /** `null` in live mode. */
  readonly cassettes: CassetteStore | null;
  readonly models: readonly ModelSpec[];
  readonly access: ModelAccess;
  /** Record only lanes that have no recording yet. */
  readonly keepRecorded: boolean;
  /** With `keepRecorded`: a recorded lane that misses is recorded again. */
  readonly renewStale?: boolean;
  /** Called for every miss, so that many misses can be reported as one cause. */
  readonly onMiss: (miss: CassetteMissError) => void;
  /** Called for every lane that is answered by its recording. */
  readonly onPlay?: (lane: Lane) => void;
  /** What really answers, instead of what the model names. */
  readonly createProvider?: (model: ModelSpec, job: TrialJob) => Provider;
  readonly createClock?: () => TrialClock;
  /** Counts what is sent, and ends the run at its limit. */
  readonly meter?: SpendMeter;
  /** What faulted trials of a live run share with their clean ones. */
  readonly forks?: LiveForks | null;
  /** Called for every answer that a faulted trial takes from its clean one. */
  readonly onShared?: (model: ModelSpec) => void;
  /** Keeps what is sent within what endpoints accept. */
  readonly pacer?: Pacer;
}

/** Opens the model side of trials: scripted models answer by themselves, all others by mode. */
export function createModelSource(options: ModelSourceOptions): ModelSource {
  const stale = new Set<string>();
  const isRenewing = options.keepRecorded && options.renewStale === true;
  const own: SourceState = {
    options: isRenewing ? { ...options, onMiss: (miss) => void stale.add(miss.lane) } : options,
    stale,
  };
  return {
    createClock: (job) =>
      options.createClock?.() ?? createClock(findModel(options.models, job), options.mode),
    open: async (job, parts) => await openSession(job, parts, own),
    again: (job) => isRenewing && stale.has(toLaneId(job.lane)),
    endGroup: (clean) => options.forks?.forget(clean),
  };
}

interface SourceState {
  readonly options: ModelSourceOptions;
  /** Lanes whose recordings did not answer and are to be recorded again. */
  readonly stale: ReadonlySet<string>;
}

async function openSession(
  job: TrialJob,
  parts: SessionParts,
  state: SourceState,
): Promise<ModelSession> {
  const model = findModel(state.options.models, job);
  const line = await openLine(job, model, {
    ...state,
    clock: parts.clock,
    hasBackEnds: parts.hasBackEnds === true,
  });
  const { guards } = job.variant.settings;
  const boundary = createModelBoundary({
    provider: line.provider,
    player: line.isOfModel ? line.player : null,
    recorder: line.isOfModel ? line.recorder : null,
    faults: parts.faults,
    clock: parts.clock,
    sink: parts.transcript,
    timeouts: { modelTimeoutMs: guards.modelTimeoutMs },
    tellUsers: job.variant.agent !== null,
    onRequest: parts.onRequest,
    onReply: (turn, reply) => {
      parts.onReply(turn, reply.calls);
    },
    onFailure: parts.onFailure,
  });
  const toToolLine = createToolLines();
  parts.transcript.listen((event) => {
    const tool = toToolLine(event);
    if (tool === null) return;
    line.player?.compareTool(tool);
    line.recorder?.recordTool(tool);
  });
  return {
    model: boundary,
    fetch: boundary.fetch,
    ...(line.served === null ? {} : { served: line.served }),
    failure: () => boundary.failure(),
    streamed: () => boundary.streamed(),
    unused: () => countUnused(line),
    finish: async (outcome) => {
      if (outcome.status === 'finished') {
        const replayed = line.recorder?.replayChanges() ?? null;
        const { events } = parts.transcript;
        if (replayed !== null) refuseLossyRecording(job, { outcome, events, replayed });
        await line.recorder?.seal({ stopReason: outcome.stopReason });
      } else {
        await line.recorder?.abandon();
      }
    },
    abandon: async () => {
      await line.recorder?.abandon();
    },
  };
}

interface Line {
  readonly provider: Provider | null;
  readonly player: LanePlayer | null;
  readonly recorder: LaneRecorder | null;
  /** Recording and player are of the model too; else only of the live back ends behind its tools. */
  readonly isOfModel: boolean;
  /** Answers of live back ends; `null` where they are not recorded, or there are none. */
  readonly served: ServedAnswers | null;
}

function countUnused({ provider, player, isOfModel }: Line): Unused | null {
  if (player !== null && isOfModel) return { of: 'recording', replies: player.unconsumed() };
  const replies = provider?.unused?.();
  return replies === undefined ? null : { of: 'script', replies };
}

async function openLine(
  job: TrialJob,
  model: ModelSpec,
  {
    options,
    stale,
    clock,
    hasBackEnds,
  }: SourceState & { readonly clock: Clock; readonly hasBackEnds: boolean },
): Promise<Line> {
  const provide = (): Provider => toProvider(job, model, { options, clock });
  const { cassettes } = options;
  const lane = toRecordedLane(job);
  const isOfModel = model.kind === 'openai';
  const isRecorded = isOfModel || hasBackEnds;
  if (!isRecorded || options.mode === 'live' || cassettes === null) {
    const recorder = await openFork(job, model, options);
    return { provider: provide(), player: null, recorder, isOfModel, served: null };
  }
  const isKept =
    options.keepRecorded && !stale.has(toLaneId(job.lane)) && (await cassettes.has(lane));
  const open = async (): Promise<LanePlayer> => {
    options.onPlay?.(lane);
    return await openPlayer(lane, cassettes, options.onMiss);
  };
  if (options.mode === 'replay' || isKept) {
    const player = isOfModel ? await open() : null;
    const served = { play: createServing(player, open), record: null };
    return { provider: isOfModel ? null : provide(), player, recorder: null, isOfModel, served };
  }
  const recorder = countShared(await cassettes.recorder(job.lane, toSource(model)), model, options);
  const served: ServedAnswers = {
    play: null,
    record: (line) => {
      recorder.recordServed(line);
    },
  };
  return { provider: provide(), player: null, recorder, isOfModel, served };
}

/** What a live trial shares; `null` where no faulted trial could. */
async function openFork(
  job: TrialJob,
  model: ModelSpec,
  options: ModelSourceOptions,
): Promise<LaneRecorder | null> {
  const { forks = null } = options;
  if (forks === null || model.kind !== 'openai') return null;
  return countShared(await forks.recorder(job.lane, toSource(model)), model, options);
}

function toSource({ name, nature, about }: ModelSpec): JsonObject {
  return { model: name, nature, about };
}

function countShared(
  recorder: LaneRecorder,
  model: ModelSpec,
  { onShared }: ModelSourceOptions,
): LaneRecorder {
  if (onShared === undefined) return recorder;
  return {
    ...recorder,
    shared: (request, position) => {
      const exchange = recorder.shared(request, position);
      if (exchange !== null) onShared(model);
      return exchange;
    },
  };
}

/** A scripted model needs no recording: that of its back ends is opened when the first of them is asked. */
function createServing(
  given: LanePlayer | null,
  open: () => Promise<LanePlayer>,
): ServedAnswers['play'] {
  let opened = given === null ? null : Promise.resolve(given);
  return async (tool, args) => {
    opened ??= open();
    return (await opened).serve(tool, args);
  };
}

function toProvider(
  job: TrialJob,
  model: ModelSpec,
  { options, clock }: { readonly options: ModelSourceOptions; readonly clock: Clock },
): Provider {
  // Requests to a provider take real time, regardless of the trial's clock.
  const reach = { access: options.access, clock: new RealClock() };
  if (model.kind !== 'openai') return createProvider(model, job, reach);
  const open = options.createProvider?.(model, job) ?? createProvider(model, job, reach);
  const provider = clock instanceof LiveClock ? paceProvider(open, clock) : open;
  const { meter, pacer } = options;
  const counted = meter === undefined ? provider : meter.watch(provider, model);
  if (pacer === undefined) return counted;
  const maxWaitMs = job.variant.settings.guards.deadlineMs;
  return pacer.watch(counted, { endpoint: toBaseUrl(model, options.access), maxWaitMs });
}

/** The lane whose recording answers a trial. */
function toRecordedLane({ lane, variant }: TrialJob): Lane {
  return variant.recordedAs === undefined ? lane : { ...lane, variant: variant.recordedAs };
}

async function openPlayer(
  lane: Lane,
  cassettes: CassetteStore,
  onMiss: ModelSourceOptions['onMiss'],
): Promise<LanePlayer> {
  const reportMiss = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (error instanceof CassetteMissError) onMiss(error);
      throw error;
    }
  };
  try {
    const player = await cassettes.player(lane);
    return {
      play: (request, position) => reportMiss(() => player.play(request, position)),
      serve: (tool, args) => reportMiss(() => player.serve(tool, args)),
      side: (request) => reportMiss(() => player.side(request)),
      compareTool: (line) => {
        player.compareTool(line);
      },
      unconsumed: () => player.unconsumed(),
    };
  } catch (error) {
    if (error instanceof CassetteMissError) onMiss(error);
    throw error;
  }
}

/** Only a real model has times worth measuring, and limits that have to be waited out in real time. */
function createClock(model: ModelSpec, mode: RunMode): TrialClock {
  const isReal = model.kind === 'openai' && model.nature === 'real' && mode !== 'replay';
  return isReal ? new LiveClock(new RealClock()) : new VirtualClock();
}

function findModel(models: readonly ModelSpec[], job: TrialJob): ModelSpec {
  const model = models.find((candidate) => candidate.name === job.variant.model);
  if (model === undefined) {
    throw new RigError(
      'MODEL_UNKNOWN',
      `Cannot run variant "${job.variant.name}": the suite has no model "${job.variant.model}"`,
    );
  }
  return model;
}

/** Makes the waits between an error of a real provider and the next request to it real ones. */
function paceProvider(provider: Provider, clock: LiveClock): Provider {
  return {
    ...provider,
    send: async (request, position, signal) => {
      clock.oweWait(false);
      const exchange = await provider.send(request, position, signal);
      clock.oweWait(isRefusal(exchange));
      return exchange;
    },
  };
}

function isRefusal({ status, end }: Exchange): boolean {
  return status === 0 || status >= 400 || end !== 'complete';
}

/**
 * Makes what really answers for one trial.
 *
 * @throws UsageError when a model past this machine has no key.
 */
function createProvider(
  model: ModelSpec,
  job: TrialJob,
  { access, clock }: { readonly access: ModelAccess; readonly clock: Clock },
): Provider {
  switch (model.kind) {
    case 'script':
      return createScriptProvider(job.scenario.script ?? model.replies, {
        underFaults: job.plan.faults.length > 0 && !job.plan.byHand,
      });
    case 'responder':
      return createResponderProvider(model.respond);
    case 'openai': {
      const baseUrl = toBaseUrl(model, access);
      const apiKey = findKey(model, access);
      const line = {
        baseUrl,
        clock,
        timeouts: { modelTimeoutMs: job.variant.settings.guards.modelTimeoutMs },
        times: model.nature === 'real' ? 'measured' : 'fixed',
      } as const;
      const bySdk = createOpenAiProvider({ ...line, apiKey: apiKey ?? 'none' });
      if (job.variant.agent === null) return bySdk;
      return createForwardProvider({ ...line, apiKey, otherwise: bySdk });
    }
  }
}
