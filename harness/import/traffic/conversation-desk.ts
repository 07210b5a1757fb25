import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';

/** Says which conversation a request belongs to. */
export interface Assignment {
  readonly id: string;
  readonly isNew: boolean;
}

interface Conversation {
  readonly id: string;
  /** Of its last request, each message as canonical text. */
  messages: readonly string[];
  body: string;
  state: 'asked' | 'answered' | 'failed';
}

/**
 * Tells the conversations of a program apart that does not name them, by their content: a request goes on with the
 * conversation whose messages it begins with, and the same body again after an error is a retry of it. Every other request
 * begins a conversation, which is named after what the user says first.
 */
export class ConversationDesk {
  readonly #all: Conversation[] = [];

  assign(request: ChatRequest, body: string): Assignment {
    const messages = request.messages.map(toText);
    const found = this.#findRetried(body) ?? this.#findContinued(messages);
    if (found !== null) {
      Object.assign(found, { messages, body, state: 'asked' } satisfies Partial<Conversation>);
      return { id: found.id, isNew: false };
    }
    const id = this.#toId(request);
    this.#all.push({ id, messages, body, state: 'asked' });
    return { id, isNew: true };
  }

  /** What became of the last request of a conversation. */
  told(id: string, isOk: boolean): void {
    const found = this.#all.find((one) => one.id === id);
    if (found !== undefined) found.state = isOk ? 'answered' : 'failed';
  }

  #findRetried(body: string): Conversation | null {
    return this.#all.find((one) => one.state === 'failed' && one.body === body) ?? null;
  }

  /** The one with the longest history in common; of several the first. */
  #findContinued(messages: readonly string[]): Conversation | null {
    let best: Conversation | null = null;
    for (const one of this.#all) {
      if (one.state !== 'answered' || one.messages.length >= messages.length) continue;
      if (best !== null && best.messages.length >= one.messages.length) continue;
      if (one.messages.every((text, index) => text === messages[index])) best = one;
    }
    return best;
  }

  #toId(request: ChatRequest): string {
    const name = toName(request);
    const taken = new Set(this.#all.map(({ id }) => id));
    if (!taken.has(name)) return name;
    for (let count = 2; ; count += 1) {
      if (!taken.has(`${name}-${count}`)) return `${name}-${count}`;
    }
  }
}

function toText(message: ChatRequest['messages'][number]): string {
  return toCanonicalJson(message);
}

const longestName = 40;

function toName({ messages }: ChatRequest): string {
  const said = messages.find(({ role }) => role === 'user')?.content;
  const text = typeof said === 'string' ? said : JSON.stringify(said ?? '');
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = words.join('-').slice(0, longestName).replace(/-+$/u, '');
  return name === '' ? 'conversation' : name;
}
