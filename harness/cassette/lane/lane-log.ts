import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { ServedLine, ToolLine } from '../../core/talk/cassette.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { SideRequest } from '../../core/talk/side.ts';
import type { JsonObject } from '../../json/json.ts';
import type { AskPosition } from '../../core/talk/model.ts';
import { createChainTrack, toFingerprint } from './fingerprint.ts';
import {
  type CallKey,
  type CallLine,
  type HeadLine,
  type LaneLine,
  sealLines,
  toLineText,
  toRanges,
} from './lane-line.ts';
import { createMessageTrack } from '../match/message-track.ts';
import type { Part } from './part.ts';
import { toDecision } from '../match/message-text.ts';
import { redactLine } from '../../redact/redact-line.ts';
import { redactMessage } from './recording-view.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { ShapedRequest, Shaper } from '../match/request-shape.ts';
import { toStoredExchange } from './to-stored-exchange.ts';

/** The lines of a lane that is being recorded, without secrets. */
export interface LaneLog {
  readonly parts: ReadonlyMap<string, Part>;
  /** Whether there is nothing that a replay could give. */
  readonly isEmpty: boolean;
  /** The exchange recorded last. */
  readonly last: Exchange | null;
  read(request: ChatRequest): { readonly shaped: ShapedRequest; readonly texts: readonly string[] };
  addCall(request: ChatRequest, position: AskPosition, exchange: Exchange): void;
  addTool(line: ToolLine): void;
  addServed(line: ServedLine): void;
  /** @returns the exchange as it is stored. */
  addSide(request: SideRequest, exchange: Exchange): Exchange;
  /** The whole file, sealed. */
  toText(head: HeadLine, end: JsonObject): string;
}

/** Creates an empty log. */
export function createLaneLog(shape: Shaper, redactor: Redactor): LaneLog {
  const track = createMessageTrack();
  const toKey = createKeyMaker();
  const messages = createMessageLines(redactor);
  const calls = createCallLines(messages.lines);
  const parts = new Map<string, Part>();
  let count = 0;
  /** Answers besides those of models. */
  let beside = 0;
  let last: Exchange | null = null;

  const add = (line: LaneLine): void => {
    calls.flush();
    messages.lines.push(toLineText(line));
  };
  const read: LaneLog['read'] = (request) => {
    const shaped = shape(request);
    track.update(request.messages, shaped.leading);
    return { shaped, texts: track.texts };
  };
  return {
    parts,
    get isEmpty() {
      return count === 0 && beside === 0;
    },
    get last() {
      return last;
    },
    read,
    addCall(request, { turn, attempt }, exchange) {
      const { shaped, texts } = read(request);
      const stored = texts.map(messages.toStored);
      const key = toKey(shaped, stored);
      last = toStoredExchange(exchange, redactor);
      count += 1;
      const said = { attempt, exchange: last };
      if (calls.addAttempt({ turn, key }, said)) return;
      for (const [id, part] of shaped.parts) parts.set(id, part);
      const numbers = toRanges(stored.map(messages.numberOf));
      calls.start({ turn, request: shaped.shape, messages: numbers, key, attempts: [said] });
    },
    addTool(line) {
      add({ type: 'tool', ...redactLine(line, redactor) });
    },
    addServed(line) {
      beside += 1;
      add({ type: 'served', ...redactLine(line, redactor) });
    },
    addSide({ method, path, body }, exchange) {
      beside += 1;
      const stored = toStoredExchange(exchange, redactor);
      add({ type: 'side', ...redactLine({ method, path, body }, redactor), exchange: stored });
      return stored;
    },
    toText(head, end) {
      calls.flush();
      return sealLines([toLineText(head), ...messages.lines], { calls: count, end });
    },
  };
}

function createKeyMaker(): (shaped: ShapedRequest, stored: readonly string[]) => CallKey {
  const chain = createChainTrack();
  const decisions = createChainTrack(toDecision);
  return (shaped, stored) => ({
    request: toFingerprint(shaped.key),
    chain: chain.update(stored),
    decisions: decisions.update(stored),
  });
}

type NewCall = Omit<CallLine, 'type'>;

interface CallLines {
  /** Adds an attempt of the call at hand; `false` when the request is another, and the call is then closed. */
  addAttempt(call: Pick<NewCall, 'turn' | 'key'>, attempt: NewCall['attempts'][number]): boolean;
  start(call: NewCall): void;
  /** Writes the call at hand. */
  flush(): void;
}

/** Attempts of one request become one line when the next thing happens. */
function createCallLines(lines: string[]): CallLines {
  let call: NewCall | null = null;
  let written = '';
  const flush = (): void => {
    if (call === null) return;
    const { request, ...rest } = call;
    const isNew = call.key.request !== written && request !== undefined;
    lines.push(toLineText({ type: 'call', ...rest, ...(isNew ? { request } : {}) }));
    written = call.key.request;
    call = null;
  };
  return {
    addAttempt({ turn, key }, attempt) {
      if (call?.turn === turn && toCanonicalJson(call.key) === toCanonicalJson(key)) {
        call = { ...call, attempts: [...call.attempts, attempt] };
        return true;
      }
      flush();
      return false;
    },
    start(next) {
      call = next;
    },
    flush,
  };
}

interface MessageLines {
  readonly lines: string[];
  /** A message as it is stored. */
  toStored(text: string): string;
  /** The number of a stored message; its line is written when it is met for the first time. */
  numberOf(stored: string): number;
}

function createMessageLines(redactor: Redactor): MessageLines {
  const lines: string[] = [];
  const numbers = new Map<string, number>();
  const redacted = new Map<string, string>();
  return {
    lines,
    toStored(text) {
      const known = redacted.get(text) ?? redactMessage(text, redactor);
      redacted.set(text, known);
      return known;
    },
    numberOf(stored) {
      const known = numbers.get(stored);
      if (known !== undefined) return known;
      const n = numbers.size;
      numbers.set(stored, n);
      // Written by hand so that its bytes are the canonical text that replay compares.
      lines.push(`{"type":"msg","message":${stored},"n":${n}}`);
      return n;
    },
  };
}
