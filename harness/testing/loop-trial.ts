import type { AgentContext, AgentEnd } from '../core/suite/agent.ts';
import type { ChatMessage, ChatParams } from '../core/talk/chat.ts';
import type { FaultPoint, ToolStrike } from '../core/suite/fault.ts';
import type { JsonObject } from '../json/json.ts';
import { referenceLoop, type LoopSettings } from '../core/suite/loop-settings.ts';
import type { Router } from '../core/suite/router.ts';
import { createToolOffer } from '../loop/offer/create-tool-offer.ts';
import { createRandom, type Random } from '../core/random.ts';
import type { ToolBoundary } from '../core/trial/tool-boundary.ts';
import type { Tool, Toolset, WorldState } from '../core/suite/tool.ts';
import { VirtualClock } from '../run/clock/virtual-clock.ts';
import { ScriptedModel, type ScriptedAnswer } from './fake-model.ts';
import { RecordingSink } from './recording-sink.ts';
import { createSay } from '../run/trial/create-say.ts';

/** What a trial with fakes around it starts from; everything has a default but the tools and the script. */
export interface LoopTrialSetup {
  readonly tools: readonly Tool[];
  readonly script: readonly ScriptedAnswer[];
  /** The last answer stays. */
  readonly forever?: boolean;
  readonly settings?: LoopSettings;
  readonly turns?: readonly string[];
  readonly world?: WorldState;
  readonly session?: JsonObject;
  readonly human?: readonly ('approve' | 'deny' | 'silent')[];
  readonly identity?: readonly string[];
  readonly params?: ChatParams;
  readonly systemPrompt?: string | null;
  readonly history?: readonly ChatMessage[];
  readonly signal?: AbortSignal;
  readonly routers?: Readonly<Record<string, Router>>;
  /** Strikes by `tool#n`, the nth delivery, or `tool#*`. */
  readonly strikes?: Readonly<Record<string, ToolStrike>>;
}

/** What a tool boundary is made of. */
export interface BoundaryParts {
  readonly toolset: Toolset;
  readonly world: WorldState;
  readonly session: JsonObject;
  readonly human: readonly ('approve' | 'deny' | 'silent')[];
  readonly identity: readonly string[];
  readonly settings: LoopSettings;
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly faults: FaultPoint;
  readonly sink: RecordingSink;
}

/** A finished trial. */
export interface LoopTrial<Tools> {
  readonly end: AgentEnd;
  readonly sink: RecordingSink;
  readonly model: ScriptedModel;
  readonly tools: Tools;
  readonly clock: VirtualClock;
}

/** Runs an agent between a scripted model and a real tool boundary, and drains the clock. */
export async function runLoopTrial<Tools extends ToolBoundary>(
  by: {
    readonly agent: (context: AgentContext) => Promise<AgentEnd>;
    readonly createTools: (parts: BoundaryParts) => Tools;
  },
  setup: LoopTrialSetup,
): Promise<LoopTrial<Tools>> {
  const plain = toParts(setup);
  const { clock, sink, settings, session } = plain;
  const chosen = createToolOffer({ ...plain, routers: setup.routers ?? {} });
  const toolset = chosen?.toolset ?? plain.toolset;
  const tools = by.createTools({ ...plain, toolset });
  const model = new ScriptedModel(setup.script, { sink, forever: setup.forever ?? false });
  const turns = setup.turns ?? ['Please do it'];
  const end = await by.agent({
    model,
    tools,
    fetch: () => Promise.reject(new Error('No network in a fake trial')),
    toolset,
    ...(chosen === null ? {} : { offer: chosen.offer }),
    clock,
    sink,
    signal: setup.signal ?? new AbortController().signal,
    settings,
    modelName: 'fake',
    params: setup.params ?? {},
    systemPrompt: setup.systemPrompt ?? null,
    history: setup.history ?? [],
    session,
    turns,
    say: createSay(turns),
  });
  await clock.drain();
  return { end, sink, model, tools, clock };
}

/** The parts of a tool boundary for a setup. */
export function toParts(setup: Omit<LoopTrialSetup, 'script'>): BoundaryParts {
  return {
    toolset: { id: 'fake@1', tools: setup.tools },
    world: setup.world ?? {},
    session: setup.session ?? {},
    human: setup.human ?? [],
    identity: setup.identity ?? [],
    settings: setup.settings ?? referenceLoop,
    clock: new VirtualClock(),
    random: createRandom('fake'),
    faults: createStrikes(setup.strikes ?? {}),
    sink: new RecordingSink(),
  };
}

function createStrikes(strikes: Readonly<Record<string, ToolStrike>>): FaultPoint {
  const counts = new Map<string, number>();
  return {
    atModel: () => [],
    atTool: (tool) => {
      const count = (counts.get(tool) ?? 0) + 1;
      counts.set(tool, count);
      return [strikes[`${tool}#${count}`], strikes[`${tool}#*`]].filter(
        (strike) => strike !== undefined,
      );
    },
  };
}
