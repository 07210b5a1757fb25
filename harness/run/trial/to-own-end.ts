import { AgentFailureError } from '../../core/suite/agent-failure.ts';
import type { AgentEnd } from '../../core/suite/agent.ts';
import type { LoopSettings } from '../../core/suite/loop-settings.ts';
import { type StopReason, stopReasons } from '../../core/trial/stop-reason.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { readText } from '../../loop/read-ending.ts';

type Outcome = Extract<TranscriptEvent, { type: 'reply' | 'model_error' }>;
type Reply = Extract<TranscriptEvent, { type: 'reply' }>;

/** Stop reasons that an agent may claim and that the events must confirm. */
const goodEnds: ReadonlySet<StopReason> = new Set<StopReason>(['answered', 'asked', 'refused']);

/** How the conversation of a custom agent ended, and the error of the agent itself, if any. */
export interface OwnEnd extends AgentEnd {
  readonly fault: string | null;
}

/**
 * Sets what an agent of the user's own says of its end against the events. A good end is only believed where the last
 * reply bears it out: open calls are `max_turns`, no text is `empty`, a cut reply is `truncated`, no reply at all is the
 * error of the model. Every other end is taken as the agent says it.
 */
export function toOwnEnd(
  said: unknown,
  events: readonly TranscriptEvent[],
  settings: Pick<LoopSettings, 'singleRound' | 'proposeOnly'>,
): OwnEnd {
  const claim = readClaim(said);
  if (typeof claim === 'string') return { stopReason: 'agent_error', text: null, fault: claim };
  if (!goodEnds.has(claim.stopReason)) return { ...claim, fault: null };
  const last = findLast(events, claim.text);
  if (last === null) return { ...orEmpty(claim), fault: null };
  if (last.type === 'model_error') {
    return { stopReason: toErrorStop(last), text: claim.text, fault: null };
  }
  const isShort = settings.singleRound || settings.proposeOnly;
  const isOpen = !isShort && hasOpenCalls(last, events);
  return { ...readReply(last, claim, isOpen), fault: null };
}

/** How a conversation ended whose agent threw: by the model's error where that came last, else by the agent's own. */
export function toThrownEnd(thrown: unknown, events: readonly TranscriptEvent[]): OwnEnd {
  const last = findLast(events, null);
  const stopReason = last?.type === 'model_error' ? toErrorStop(last) : 'agent_error';
  const text =
    thrown instanceof AgentFailureError
      ? describeFailure(thrown, events)
      : `The agent threw ${describePlace(events)}: ${firstLine(thrown)}`;
  return { stopReason, text: null, fault: text };
}

/** The name of what happened, where, and the last words of the agent. */
function describeFailure(
  { reason, message, detail }: AgentFailureError,
  events: readonly TranscriptEvent[],
): string {
  const last = detail.trim().split('\n').at(-1)?.trim() ?? '';
  const shown = last.length > 300 ? `${last.slice(0, 300)}…` : last;
  return `${reason}: ${message}, ${describePlace(events)}${shown === '' ? '' : `: ${shown}`}`;
}

function readClaim(said: unknown): AgentEnd | string {
  const wanted = 'expected { text }, if need be with a stopReason';
  if (typeof said !== 'object' || said === null) {
    return `The agent returned ${said === null ? 'null' : typeof said}, ${wanted}`;
  }
  const { stopReason, text } = said as { readonly stopReason?: unknown; readonly text?: unknown };
  if (stopReason === undefined && text === undefined)
    return `The agent returned neither a text nor a stop reason, ${wanted}`;
  const known = readReason(stopReason);
  if (known === null) {
    const shown = typeof stopReason === 'string' ? `"${stopReason}"` : String(typeof stopReason);
    return `The agent returned the stop reason ${shown}, expected one of ${stopReasons.join(', ')}`;
  }
  if (text !== null && text !== undefined && typeof text !== 'string') {
    return `The agent returned a text that is of type ${typeof text}, expected a string or null`;
  }
  return { stopReason: known, text: text ?? null };
}

/** An agent that says nothing of its end has answered, unless the events say otherwise; `null` for a word that is not known. */
function readReason(said: unknown): StopReason | null {
  return said === undefined ? 'answered' : (stopReasons.find((reason) => reason === said) ?? null);
}

