import type { ChatRequest } from '../../core/talk/chat.ts';
import type { SideRequest } from '../../core/talk/side.ts';

/** A request as an agent's own client sent it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that carry the key of a provider, by the SDKs that set them. */
export const keyHeaders: readonly string[] = [
  'authorization',
  'api-key',
  'x-api-key',
  'x-goog-api-key',
];

const sent = new WeakMap<ChatRequest | SideRequest, SentRequest>();

/** Remembers how a request was sent, beside its neutral form: a provider that passes requests on sends it so. */
export function noteSent(request: ChatRequest | SideRequest, how: SentRequest): void {
  sent.set(request, how);
}

/** How an agent sent a request; `null` for one that the harness made itself. */
export function findSent(request: ChatRequest | SideRequest): SentRequest | null {
  return sent.get(request) ?? null;
}
