import type { CallRef } from '../../core/talk/call.ts';
import { keepDigits } from '../../json/exact-arguments.ts';
import type { JsonValue } from '../../json/json.ts';
import { isCutStop } from '../../core/talk/read-stop-word.ts';
import type { ScoredTool, ScorerInput } from '../../core/score/scorer.ts';
import { capabilityTool } from '../../core/suite/tool-offer.ts';
import type { ReplyCall, TranscriptEvent } from '../../core/trial/transcript.ts';
import { findFate } from '../reason/find-fate.ts';
import { judgeText } from '../reason/judge-text.ts';
import type { CallView, EventOf, RunView, SeenText, TrialView } from './trial-view.ts';

/** Gathers what scorers need from the events of a trial, in one pass. */
export function readTrial(input: ScorerInput): TrialView {
  const gathered = new Gatherer({
    knowsTools: input.tools.length > 0,
    isWatched: input.watched === true,
  });
  for (const event of input.events) gathered.add(event);
  const tools = new Map([...gathered.openers(), ...input.tools].map((tool) => [tool.name, tool]));
  const { end } = gathered;
  return {
    input,
    tools,
    calls: gathered.toCalls(tools),
    users: gathered.users,
    replies: gathered.replies,
    effects: gathered.effects,
    retried: gathered.findRetried(),
    journal: gathered.journal,
    faults: gathered.faults,
    guards: gathered.guards,
    offered: gathered.offered,
    seen: gathered.seen,
    state: gathered.state,
    turns: gathered.turns,
    stopReason: input.stopReason ?? end?.stopReason ?? null,
    finalText: end === null ? (gathered.replies.at(-1)?.text ?? null) : end.text,
    endEvent: end?.seq ?? null,
    modelMs: gathered.modelMs,
    toolMs: gathered.toolMs,
  };
}

class Gatherer {
  readonly users: EventOf<'user'>[] = [];
  readonly replies: EventOf<'reply'>[] = [];
  readonly effects: EventOf<'effect'>[] = [];
  readonly journal: EventOf<'journal'>[] = [];
  readonly faults: EventOf<'fault'>[] = [];
  readonly guards: EventOf<'guard'>[] = [];
  readonly offered = new Set<string>();
  readonly seen: SeenText[] = [];
  state: EventOf<'state'> | null = null;
  end: EventOf<'end'> | null = null;
  turns = 0;
  modelMs: number | null = null;
  toolMs: number | null = null;
  readonly #knowsTools: boolean;
  readonly #isWatched: boolean;
  readonly #judged = new Map<CallRef, EventOf<'judged'>>();
  readonly #refused = new Map<CallRef, EventOf<'refused'>>();
  readonly #deliveries = new Map<CallRef, EventOf<'delivery'>[]>();
  readonly #results = new Map<CallRef, EventOf<'result'>[]>();

  constructor({
    knowsTools,
    isWatched,
  }: {
    readonly knowsTools: boolean;
    readonly isWatched: boolean;
  }) {
    this.#knowsTools = knowsTools;
    this.#isWatched = isWatched;
  }

  add(event: TranscriptEvent): void {
    switch (event.type) {
      case 'user':
        this.users.push(event);
        this.seen.push(toSeen(event.seq, event.text));
        break;
      case 'request':
      case 'reply':
      case 'model_error':
        this.#addOfModel(event);
        break;
      case 'state':
        this.state = event;
        break;
      case 'end':
        this.end = event;
        break;
      case 'journal':
        this.journal.push(event);
        break;
      case 'fault':
        this.faults.push(event);
        break;
      case 'guard':
        this.guards.push(event);
        break;
      default:
        this.#addOfCall(event);
    }
  }

