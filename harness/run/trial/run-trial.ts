import type { AgentContext, AgentEnd, NextTools } from '../../core/suite/agent.ts';
import { CassetteMissError } from '../../core/talk/cassette.ts';
import type { Clock, TrialClock } from '../../core/trial/clock.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import { createRandom } from '../../core/random.ts';
import { RigError } from '../../core/rig-error.ts';
import type { Toolset } from '../../core/suite/tool.ts';
import type { ToolOffer } from '../../core/suite/tool-offer.ts';
import type { ReplayTier, TranscriptEvent } from '../../core/trial/transcript.ts';
import type { TrialOutcome, TrialRecord } from '../../core/trial/trial.ts';
import { createFaultPoint } from '../../boundary/fault/create-fault-point.ts';
import { createToolOffer } from '../../loop/offer/create-tool-offer.ts';
import { runReferenceLoop } from '../../loop/run-reference-loop.ts';
import {
  createToolBoundary,
  type TrialToolBoundary,
} from '../../boundary/tool/create-tool-boundary.ts';
import { mergeJson } from '../../json/merge-json.ts';
import { adaptToolset } from '../../schema/subset/adapt-toolset.ts';
import { createHistoryReader } from './create-history-reader.ts';
import { findLineFailure } from './find-line-failure.ts';
import { createSay } from './create-say.ts';
import { runOwnAgent } from './run-own-agent.ts';
import { readState } from './read-state.ts';
import { createTrialBackEnds, type TrialBackEnds } from './trial-back-ends.ts';
import { Transcript } from './transcript.ts';
import type { ModelSession, ModelSource, TrialJob, Unused } from '../plan/trial-job.ts';

/**
 * Runs one trial from the first user turn to the drained clock. Never throws for what a model or tool did,
 * nor for a missing recording: those are outcomes. An interruption is thrown on, and so is a disk that takes no recordings.
 */
export async function runTrial(
  job: TrialJob,
  source: ModelSource,
  signal: AbortSignal,
): Promise<TrialRecord> {
  const clock = source.createClock(job);
  const transcript = new Transcript(clock, (effect) => job.onLateEffect?.(job.lane, effect));
  const world = mergeJson(job.suite.world, job.scenario.world);
  const broken = new AbortController();
  const run: TrialRun = { source, clock, transcript, world, broken, signal, opened: {} };
  let outcome: TrialOutcome;
  try {
    outcome = await playTrial(job, run);
  } catch (error) {
    const { session, backEnds } = run.opened;
    await session?.abandon();
    if (signal.aborted || isFatal(error)) throw error;
    outcome = toBroken(job, backEnds?.failure() ?? error);
  } finally {
    await run.opened.backEnds?.dispose();
    transcript.close();
  }
  return {
    lane: job.lane,
    cluster: job.scenario.cluster,
    outcome,
    tier: worstTier(transcript.events),
    faults: [],
    ...toStreamed(run.opened.session),
    ...toWatched(transcript.events),
    events: transcript.events,
  };
}

/** What a trial has while it runs. */
interface TrialRun {
  readonly source: ModelSource;
  readonly clock: TrialClock;
  readonly transcript: Transcript;
  readonly world: Record<string, unknown>;
  /** Aborts, with the error, when the trial cannot go on. */
  readonly broken: AbortController;
  readonly signal: AbortSignal;
  /** What has to be ended, however the trial ends. */
  readonly opened: { session?: ModelSession; backEnds?: TrialBackEnds };
}

async function playTrial(job: TrialJob, run: TrialRun): Promise<TrialOutcome> {
  const { clock, transcript, world, broken, signal, opened } = run;
  const { first } = findToolsets(job);
  const backEnds = createTrialBackEnds(first, job, (error) => {
    broken.abort(error);
  });
  opened.backEnds = backEnds;
  const parts = await openParts(job, { ...run, backEnds });
  const { session } = parts;
  opened.session = session;
  const end = await runAgent(job, parts, { clock, transcript, signal, broken: broken.signal });
  throwFailure(backEnds.failure() ?? session.failure());
  // An aborted conversation is not a trial, so nothing of it may be sealed.
  signal.throwIfAborted();
  const wasCut = clock.isStopped;
  if (!wasCut) await drain(clock, transcript);
  throwFailure(backEnds.failure());
  parts.tools.noteUnsettled();
  if (!wasCut) noteUnused(job, session.unused?.() ?? null, transcript);
  emitEnd(job, { end, world }, transcript);
  const ownAgent = job.variant.agent !== null;
  const outcome = findLineFailure(end.stopReason, transcript.events, { ownAgent }) ?? {
    status: 'finished' as const,
    stopReason: end.stopReason,
  };
  // Where a clock on the wall cut a conversation, it would go another way in the replay.
  await (wasCut ? session.abandon() : session.finish(outcome));
  return outcome;
}

