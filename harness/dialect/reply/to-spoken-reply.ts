import type { ModelReply } from '../../core/talk/model.ts';
import type { Speech } from '../dialect.ts';

/** What a scripted model says as a reply, with the dialect's words for its end. */
export function toSpokenReply(
  { model, text, calls, usage }: Speech,
  words: { readonly withCalls: string; readonly without: string },
): ModelReply {
  return {
    text,
    refusal: null,
    calls: calls.map(({ id, function: { name, arguments: argumentsText } }) => ({
      id,
      name,
      argumentsText,
    })),
    stop: calls.length > 0 ? 'tool_calls' : 'stop',
    finishReason: calls.length > 0 ? words.withCalls : words.without,
    usage,
    model,
    deviations: [],
  };
}
