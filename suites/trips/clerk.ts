import type { ChatRequest, JsonObject, JsonValue } from 'toolrig';
import { isObject } from './is-object.ts';

/** What the clerk says next. */
export type ClerkReply = { readonly text: string } | { readonly calls: readonly ClerkCall[] };

interface ClerkCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

interface Answered extends ClerkCall {
  readonly content: string;
  /** The content as JSON; `null` where it is plain text. */
  readonly value: JsonObject | null;
}

type Plan = readonly (readonly ClerkCall[])[];

/** What each request of the user needs, in order; calls of one list belong into one reply. */
const plans: Readonly<Record<string, Plan>> = {
  'Book the Lisbon journey, flight and hotel.': [
    [{ name: 'search_live_offers', arguments: { place: 'Lisbon' } }],
    [{ name: 'book_trip', arguments: { offer_id: 'LIS-1' } }],
  ],
  'Book the cheapest Porto journey, with any hotel.': [
    [{ name: 'search_live_offers', arguments: { place: 'Porto' } }],
    [{ name: 'book_trip', arguments: { offer_id: 'POR-1' } }],
  ],
  'What do journeys to Lisbon cost?': [
    [{ name: 'search_live_offers', arguments: { place: 'Lisbon' } }],
  ],
  'What do Lisbon and Porto cost?': [
    [
      { name: 'search_live_offers', arguments: { place: 'Lisbon' } },
      { name: 'search_live_offers', arguments: { place: 'Porto' } },
    ],
  ],
  'Pay the deposit for LIS-1.': [[{ name: 'pay_deposit', arguments: { offer_id: 'LIS-1' } }]],
  'Approve the budget for LIS-1.': [[{ name: 'approve_budget', arguments: { offer_id: 'LIS-1' } }]],
};

/** What finishes a journey whose hotel was full. */
const rest: readonly ClerkCall[] = [
  { name: 'book_hotel', arguments: { offer_id: 'POR-2' } },
  { name: 'send_itinerary', arguments: { offer_id: 'POR-2' } },
];

/**
 * Answers as a clerk who plays by the rules: calls only what is offered, opens what is not, makes one call a reply where
 * parallel calls are off, follows what an error says to do next, finishes what a macro left open, and tries once more where
 * an error says nothing.
 */
export function askClerk(request: ChatRequest): ClerkReply {
  return answer(request, (calls) => keepToOffer(request, calls));
}

/** Answers as a clerk who calls tools from memory, whether they are offered or not. */
export function askFromMemory(request: ChatRequest): ClerkReply {
  return answer(request, (calls) => ({ calls }));
}

function answer(
  request: ChatRequest,
  make: (calls: readonly ClerkCall[]) => ClerkReply,
): ClerkReply {
  const plan = request.messages.map(findPlan).findLast((found) => found !== null) ?? [];
  const done = readAnswers(request);
  for (const batch of plan) {
    const open = batch.flatMap((call) => settle(call, done) ?? []);
    const given = open.find((one) => 'text' in one);
    if (given !== undefined) return given;
    const calls = open.filter((one) => 'name' in one);
    if (calls.length > 0)
      return make(request['parallel_tool_calls'] === false ? calls.slice(0, 1) : calls);
  }
  const left = done.some(isPartial) ? rest.flatMap((call) => settle(call, done) ?? []) : [];
  const next = left.filter((one) => 'name' in one).slice(0, 1);
  return next.length > 0 ? make(next) : { text: 'That is done.' };
}

/** `null`: no request of the user. The loop speaks as the user too, where it has to remark on a reply. */
function findPlan({ role, content }: ChatRequest['messages'][number]): Plan | null {
  return role === 'user' && typeof content === 'string' ? (plans[content] ?? null) : null;
}

/** `null`: the call is answered. A call: it is to be made, or another in its place. A text: it is given up. */
function settle(
  call: ClerkCall,
  done: readonly Answered[],
): ClerkCall | { readonly text: string } | null {
  const own = done.filter((one) => one.name === call.name && isSame(one, call));
  const last = own.at(-1);
  if (last === undefined) return call;
  const error = readError(last);
  if (error === null) return null;
  if (error.kind === 'precondition_missing') return call;
  if (unread.has(error.kind) && own.length < 4) return call;
  const other = /^Use "(?<name>\w+)" instead/u.exec(error.next)?.groups?.['name'];
  if (other !== undefined) return settle({ ...call, name: other }, done);
  if (error.kind === 'bare' && own.length < 2) return call;
  return { text: 'I cannot do that: someone else has to look at it.' };
}

/** Errors of a call that did not arrive as it was meant, or was held back for another. */
const unread: ReadonlySet<string> = new Set([
  'invalid_json',
  'invalid_arguments',
  'unknown_tool',
  'tool_batch_rejected',
]);

function keepToOffer(request: ChatRequest, calls: readonly ClerkCall[]): ClerkReply {
  const offered = (request.tools ?? []).map((tool) => tool.function);
  const closed = calls.filter(({ name }) => !offered.some((tool) => tool.name === name));
  if (closed.length === 0) return { calls };
  const opener = offered.find(({ name }) => name === 'request_capability');
  if (opener === undefined) return { text: 'I have no tool for that: someone else has to do it.' };
  const wanted = closed.map(({ name }) => findCapability(opener, name));
  const known = new Set(wanted.filter((capability) => capability !== null));
  if (wanted.includes(null))
    return { text: 'Nothing opens a tool for that: someone else has to do it.' };
  return {
    calls: [...known].map((capability) => ({ name: opener.name, arguments: { capability } })),
  };
}

/** A tool is opened by its own name, or by the phase in whose line it is; `null`: by nothing. */
function findCapability(
  { description = '' }: { readonly description?: string },
  tool: string,
): string | null {
  const line = description
    .split('\n')
    .find((text) => text.startsWith('- ') && text.split(/[ :,]+/u).includes(tool));
  return line?.slice(2).split(/[ :]/u, 1)[0] ?? null;
}

/** The answers to the calls of each reply; an id may be used again by a later one. */
function readAnswers({ messages }: ChatRequest): readonly Answered[] {
  return messages.flatMap((message, index) => {
    if (message.role !== 'tool' || typeof message.content !== 'string') return [];
    const reply = messages.slice(0, index).findLast(({ role }) => role === 'assistant');
    const said = reply?.role === 'assistant' ? (reply.tool_calls ?? []) : [];
    const call = said.find(({ id }) => id === message.tool_call_id);
    if (call === undefined) return [];
    const args = readJson(call.function.arguments) ?? {};
    const { content } = message;
    return [{ name: call.function.name, arguments: args, content, value: readJson(content) }];
  });
}

function isSame({ arguments: a }: ClerkCall, { arguments: b }: ClerkCall): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function isPartial({ value }: Answered): boolean {
  return value?.['status'] === 'partial';
}

/** `bare`: an error that says nothing. */
function readError({
  content,
  value,
}: Answered): { readonly kind: string; readonly next: string } | null {
  const error = value?.['error'];
  if (isObject(error)) return { kind: toText(error['kind']), next: toText(error['next']) };
  return content.startsWith('Error') ? { kind: 'bare', next: '' } : null;
}

function readJson(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
