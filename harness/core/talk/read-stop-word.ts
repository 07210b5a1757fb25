import type { ModelStop } from './model.ts';

/** Words of OpenAI's chat completions. */
const own: ReadonlySet<string> = new Set([
  'stop',
  'tool_calls',
  'function_call',
  'length',
  'content_filter',
  'refusal',
]);

/**
 * The words in which providers and gateways say why a reply ended, in lower case with `_`: OpenAI, Anthropic, Gemini,
 * Mistral, Cohere, Bedrock, DeepSeek, Zhipu, Hugging Face, Vercel.
 */
const words: Readonly<Record<Exclude<ModelStop, 'none' | 'other'>, readonly string[]>> = {
  stop: [
    'stop',
    'end_turn',
    'end',
    'eos',
    'eos_token',
    'end_of_turn',
    'end_of_sequence',
    'stop_sequence',
    'stop_token',
    'stop_word',
    'complete',
    'completed',
    'done',
    'finished',
    'normal',
  ],
  tool_calls: [
    'tool_calls',
    'tool_call',
    'tool_use',
    'tool_uses',
    'function_call',
    'function_calls',
  ],
  length: [
    'length',
    'max_tokens',
    'max_token',
    'model_length',
    'max_length',
    'max_output_tokens',
    'max_new_tokens',
    'max_completion_tokens',
    'max_context_length',
    'token_limit',
    'length_limit',
    'error_limit',
    'truncated',
    'incomplete',
    'context_length',
    'context_length_exceeded',
    'context_window_exceeded',
    'model_context_window_exceeded',
  ],
  content_filter: [
    'content_filter',
    'content_filtered',
    'content_filtering',
    'safety',
    'image_safety',
    'recitation',
    'image_recitation',
    'blocklist',
    'prohibited_content',
    'image_prohibited_content',
    'spii',
    'language',
    'sensitive',
    'moderation',
    'blocked',
    'guardrail',
    'guardrail_intervened',
    'guardrails',
    'error_toxic',
  ],
  refusal: ['refusal', 'refused'],
  error: [
    'error',
    'errored',
    'failed',
    'failure',
    'internal_error',
    'server_error',
    'network_error',
    'upstream_error',
    'model_error',
    'timeout',
    'timed_out',
    'abort',
    'aborted',
    'cancelled',
    'canceled',
    'interrupted',
    'overloaded',
    'insufficient_system_resource',
    'missing_thought_signature',
  ],
  pause: ['pause_turn'],
  malformed_call: [
    'malformed_function_call',
    'malformed_tool_call',
    'unexpected_tool_call',
    'too_many_tool_calls',
  ],
};

const stops = new Map(
  // The keys of `words` are its type's.
  Object.entries(words).flatMap(([stop, said]) => said.map((word) => [word, stop as ModelStop])),
);

/**
 * What a provider's word for the end of a reply means: `none` without a word, `other` for a word that is not known. An
 * unknown word is never taken for a good end.
 */
export function readStopWord(word: string | null): ModelStop {
  if (word === null || word.trim() === '') return 'none';
  const plain = word
    .trim()
    .replace(/^(?:\w{0,40}\.|finish_?reason_)/iu, '')
    .replaceAll(/[\s-]+/gu, '_')
    .toLowerCase();
  if (/malformed_(?:function|tool)_call/u.test(plain)) return 'malformed_call';
  return stops.get(plain) ?? 'other';
}

const cutStops: ReadonlySet<ModelStop> = new Set<ModelStop>([
  'length',
  'content_filter',
  'refusal',
  'error',
]);

/** Whether a reply that ends so may not be whole: its calls are not run. */
export function isCutStop(stop: ModelStop): boolean {
  return cutStops.has(stop);
}

/** Whether a word is one of OpenAI's own, as it is written there. */
export function isOwnStopWord(word: string): boolean {
  return own.has(word);
}
