import type { Exchange } from '../core/talk/exchange.ts';
import { isJsonObject } from '../json/json.ts';
import type { Deviation } from '../core/talk/model.ts';
import type { Decoded } from '../dialect/decoded.ts';
import { dialects } from '../dialect/registry.ts';

/** What the openai SDK made of an exchange. */
export type SdkOutcome = { readonly error?: unknown } & (
  | { readonly kind: 'reply'; readonly reply: unknown }
  | { readonly kind: 'chunks'; readonly chunks: readonly unknown[] }
  | { readonly kind: 'error'; readonly error: unknown }
);

/**
 * Compares the SDK's reading of an exchange with the rig's: text, calls and their text, in order.
 *
 * @returns The deviation `sdk_disagrees`, or `null` when both read the same.
 */
export async function findDisagreement(
  exchange: Exchange,
  outcome: SdkOutcome,
): Promise<Deviation | null> {
  // An error of the provider's is one for both, also where it says what the model wrote.
  if (exchange.status >= 400 && outcome.kind === 'error') return null;
  const ours = dialects.chat.decode(exchange);
  const theirs = await toReading(outcome);
  const mine = ours.ok ? describeOurs(ours) : null;
  if (mine === theirs) return null;
  return { code: 'sdk_disagrees', text: explain(ours, theirs) };
}

function explain(ours: Decoded, theirs: string | null): string {
  if (!ours.ok) return `The openai SDK takes for a reply what is "${ours.error.code}"`;
  if (theirs === null) return 'The openai SDK refuses a reply that can be read';
  return 'The openai SDK reads another text or other calls';
}

function describeOurs(decoded: Decoded & { readonly ok: true }): string {
  const { text, calls } = decoded.reply;
  return JSON.stringify([text, calls.map((call) => [call.id, call.name, call.argumentsText])]);
}

/** The SDK's reading in one comparable line; `null` when it gave an error. */
async function toReading(outcome: SdkOutcome): Promise<string | null> {
  if (outcome.kind === 'error') return null;
  const reply = outcome.kind === 'reply' ? outcome.reply : await assemble(outcome.chunks);
  if (reply === null) return null;
  const choices = isJsonObject(reply) ? reply['choices'] : null;
  const choice: unknown = Array.isArray(choices) ? choices[0] : null;
  const message = isJsonObject(choice) ? choice['message'] : null;
  if (!isJsonObject(message)) return 'no message';
  const { content, tool_calls: calls } = message;
  const said = Array.isArray(calls) ? calls : [];
  return JSON.stringify([content === '' ? null : (content ?? null), said.map(describeTheirs)]);
}

function describeTheirs(call: unknown): readonly unknown[] {
  if (!isJsonObject(call) || !isJsonObject(call['function'])) return ['no function'];
  const { name, arguments: text } = call['function'];
  return [call['id'] ?? null, name ?? null, text ?? null];
}

/** The SDK's own assembly of a stream. */
async function assemble(chunks: readonly unknown[]): Promise<unknown> {
  const lines = chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('');
  const stream = new Blob([lines]).stream();
  const { ChatCompletionStream } = await import('openai/lib/ChatCompletionStream');
  try {
    return await ChatCompletionStream.fromReadableStream(stream).finalChatCompletion();
  } catch {
    return null;
  }
}