/** What made the trial invalid while the agent went on. */
function throwFailure(failure: RigError | null): void {
  if (failure !== null) throw failure;
}

function emitEnd(
  { suite, scenario }: TrialJob,
  { end, world }: { readonly end: AgentEnd; readonly world: Readonly<Record<string, unknown>> },
  transcript: Transcript,
): void {
  transcript.emit({ type: 'end', stopReason: end.stopReason, text: end.text });
  const state = readState(world, scenario.expected.state, suite.ignoreState);
  transcript.emit({ type: 'state', state });
}

function toStreamed(session: ModelSession | undefined): Pick<TrialRecord, 'streamed'> {
  return session?.streamed?.() === true ? { streamed: true } : {};
}

/** An agent that sent results which no boundary delivered ran its tools inside itself; only its model boundary was observed. */
function toWatched(events: readonly TranscriptEvent[]): Pick<TrialRecord, 'watched'> {
  const deliveries = events.filter((event) => event.type === 'delivery');
  const isInside = deliveries.length > 0 && deliveries.every(({ from }) => from === 'history');
  return isInside ? { watched: 'model' } : {};
}

/** Lets late effects happen. An agent or a tool that never rests is given up. */
async function drain(clock: TrialClock, transcript: Transcript): Promise<void> {
  await clock.drain();
  if (!clock.isStopped) return;
  const text = 'Something was still at work long after the conversation and was given up';
  transcript.emit({ type: 'guard', guard: 'drain', text });
}

/**
 * A script or a recording that was not played to its end says that the conversation went another way than it did when it
 * was written. Under faults that were not written with a script, that is no wonder.
 */
function noteUnused({ plan }: TrialJob, unused: Unused | null, transcript: Transcript): void {
  if (unused === null || unused.replies === 0) return;
  const { of, replies } = unused;
  if (of === 'script' && plan.faults.length > 0 && !plan.byHand) return;
  const what =
    of === 'script'
      ? replies === 1
        ? 'reply of the script was'
        : 'replies of the script were'
      : replies === 1
        ? 'recorded reply was'
        : 'recorded replies were';
  const text = `${replies} ${what} never asked for: the conversation ended before`;
  transcript.emit({ type: 'guard', guard: `${of}_unused`, text });
}

const tiers: readonly ReplayTier[] = ['exact', 'allowed', 'loose', 'position'];

function worstTier(events: readonly TranscriptEvent[]): ReplayTier | null {
  const seen = new Set(events.map((event) => (event.type === 'reply' ? event.tier : undefined)));
  return tiers.findLast((tier) => seen.has(tier)) ?? null;
}

interface TrialParts extends InForce {
  readonly session: ModelSession;
  readonly tools: TrialToolBoundary;
  readonly next?: NextTools;
}

/** The tools of a part of the conversation, and which of them are offered in each turn. */
interface InForce {
  readonly toolset: Toolset;
  readonly offer?: ToolOffer;
}

async function openParts(
  job: TrialJob,
  context: {
    readonly source: ModelSource;
    readonly clock: Clock;
    readonly transcript: Transcript;
    readonly world: Record<string, unknown>;
    readonly broken: AbortController;
    readonly backEnds: TrialBackEnds;
  },
): Promise<TrialParts> {
  const { clock, transcript, backEnds } = context;
  const variant = job.variant.recordedAs ?? job.lane.variant;
  const seed = toLaneId({ ...job.lane, variant, plan: 'any' });
  const faults = createFaultPoint(job.plan, { seed });
  const first = toInForce(job, backEnds.toolset);
  const second = findToolsets(job).second;
  const then = second === null ? null : toInForce(job, backEnds.serve(second.toolset));
  const { toolset } = first;
  const tools = createToolBoundary({
    toolset,
    world: context.world,
    session: job.scenario.session,
    human: job.scenario.human,
    identity: job.suite.identity,
    settings: job.variant.settings,
    clock,
    random: createRandom(seed),
    faults,
    sink: transcript,
    trialId: seed,
  });
  const history = createHistoryReader(transcript);
  const session = await context.source.open(job, {
    clock,
    transcript,
    faults,
    onRequest: (request) => {
      if (job.variant.remote !== undefined) history.read(request);
    },
    hasBackEnds: [...toolset.tools, ...(then?.toolset.tools ?? [])].some(
      ({ backEnd }) => backEnd !== undefined,
    ),
    onReply: (turn, calls) => {
      if (job.variant.agent !== null) tools.hear(turn, calls);
      history.hear(turn, calls);
    },
    onFailure: (error) => {
      context.broken.abort(error);
    },
  });
  if (session.served !== undefined) backEnds.connect(session.served);
  const parts = { session, tools, ...first };
  if (second === null || then === null) return parts;
  return { ...parts, next: toNext(then, second, { tools, transcript }) };
}

