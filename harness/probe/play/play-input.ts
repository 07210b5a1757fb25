import { tellOutcome } from '../../boundary/tool/deliver/tell-outcome.ts';
import {
  createToolBoundary,
  type TrialToolBoundary,
} from '../../boundary/tool/create-tool-boundary.ts';
import { RigError } from '../../core/rig-error.ts';
import { toThrownOutcome } from '../../boundary/tool/deliver/to-outcome.ts';
import { createRandom } from '../../core/random.ts';
import type { LoopSettings } from '../../core/suite/loop-settings.ts';
import type { Tool, Toolset } from '../../core/suite/tool.ts';
import type { JudgedCall, JudgeStage } from '../../core/talk/call.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import type { ToolOutcome, ToolResultStatus } from '../../core/trial/tool-outcome.ts';
import type { EventBody } from '../../core/trial/transcript.ts';
import { isJsonObject } from '../../json/json.ts';
import { mergeJson } from '../../json/merge-json.ts';
import { VirtualClock } from '../../run/clock/virtual-clock.ts';
import type { ProbeInput } from '../input/probe-input.ts';
import type { ProbeContext, WorldLook } from './probe-context.ts';
import { toWorldText } from './world-text.ts';

/** What one call of a battery came to. */
export interface Attempt {
  /** `held`: the tool boundary objected, and a loop that checks holds the call back. `not_struck`: a real service was spared. */
  readonly status: ToolResultStatus | 'held' | 'not_struck';
  readonly caughtBy: JudgeStage | null;
  readonly error: ToolError | null;
  /** What a model is shown. */
  readonly shown: string;
  /** Guards that spoke up, such as `handler_threw`. */
  readonly guards: readonly { readonly guard: string; readonly text: string }[];
  /** Whether the world changed; `null` where it cannot be seen. */
  readonly changed: boolean | null;
  /** Effects that were entered in the ledger. */
  readonly effects: number;
  /** Whether records of others changed. */
  readonly foreignChanged: boolean;
  /** Whether a preview before it changed the world. */
  readonly previewChanged: boolean;
}

/** A call made twice in one world of its own. */
export interface Play {
  readonly input: ProbeInput;
  readonly context: ProbeContext;
  readonly first: Attempt;
  readonly second: Attempt;
}

/** What a battery is played on. */
export interface ProbeBench {
  readonly tool: Tool;
  readonly toolset: Toolset;
  readonly identity: readonly string[];
  readonly ignoreState: readonly string[];
  readonly settings: LoopSettings;
  /** Calls are delivered; not so for real services that were not allowed. */
  readonly delivers: boolean;
  /** The world is the tool's own; not so for real services. */
  readonly seesWorld: boolean;
  /** Deliver what the tool boundary objects to as well. */
  readonly unchecked: boolean;
}

const noFaults = { atModel: () => [], atTool: () => [] } as const;

/** Makes a call twice in a fresh copy of a world. Previews are confirmed, and a person who is asked agrees. */
export async function playInput(
  bench: ProbeBench,
  input: ProbeInput,
  context: ProbeContext,
): Promise<Play> {
  const player = new Player(bench, context);
  const first = await player.attempt(input);
  return { input, context, first, second: await player.attempt(input) };
}

class Player {
  readonly #bench: ProbeBench;
  readonly #context: ProbeContext;
  readonly #world: Record<string, unknown>;
  readonly #clock = new VirtualClock();
  readonly #tools: TrialToolBoundary;
  #guards: { guard: string; text: string }[] = [];
  #last: Look;
  #events = 0;
  #turn = 0;

