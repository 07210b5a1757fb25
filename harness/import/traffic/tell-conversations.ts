import type { ChatRequest } from '../../core/talk/chat.ts';
import type { ModelReply } from '../../core/talk/model.ts';
import { isJsonObject } from '../../json/json.ts';
import { ConversationMemory } from '../../dialect/conversation-memory.ts';
import type { DecodeContext, Decoded } from '../../dialect/decoded.ts';
import { detectDialect } from '../../dialect/detect-dialect.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { parseJson } from '../../dialect/line/parse-json.ts';
import { dialectOfPath } from '../../dialect/registry.ts';
import { ConversationDesk } from './conversation-desk.ts';
import { listOffered } from './list-offered.ts';
import type { ReadTraffic, TrafficEntry } from './traffic-entry.ts';

/** One request to a model, and how its answer is read. */
export interface AskedTurn {
  readonly entry: TrafficEntry;
  readonly request: ChatRequest;
  readonly decoded: Decoded;
}

/** Requests that belong together, each going on from the one before. */
export interface TrafficConversation {
  /** Named after what the user says first. */
  readonly id: string;
  readonly turns: readonly AskedTurn[];
}

/** What traffic holds. */
export interface TrafficTalk {
  readonly conversations: readonly TrafficConversation[];
  /** Requests that ask no model, or not in a way that is known. */
  readonly others: number;
  /** Requests to a model that cannot be read: the place and why. */
  readonly unreadable: readonly string[];
}

/** Tells the conversations of traffic apart by their content: a request that begins with all messages of an answered one goes on from it. */
export function tellConversations({ read: entries, unreadable: lost }: ReadTraffic): TrafficTalk {
  const desk = new ConversationDesk();
  const memory = new ConversationMemory();
  const conversations = new Map<string, AskedTurn[]>();
  const unreadable = [...lost];
  let others = 0;
  for (const entry of entries) {
    const asked = readAsked(entry);
    if (asked === null) {
      others += 1;
      continue;
    }
    if (typeof asked === 'string') {
      unreadable.push(`Cannot import "${entry.place}": ${asked}`);
      continue;
    }
    const request = memory.complete(asked.request);
    const { id } = desk.assign(request, entry.body);
    const decoded = asked.dialect.decode(entry.exchange, toContext(request));
    desk.told(id, decoded.ok);
    if (decoded.ok) memory.learn(request, decoded.reply satisfies ModelReply);
    const turns = conversations.get(id) ?? [];
    conversations.set(id, turns);
    turns.push({ entry, request, decoded });
  }
  return {
    conversations: [...conversations].map(([id, turns]) => ({ id, turns })),
    others,
    unreadable,
  };
}

interface Asked {
  readonly dialect: Dialect;
  readonly request: ChatRequest;
}

/** `null`: it asks no model; a text: it does, and cannot be read. */
function readAsked({ method, url, body, exchange }: TrafficEntry): Asked | string | null {
  const dialect = url === '' ? detectDialect(exchange) : dialectOfUrl(url);
  if (dialect === null || (method !== '' && method.toUpperCase() !== 'POST')) return null;
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return 'the request body is not a JSON object';
  const read = dialect.readRequest(parsed.value);
  return read.ok ? { dialect, request: read.value } : read.error;
}

/** Logs of batches have a path only. */
function dialectOfUrl(url: string): Dialect | null {
  const path = URL.canParse(url) ? new URL(url).pathname : (url.split('?')[0] ?? '');
  return dialectOfPath(path);
}

function toContext(request: ChatRequest): DecodeContext {
  const { model, stream } = request;
  const toolNames = listOffered(request).map(({ name }) => name);
  return { model, toolNames, ...(typeof stream === 'boolean' ? { stream } : {}) };
}