function toNext(
  then: InForce,
  { turn, toolset }: LaterToolset,
  { tools, transcript }: { readonly tools: TrialToolBoundary; readonly transcript: Transcript },
): NextTools {
  return {
    turn,
    begin: () => {
      tools.switchTo(then.toolset);
      transcript.emit({ type: 'toolset', toolset: toolset.id });
      return then;
    },
  };
}

function toInForce({ variant, scenario, suite }: TrialJob, toolset: Toolset): InForce {
  if (variant.agent !== null) return { toolset };
  const chosen = createToolOffer({
    toolset,
    settings: variant.settings,
    session: scenario.session,
    routers: suite.routers ?? {},
  });
  return chosen ?? { toolset };
}

async function runAgent(
  job: TrialJob,
  parts: TrialParts,
  run: {
    readonly clock: TrialClock;
    readonly transcript: Transcript;
    readonly signal: AbortSignal;
    readonly broken: AbortSignal;
  },
): Promise<AgentEnd> {
  const { scenario, variant, suite } = job;
  const model = suite.models.find((candidate) => candidate.name === variant.model);
  const context: AgentContext = {
    model: parts.session.model,
    tools: parts.tools,
    fetch: parts.session.fetch,
    toolset: parts.toolset,
    ...(parts.offer === undefined ? {} : { offer: parts.offer }),
    ...(parts.next === undefined ? {} : { next: parts.next }),
    clock: run.clock,
    sink: run.transcript,
    signal: run.signal,
    settings: variant.settings,
    modelName: model?.kind === 'openai' ? model.model : variant.model,
    params: variant.params,
    ...(model?.api === undefined ? {} : { api: model.api }),
    systemPrompt: variant.systemPrompt,
    history: scenario.history,
    session: scenario.session,
    turns: scenario.turns,
    say: createSay(scenario.turns),
  };
  if (variant.agent === null) return await runReferenceLoop(context);
  const { clock, transcript, broken } = run;
  return await runOwnAgent(variant.agent, context, { clock, events: transcript.events, broken });
}

interface LaterToolset {
  readonly turn: number;
  readonly toolset: Toolset;
}

/** The toolset that a conversation begins with, and where it is switched, the other. */
function findToolsets(job: TrialJob): {
  readonly first: Toolset;
  readonly second: LaterToolset | null;
} {
  const made = job.suite.toolsets.find(({ id }) => id === job.variant.toolset)?.switch;
  if (made === undefined) return { first: findToolset(job, job.variant.toolset), second: null };
  const { from, to, turn } = made;
  return { first: findToolset(job, from), second: { turn, toolset: findToolset(job, to) } };
}

function findToolset(job: TrialJob, id: string): Toolset {
  const toolset = job.suite.toolsets.find((candidate) => candidate.id === id);
  if (toolset === undefined) {
    throw new RigError(
      'TOOLSET_UNKNOWN',
      `Cannot run variant "${job.variant.name}": the suite has no toolset "${id}"`,
    );
  }
  const { schemas } = job.suite.models.find(({ name }) => name === job.variant.model) ?? {};
  const isAdapted = schemas !== undefined && job.variant.agent === null;
  return isAdapted ? adaptToolset(toolset, schemas) : toolset;
}

/** No trial could be recorded any more, or nothing more may be sent: the run is over. */
function isFatal(error: unknown): boolean {
  const codes = ['CASSETTE_UNWRITABLE', 'CASSETTE_DISK_FULL', 'SPEND_LIMIT'];
  return error instanceof RigError && codes.includes(error.code);
}

/** A script that ends where a fault of a preset calls for more says nothing about anyone. */
function toBroken({ plan }: TrialJob, error: unknown): TrialOutcome {
  const isForeign = plan.faults.length > 0 && !plan.byHand;
  const isOver = error instanceof RigError && error.code === 'SCRIPT_EXHAUSTED';
  if (!isForeign || !isOver) return toInvalid(error);
  const cause = `The script has no reply for what the fault brought about: ${error.message}`;
  return { status: 'skipped', code: 'script_ended', cause };
}

function toInvalid(error: unknown): TrialOutcome {
  if (error instanceof CassetteMissError) {
    const detail = error.differences.map(
      (part) =>
        `${part.part}: recorded ${part.recorded ?? 'nothing'}, now ${part.now ?? 'nothing'}`,
    );
    return { status: 'invalid', code: `cassette_${error.reason}`, cause: error.message, detail };
  }
  if (error instanceof RigError) {
    return { status: 'invalid', code: error.code.toLowerCase(), cause: error.message, detail: [] };
  }
  const cause = error instanceof Error ? error.message : String(error);
  return { status: 'invalid', code: 'harness_error', cause, detail: [] };
}
