import type { CallRef } from '../../core/talk/call.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';

/** One call and its outcome. */
export interface CallStory {
  readonly call: CallRef;
  readonly tool: string;
  readonly events: readonly TranscriptEvent[];
}

/** One turn: what came from the model on one side, what the tools did on the other. */
export interface TurnStory {
  readonly turn: number;
  /** Requests, replies, errors of the model, and faults that struck there. */
  readonly model: readonly TranscriptEvent[];
  readonly calls: readonly CallStory[];
}

/** A piece of a conversation. */
export type StoryPart =
  | { readonly type: 'user'; readonly text: string }
  /** Another toolset is in force from here on. */
  | { readonly type: 'toolset'; readonly toolset: string }
  | { readonly type: 'turn'; readonly turn: TurnStory }
  | { readonly type: 'guard'; readonly guard: string; readonly text: string }
  /** `text` is `null` when nothing was said, or just that in the last reply. */
  | { readonly type: 'end'; readonly stopReason: string; readonly text: string | null };

/** Splits a transcript at its turns, in order, so that what was said can be shown beside what was done. */
export function splitTurns(events: readonly TranscriptEvent[]): readonly StoryPart[] {
  const parts: StoryPart[] = [];
  const turns = new Map<number, OpenTurn>();
  const lastSaid = events.findLast((event) => event.type === 'reply')?.text ?? null;
  for (const event of events) {
    const turn = toTurn(event);
    if (turn !== null) {
      const open = turns.get(turn) ?? { turn, model: [], calls: [] };
      if (!turns.has(turn)) parts.push({ type: 'turn', turn: open });
      turns.set(turn, open);
      addToTurn(open, event);
    } else if (event.type === 'user') parts.push({ type: 'user', text: event.text });
    else if (event.type === 'toolset') parts.push({ type: 'toolset', toolset: event.toolset });
    else if (event.type === 'guard') {
      parts.push({ type: 'guard', guard: event.guard, text: event.text });
    } else if (event.type === 'end') {
      const { stopReason, text } = event;
      parts.push({ type: 'end', stopReason, text: text === lastSaid ? null : text });
    }
  }
  return parts;
}

interface OpenTurn extends TurnStory {
  readonly model: TranscriptEvent[];
  readonly calls: (CallStory & { readonly events: TranscriptEvent[] })[];
}

/** The turn of a call is part of its name: `t2c0` was said in turn 2. */
function toTurn(event: TranscriptEvent): number | null {
  if ('turn' in event && event.turn !== undefined) return event.turn;
  if (!('call' in event) || event.call === undefined) return null;
  return Number(/^t(\d+)c/u.exec(event.call)?.[1] ?? 0);
}

function addToTurn({ model, calls }: OpenTurn, event: TranscriptEvent): void {
  if (!('call' in event) || event.call === undefined) {
    model.push(event);
    if (event.type !== 'reply') return;
    for (const { ref, name } of event.calls) {
      if (calls.every(({ call }) => call !== ref))
        calls.push({ call: ref, tool: name, events: [] });
    }
    return;
  }
  const { call } = event;
  const known = calls.find((candidate) => candidate.call === call);
  if (known !== undefined) known.events.push(event);
  else calls.push({ call, tool: 'tool' in event ? (event.tool ?? '') : '', events: [event] });
}
