import type { ChatRequest } from '../core/talk/chat.ts';

/** A request as an agent of one's own sent it. */
export interface KeptWire {
  readonly body: string;
  readonly headers: Headers;
}

const kept = new WeakMap<ChatRequest, KeptWire>();

/** Keeps the bytes from which a neutral request was read, so that a provider is sent just these. */
export function keepWire(request: ChatRequest, wire: KeptWire): void {
  kept.set(request, wire);
}

/** The bytes from which a request was read; `null` for one that was made in neutral form. */
export function findWire(request: ChatRequest): KeptWire | null {
  return kept.get(request) ?? null;
}
