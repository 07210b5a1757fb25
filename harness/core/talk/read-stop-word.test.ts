import { expect, it } from 'vitest';
import { isOwnStopWord, readStopWord } from './read-stop-word.ts';

it.each([
  ['stop', 'stop'],
  ['STOP', 'stop'],
  ['FinishReason.STOP', 'stop'],
  ['FINISH_REASON_STOP', 'stop'],
  ['end_turn', 'stop'],
  ['eos', 'stop'],
  ['eos_token', 'stop'],
  ['stop_sequence', 'stop'],
  ['COMPLETE', 'stop'],
  ['tool_calls', 'tool_calls'],
  ['tool-calls', 'tool_calls'],
  ['tool_use', 'tool_calls'],
  ['TOOL_CALL', 'tool_calls'],
  ['function_call', 'tool_calls'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['MAX_TOKENS', 'length'],
  ['FinishReason.MAX_TOKENS', 'length'],
  ['model_length', 'length'],
  ['max_output_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['content_filter', 'content_filter'],
  ['content-filter', 'content_filter'],
  ['SAFETY', 'content_filter'],
  ['RECITATION', 'content_filter'],
  ['PROHIBITED_CONTENT', 'content_filter'],
  ['guardrail_intervened', 'content_filter'],
  ['sensitive', 'content_filter'],
  ['refusal', 'refusal'],
  ['error', 'error'],
  ['ERROR', 'error'],
  ['network_error', 'error'],
  ['insufficient_system_resource', 'error'],
  ['abort', 'error'],
  ['MALFORMED_FUNCTION_CALL', 'malformed_call'],
  ['malformed_function_call', 'malformed_call'],
  ['function_call_filter: MALFORMED_FUNCTION_CALL', 'malformed_call'],
  ['FinishReason.MALFORMED_FUNCTION_CALL', 'malformed_call'],
  ['UNEXPECTED_TOOL_CALL', 'malformed_call'],
  ['', 'none'],
  [' ', 'none'],
  [null, 'none'],
  ['OTHER', 'other'],
  ['FINISH_REASON_UNSPECIFIED', 'other'],
  ['banana', 'other'],
  ['constructor', 'other'],
] as const)('%j ends a reply as "%s" (F01, F02)', (word, stop) => {
  expect(readStopWord(word)).toBe(stop);
});

it("OpenAI's own words are known as they are written", () => {
  expect(['stop', 'STOP', 'end_turn', 'length'].map(isOwnStopWord)).toEqual([
    true,
    false,
    false,
    true,
  ]);
});
