import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import { maskTokens } from './to-comparable-event.ts';

type Event<Type extends TranscriptEvent['type']> = Extract<TranscriptEvent, { type: Type }>;

const longest = 240;

/**
 * Describes what an agent, a tool or the harness did, in the same words for the same action; `null` for events that
 * only describe how the transcript was made. Call ids, usage, times and provenance are left out.
 */
export function describeEvent(event: TranscriptEvent): string | null {
  // The table holds one describer for each event type, so the pair always fits.
  const describe = describers[event.type] as (event: TranscriptEvent) => string | null;
  const text = describe(event);
  return text === null ? null : maskTokens(text);
}

/** Cuts a description for showing. */
export function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}...`;
}

const describers: {
  readonly [Type in TranscriptEvent['type']]: (event: Event<Type>) => string | null;
} = {
  user: (event) => `user said ${quote(event.text)}`,
  toolset: (event) => `toolset ${event.toolset} came into force`,
  request: () => null,
  reply: describeReply,
  model_error: (event) => `model gave no reply: ${event.error.code}`,
  judged: () => null,
  refused: (event) => `the loop held ${event.call} back: ${event.error.kind}`,
  human: (event) => `the human answered ${event.answer} to ${event.call}`,
  delivery: (event) =>
    `${event.tool}(${event.exact ?? JSON.stringify(event.arguments)}) ran${event.preview ? ' as a preview' : ''}${event.delivery > 1 ? `, delivery ${event.delivery}` : ''}`,
  effect: (event) => `${event.tool} changed the world: ${event.key}`,
  result: (event) =>
    `${event.call} came back as ${event.status}${event.cached ? ' from the journal' : ''}: ${event.error === null ? JSON.stringify(event.value) : event.error.kind}`,
  observation: (event) => `${event.call} gave the model ${quote(event.content)}`,
  journal: () => null,
  fault: (event) => `fault ${event.kind} struck`,
  guard: (event) =>
    event.guard === 'script_unused' ? event.text : `guard ${event.guard} ended it`,
  end: (event) =>
    `ended as ${event.stopReason}${event.text === null ? '' : `, saying ${quote(event.text)}`}`,
  state: (event) => `the world ended as ${JSON.stringify(event.state)}`,
};

/** Text next to calls does not make a different action. */
function describeReply({ calls, refusal, text, stop }: Event<'reply'>): string {
  if (calls.length > 0) {
    const said = calls.map((call) => `${call.name}(${tidyJson(call.argumentsText ?? '')})`);
    return `model called ${said.join(', ')}`;
  }
  if (refusal !== null) return `model refused: ${quote(refusal)}`;
  return text === null || text === ''
    ? `model said nothing (${stop})`
    : `model said ${quote(text)}`;
}

/** Spaces in argument text are not a difference; text that is not JSON is kept. */
function tidyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}

function quote(text: string): string {
  return `"${text}"`;
}