  #addOfModel(event: EventOf<'request' | 'reply' | 'model_error'>): void {
    if (event.type !== 'request') this.modelMs = (this.modelMs ?? 0) + event.durationMs;
    if (event.type === 'request') for (const name of event.offered) this.offered.add(name);
    if (event.type === 'reply') this.replies.push(event);
    if (event.type !== 'model_error') this.turns = Math.max(this.turns, event.turn);
  }

  #addOfCall(event: TranscriptEvent): void {
    switch (event.type) {
      case 'judged':
        this.#judged.set(event.call, event);
        break;
      case 'refused':
        this.#refused.set(event.call, event);
        break;
      case 'delivery':
        push(this.#deliveries, event.call, event);
        break;
      case 'effect':
        this.effects.push(event);
        break;
      case 'result':
        push(this.#results, event.call, event);
        if (!event.cached && event.from === undefined)
          this.toolMs = (this.toolMs ?? 0) + event.durationMs;
        if (event.value !== null) this.seen.push(toSeen(event.seq, event.value));
        break;
      case 'observation':
        this.seen.push(toSeen(event.seq, event.content));
        break;
      default:
    }
  }

  /**
   * Calls of replies, and those that were delivered without a reply, since the model of such an agent is not observed.
   */
  toCalls(tools: ReadonlyMap<string, ScoredTool>): readonly CallView[] {
    const said = this.replies.flatMap((reply) =>
      reply.calls.map((call): MadeCall => ({
        said: call,
        turn: reply.turn,
        event: reply.seq,
        isCut: isCutStop(reply.stop),
      })),
    );
    const refs = new Set(said.map((call) => call.said.ref));
    const handed = [...this.#judged.values()].filter((event) => !refs.has(event.call));
    const made = [...said, ...handed.map(toHanded)].toSorted((a, b) => a.event - b.event);
    return made.map((call, position) =>
      this.#toCall(call, { position, tool: tools.get(call.said.name) ?? null }),
    );
  }

  /** The tool by which a loop opens more tools is in no toolset. */
  openers(): readonly ScoredTool[] {
    return this.offered.has(capabilityTool) ? [opener] : [];
  }

  /**
   * An idempotent write may be delivered again: the same call, or another under its idempotency key, changes nothing
   * more.
   */
  findRetried(): ReadonlySet<EventOf<'effect'>> {
    const retried = new Set<EventOf<'effect'>>();
    const first = new Map<string, string>();
    for (const effect of this.effects) {
      if (effect.grade !== 'idempotent') continue;
      const key = this.#deliveries
        .get(effect.call)
        ?.find((event) => event.delivery === effect.delivery)?.idempotencyKey;
      const attempt = `${effect.call}/${effect.delivery}`;
      const names = [`call ${effect.call}`, ...(key ? [`key ${key}`] : [])].map(
        (name) => `${name}\n${effect.tool}\n${effect.key}`,
      );
      if (names.some((name) => (first.get(name) ?? attempt) !== attempt)) retried.add(effect);
      for (const name of names) if (!first.has(name)) first.set(name, attempt);
    }
    return retried;
  }

  #toCall(
    { said, turn, event, isCut }: MadeCall,
    at: { readonly position: number; readonly tool: ScoredTool | null },
  ): CallView {
    const { position, tool } = at;
    const judged = this.#judged.get(said.ref);
    const refused = this.#refused.get(said.ref)?.error ?? null;
    const own = this.#ownDeliveries(said);
    const judgement = judged === undefined ? judgeText(said, tool) : toJudgement(said, judged);
    const truncated = isCut || refused?.kind === 'truncated';
    const runs = toRuns(own, this.#results.get(said.ref) ?? []);
    return {
      ref: said.ref,
      position,
      turn,
      name: said.name,
      argumentsText: said.argumentsText,
      injected: isOfFault(said) || (judged !== undefined && isNotOfModel(judged)),
      event,
      judgedEvent: judged?.seq ?? event,
      tool,
      offered: this.offered.has(said.name),
      ...judgement,
      truncated,
      refused,
      deliveries: own.length,
      runs,
      fate: findFate({
        refused,
        deliveries: own,
        runs,
        struck: this.#isStruck(said.ref),
        presumed: !truncated && this.#mayHaveRun(said.name, judgement),
      }),
    };
  }

  /** Deliveries to the call's own tool, read-backs left out. */
  #ownDeliveries({ ref, name }: ReplyCall): readonly EventOf<'delivery'>[] {
    return this.#deliveries.get(ref)?.filter(({ tool }) => tool === name) ?? [];
  }

  #isStruck(ref: CallRef): boolean {
    return this.faults.some(({ on, call }) => on === 'tool' && call === ref);
  }

  /**
   * It is possible that the call ran, and no event would show it: nothing is known of any call, or the agent itself
   * offered a tool that the toolset does not have.
   */
  #mayHaveRun(
    name: string,
    { findings, confirm, reading }: Pick<CallView, 'findings' | 'confirm' | 'reading'>,
  ): boolean {
    const isUnknown = findings.every(({ code }) => code === 'unknown_tool');
    if (isUnknown && findings.length > 0 && this.offered.has(name)) return reading !== 'invalid';
    if (this.#tellsRuns() || confirm === 'preview') return false;
    return findings.length === 0 || (isUnknown && !this.#knowsTools);
  }

  /** A boundary, a loop or a log was present that would have recorded a call that ran. */
  #tellsRuns(): boolean {
    if (this.#isWatched) return true;
    const told = [this.#judged, this.#refused, this.#deliveries, this.#results];
    return told.some((events) => events.size > 0);
  }
}

const opener: ScoredTool = {
  name: capabilityTool,
  grade: 'read',
  parameters: {},
  confirm: 'none',
  polling: false,
};

/** Whether a fault planted a call or its arguments. */
function isOfFault({ injected, edited }: Pick<ReplyCall, 'injected' | 'edited'>): boolean {
  return injected !== undefined || edited?.part === 'arguments';
}

/** Whether the model did not make a call or its arguments. */
function isNotOfModel(judged: EventOf<'judged'>): boolean {
  return isOfFault(judged) || judged.unsaid === true;
}

interface MadeCall {
  readonly said: ReplyCall;
  readonly turn: number;
  /** `seq` of the reply, or of the judgement where there is none. */
  readonly event: number;
  readonly isCut: boolean;
}

/** A call as its judgement describes it, where no reply contains it. */
function toHanded({ call, name, arguments: args, exact, seq }: EventOf<'judged'>): MadeCall {
  const argumentsText = exact ?? (args === null ? null : JSON.stringify(args));
  const turn = Number(/^t([0-9]+)c/.exec(call)?.[1] ?? 0);
  return {
    said: { ref: call, id: null, name, argumentsText },
    turn,
    event: seq,
    isCut: false,
  };
}

/** A stored trial has rounded numbers; the original text still has their digits. */
function toJudgement(
  said: ReplyCall,
  judged: EventOf<'judged'>,
): Pick<CallView, 'reading' | 'arguments' | 'findings' | 'caughtBy' | 'confirm' | 'key'> {
  const { reading, arguments: args, findings, caughtBy, confirm, key } = judged;
  if (args !== null && said.argumentsText !== null) keepDigits(args, said.argumentsText);
  return { reading, arguments: args, findings, caughtBy, confirm, key };
}

/** A result belongs to the call's own tool when its delivery does, or when there was none (held back, cached). */
function toRuns(
  deliveries: readonly EventOf<'delivery'>[],
  results: readonly EventOf<'result'>[],
): readonly RunView[] {
  const previews = new Map(deliveries.map((event) => [event.delivery, event.preview]));
  return results.flatMap((result) => {
    const preview = previews.get(result.delivery);
    if (preview === undefined && !result.cached && result.delivery !== 0) return [];
    const { delivery, cached, status, value, error, seq } = result;
    return [{ delivery, preview: preview ?? false, cached, status, value, error, event: seq }];
  });
}

function toSeen(event: number, value: JsonValue): SeenText {
  let text: string | null = null;
  return {
    event,
    text: () => {
      text ??= (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase();
      return text;
    },
  };
}

function push<Item>(lists: Map<CallRef, Item[]>, ref: CallRef, item: Item): void {
  const list = lists.get(ref);
  if (list === undefined) lists.set(ref, [item]);
  else list.push(item);
}