/**
 * The outcome that the end hangs on: the reply that the agent hands on word by word, unless a later request failed after
 * it; else the last one. A request that the agent itself gave up counts only where there is nothing else.
 */
function findLast(events: readonly TranscriptEvent[], text: string | null): Outcome | null {
  const outcomes = events.filter((event) => event.type === 'reply' || event.type === 'model_error');
  const heard = outcomes.filter(
    (event) => event.type === 'reply' || event.error.kind !== 'cancelled',
  );
  const last = heard.at(-1) ?? outcomes.at(-1) ?? null;
  if (last === null || text === null || text.trim() === '') return last;
  const own = heard.findLast((event) => event.type === 'reply' && event.text === text);
  if (own === undefined) return last;
  const later = heard.filter((event) => event.seq > own.seq);
  return later.every((event) => wasAsked(event, events) < own.seq) ? own : last;
}

function wasAsked({ turn, attempt }: Outcome, events: readonly TranscriptEvent[]): number {
  const asked = events.find(
    (event) => event.type === 'request' && event.turn === turn && event.attempt === attempt,
  );
  return asked?.seq ?? 0;
}

/** Calls to tools of the suite. One that only a framework offered (`final_answer`) may well be the end. */
function hasOpenCalls({ calls, turn }: Reply, events: readonly TranscriptEvent[]): boolean {
  const foreign = new Set<string>();
  for (const event of events) {
    if (event.type === 'judged' && !event.known) foreign.add(event.call);
  }
  const offered = events.findLast((event) => event.type === 'request' && event.turn === turn);
  const names = offered?.type === 'request' ? offered.offered : [];
  return calls.some(({ ref, name }) => !foreign.has(ref) || !names.includes(name));
}

function readReply(reply: Reply, claim: AgentEnd, isOpen: boolean): AgentEnd {
  const { stop, refusal, calls } = reply;
  const text = claim.text ?? refusal ?? reply.text;
  if (stop === 'content_filter') return { stopReason: 'content_filter', text: claim.text };
  if (refusal !== null || stop === 'refusal') return { stopReason: 'refused', text };
  if (stop === 'length') return { stopReason: 'truncated', text };
  if (isOpen) return { stopReason: 'max_turns', text: claim.text };
  const hasNothing = calls.length === 0 && (reply.text ?? '').trim() === '';
  if (hasNothing) return { stopReason: 'empty', text: claim.text };
  return orEmpty({ ...claim, text });
}

function orEmpty(claim: AgentEnd): AgentEnd {
  const read = readText({ text: claim.text, stop: 'stop' });
  if (read.stopReason === 'empty') return { ...claim, stopReason: 'empty' };
  return claim.stopReason === 'answered' ? { ...claim, stopReason: read.stopReason } : claim;
}

function toErrorStop({ error }: Extract<Outcome, { type: 'model_error' }>): StopReason {
  if (error.kind === 'cancelled') return 'cancelled';
  return error.kind === 'protocol' ? 'protocol_error' : 'model_error';
}

/** Where an agent was when it threw: the last thing that it asked of a boundary. */
function describePlace(events: readonly TranscriptEvent[]): string {
  const last = events.findLast((event) => event.type === 'request' || event.type === 'delivery');
  if (last === undefined) return 'before its first request';
  if (last.type === 'delivery') return `after the call ${last.call} of "${last.tool}"`;
  const outcome = events.findLast(
    (event) => event.type === 'model_error' && event.turn === last.turn && event.seq > last.seq,
  );
  const code = outcome?.type === 'model_error' ? ` (${outcome.error.code})` : '';
  return `at turn ${last.turn}, attempt ${last.attempt}${code}`;
}

function firstLine(thrown: unknown): string {
  const text = describeThrown(thrown);
  return text.split('\n', 1)[0] ?? text;
}

/** SDKs name their errors by class and leave `name` as it is. */
function describeThrown(thrown: unknown): string {
  if (!(thrown instanceof Error)) {
    return typeof thrown === 'string' ? thrown : `a value of type ${typeof thrown}`;
  }
  const { name, message, constructor } = thrown;
  return `${name === 'Error' ? constructor.name : name}: ${message}`;
}