  constructor(bench: ProbeBench, context: ProbeContext) {
    this.#bench = bench;
    this.#context = context;
    this.#world = mergeJson(context.world, {});
    this.#last = { ...context.fresh, effects: 0 };
    const { settings, toolset, identity } = bench;
    this.#tools = createToolBoundary({
      toolset,
      world: this.#world,
      session: context.session,
      human: ['approve'],
      identity,
      settings: { ...settings, guards: { ...settings.guards, calls: 0, callsPerMinute: 0 } },
      clock: this.#clock,
      random: createRandom('probe'),
      faults: noFaults,
      sink: { emit: (body) => this.#emit(body) },
      trialId: 'probe',
    });
  }

  async attempt(input: ProbeInput): Promise<Attempt> {
    this.#guards = [];
    const before = this.#last;
    const call = this.#judge(input.argumentsText);
    const isHeld = call.error !== null && !(this.#bench.unchecked && isReadable(call));
    const judged = { caughtBy: call.caughtBy, error: call.error };
    if (isHeld) return this.#toAttempt({ ...judged, status: 'held' }, before, false);
    if (!this.#bench.delivers) {
      return this.#toAttempt({ ...judged, status: 'not_struck' }, before, false);
    }
    if (call.confirm !== 'preview') {
      return this.#toAttempt(await this.#deliver(call), before, false);
    }
    const preview = await this.#deliver(call);
    const previewed = this.#look();
    const previewChanged = previewed.text !== before.text;
    const token = readConfirmToken(preview.value);
    if (token === null) return this.#toAttempt(preview, previewed, previewChanged);
    const commit = this.#judge(withToken(input.argumentsText, token));
    if (commit.error !== null) {
      const { caughtBy, error } = commit;
      return this.#toAttempt({ caughtBy, error, status: 'held' }, previewed, previewChanged);
    }
    return this.#toAttempt(await this.#deliver(commit), previewed, previewChanged);
  }

  #judge(argumentsText: string): JudgedCall {
    this.#turn += 1;
    const said = { id: `probe-${this.#turn}`, name: this.#bench.tool.name, argumentsText };
    const [call] = this.#tools.judge(this.#turn, [said]);
    // One call was handed in, and each is judged.
    if (call === undefined) throw new Error(`The call of "${said.name}" was not judged`);
    return call;
  }

  async #deliver(call: JudgedCall): Promise<Ended> {
    const { tool, settings } = this.#bench;
    if (call.confirm === 'needs_human') this.#tools.askHuman(call);
    try {
      const { outcome } = await this.#tools.deliver(call, {
        idempotencyKey: null,
        timeoutMs: tool.timeoutMs ?? settings.guards.toolTimeoutMs,
        signal: new AbortController().signal,
      });
      await this.#clock.drain();
      return { caughtBy: call.caughtBy, ...toEnded(outcome) };
    } catch (error) {
      // A real service that broke; the service of the battery keeps the reason.
      if (!(error instanceof RigError)) throw error;
      return { caughtBy: null, ...toEnded(toThrownOutcome(new Error(error.message), tool)) };
    }
  }

  #toAttempt(ended: Ended, before: Look, previewChanged: boolean): Attempt {
    const after =
      ended.status === 'held' || ended.status === 'not_struck' ? this.#last : this.#look();
    const { tool } = this.#bench;
    const { outcome, status, caughtBy, error } = ended;
    const told = outcome ?? (error === null ? null : ({ status: 'error', error } as const));
    const shown =
      told === null
        ? ''
        : toText(tellOutcome(told, tool, { errors: 'structured', empty: 'meaning' }));
    const isSeen = this.#bench.seesWorld && before.text !== null && after.text !== null;
    return {
      status,
      caughtBy,
      error,
      shown,
      guards: this.#guards,
      changed: isSeen ? before.text !== after.text : null,
      effects: after.effects - before.effects,
      foreignChanged: before.foreign !== after.foreign,
      previewChanged,
    };
  }

  #look(): Look {
    const effects = this.#tools.ledger.entries.length;
    const text = toWorldText(this.#world, this.#bench.ignoreState);
    const isSame = text !== null && text === this.#last.text;
    const foreign = isSame ? this.#last.foreign : this.#context.foreign.digest(this.#world);
    this.#last = { text, foreign, effects };
    return this.#last;
  }

  #emit(body: EventBody): number {
    if (body.type === 'guard') this.#guards.push({ guard: body.guard, text: body.text });
    this.#events += 1;
    return this.#events;
  }
}

interface Look extends WorldLook {
  readonly effects: number;
}

interface Ended {
  readonly status: Attempt['status'];
  readonly caughtBy: JudgeStage | null;
  readonly error: ToolError | null;
  readonly outcome?: ToolOutcome;
  readonly value?: unknown;
}

function toEnded(outcome: ToolOutcome): Omit<Ended, 'caughtBy'> {
  const { status } = outcome;
  return {
    status,
    outcome,
    error: 'error' in outcome ? outcome.error : null,
    value: 'value' in outcome ? outcome.value : null,
  };
}

function isReadable({ reading }: JudgedCall): boolean {
  return reading.status !== 'invalid';
}

function toText(told: unknown): string {
  return typeof told === 'string' ? told : (JSON.stringify(told) ?? '');
}

function readConfirmToken(value: unknown): string | null {
  const token = isJsonObject(value) ? value['confirm_token'] : undefined;
  return typeof token === 'string' ? token : null;
}

/** The same arguments with the token of their preview, every digit as it was. */
function withToken(argumentsText: string, token: string): string {
  if (argumentsText.includes('"confirm_token"')) {
    const args: unknown = JSON.parse(argumentsText);
    return JSON.stringify({ ...(isJsonObject(args) ? args : {}), confirm_token: token });
  }
  const inner = argumentsText.trim().slice(1, -1).trim();
  const field = `"confirm_token":${JSON.stringify(token)}`;
  return `{${[inner, field].filter((part) => part !== '').join(',')}}`;
}
