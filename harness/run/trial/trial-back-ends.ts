import { toLaneId } from '../../core/suite/lane.ts';
import type { JsonObject } from '../../json/json.ts';
import { exactText } from '../../json/exact-arguments.ts';
import { RigError } from '../../core/rig-error.ts';
import type { Variant } from '../../core/suite/suite.ts';
import type { BackEnd, OpenBackEnd, Tool, ToolContext, Toolset } from '../../core/suite/tool.ts';
import type { LanePlayer, ServedLine } from '../../core/talk/cassette.ts';
import { HandlerOutcome, type ToolOutcome } from '../../core/trial/tool-outcome.ts';
import { toOutcome, toThrownOutcome } from '../../boundary/tool/deliver/to-outcome.ts';
import { toolText } from '../../boundary/tool/deliver/tool-text.ts';
import type { TrialJob } from '../plan/trial-job.ts';

/** Where the answers of live back ends come from in one trial, and where they go. */
export interface ServedAnswers {
  /** Gives the recorded answer; `null`: the real service is asked. */
  readonly play:
    | ((...call: Parameters<LanePlayer['serve']>) => Promise<ServedLine> | ServedLine)
    | null;
  /** Records a real answer; `null` where nothing is recorded. */
  readonly record: ((line: ServedLine) => void) | null;
}

/** The live back ends of one trial: behind the faults, in front of the real services. */
export interface TrialBackEnds {
  /** The toolset with handlers that ask the recording or the service. */
  readonly toolset: Toolset;
  /** Another toolset of the trial with such handlers. */
  serve(toolset: Toolset): Toolset;
  /** Says where answers come from; called before the first call is delivered. */
  connect(answers: ServedAnswers): void;
  /** What makes the trial invalid: a miss, or a service that is gone; `null` when nothing does. */
  failure(): RigError | null;
  /** Ends what was opened. Never throws: a service that does not end well says nothing of the trial. */
  dispose(): Promise<void>;
}

/** Makes the back ends of a trial. A toolset without any is given back as it is. */
export function createTrialBackEnds(
  toolset: Toolset,
  { lane, variant }: Pick<TrialJob, 'lane'> & { readonly variant: Pick<Variant, 'settings'> },
  onFailure: (error: RigError) => void,
): TrialBackEnds {
  const services = new Services(toLaneId(lane), variant.settings.guards.toolTimeoutMs);
  let answers: ServedAnswers = { play: null, record: null };
  let failure: RigError | null = null;
  const ask = async (tool: Tool, args: JsonObject, context: ToolContext): Promise<ToolOutcome> => {
    try {
      if (answers.play !== null) return toServedOutcome(await answers.play(tool.name, args));
      const outcome = await services.ask(tool, args, context);
      answers.record?.(toServedLine(tool.name, args, outcome));
      return outcome;
    } catch (error) {
      if (!(error instanceof RigError)) throw error;
      failure ??= error;
      onFailure(error);
      throw error;
    }
  };
  const serve = (given: Toolset): Toolset =>
    given.tools.some(({ backEnd }) => backEnd !== undefined)
      ? { ...given, tools: given.tools.map((one) => toServed(one, ask)) }
      : given;
  return {
    toolset: serve(toolset),
    serve,
    connect: (given) => {
      answers = given;
    },
    failure: () => failure,
    dispose: async () => {
      await services.dispose();
    },
  };
}

type Ask = (tool: Tool, args: JsonObject, context: ToolContext) => Promise<ToolOutcome>;

function toServed(tool: Tool, ask: Ask): Tool {
  if (tool.backEnd === undefined) return tool;
  return {
    ...tool,
    handler: async (args, context) => {
      const outcome = await ask(tool, args, context);
      if (tool.effect !== 'read' && outcome.status === 'success') enterEffect(tool, args, context);
      return new HandlerOutcome(outcome);
    },
  };
}

/** A success of a live write is taken for its effect only where the suite says so. */
function enterEffect({ effectKey }: Tool, args: JsonObject, context: ToolContext): void {
  if (effectKey === undefined) context.noEffect();
  else context.effect(effectKey.map((name) => exactText(args, name)).join('/'));
}

/** The services that a trial has opened, each once. */
class Services {
  readonly #lane: string;
  readonly #timeoutMs: number;
  readonly #over = new AbortController();
  readonly #open = new Map<BackEnd, Promise<OpenBackEnd>>();

  constructor(lane: string, timeoutMs: number) {
    this.#lane = lane;
    this.#timeoutMs = timeoutMs;
  }

  async ask(tool: Tool, args: JsonObject, context: ToolContext): Promise<ToolOutcome> {
    const { backEnd, name } = tool;
    // Only tools with a back end are asked here.
    if (backEnd === undefined) throw new Error(`"${name}" has no back end`);
    const { tools } = await this.#find(backEnd);
    const handler = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (handler === undefined) {
      const known = Object.keys(tools).sort().join(', ') || 'none';
      throw new RigError(
        'BACK_END_WITHOUT_TOOL',
        `Cannot run "${name}": its back end has no such tool, it has ${known}`,
      );
    }
    try {
      return toOutcome(await handler(args, context), tool);
    } catch (error) {
      // The call was abandoned: a replay reports it in the same words.
      if (context.signal.aborted) {
        const error = toolText.timeout(tool, tool.timeoutMs ?? this.#timeoutMs, false);
        return { status: 'timeout', error };
      }
      return toThrownOutcome(error, tool);
    }
  }

  async #find(backEnd: BackEnd): Promise<OpenBackEnd> {
    const known = this.#open.get(backEnd);
    if (known !== undefined) return await known;
    const opened = this.#start(backEnd);
    this.#open.set(backEnd, opened);
    return await opened;
  }

  async #start(backEnd: BackEnd): Promise<OpenBackEnd> {
    try {
      return await backEnd({ lane: this.#lane, signal: this.#over.signal });
    } catch (error) {
      if (error instanceof RigError) throw error;
      const why = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
      throw new RigError('BACK_END_UNREACHABLE', `Cannot open the back end of a trial: ${why}`);
    }
  }

  async dispose(): Promise<void> {
    this.#over.abort();
    for (const opened of this.#open.values()) {
      try {
        await (await opened).dispose?.();
      } catch {
        // It could not be opened, or did not end well: the trial has been said what there is to say of it.
      }
    }
  }
}

function toServedLine(tool: string, args: JsonObject, outcome: ToolOutcome): ServedLine {
  return {
    tool,
    arguments: args,
    status: outcome.status,
    value: 'value' in outcome ? outcome.value : null,
    error: 'error' in outcome ? outcome.error : null,
    ...(outcome.status === 'empty' ? { meaning: outcome.meaning } : {}),
  };
}

function toServedOutcome({ status, value, error, meaning }: ServedLine): ToolOutcome {
  if (status === 'success') return { status, value };
  if (status === 'empty') return { status, value, meaning: meaning ?? '' };
  return {
    status,
    error: error ?? {
      kind: 'failed',
      message: 'The recorded answer has no error',
      retryable: false,
      recoverable: false,
    },
  };
}
