import type { WireError } from '../../core/talk/wire-form.ts';

/** Type and code of an error. Source: OpenAI API reference, "Error codes". */
export const openAiErrorWords: Readonly<
  Record<WireError['kind'], readonly [type: string, code: string | null]>
> = {
  server: ['server_error', null],
  overloaded: ['server_error', null],
  rate_limit: ['rate_limit_error', 'rate_limit_exceeded'],
  context_length: ['invalid_request_error', 'context_length_exceeded'],
  invalid_request: ['invalid_request_error', null],
};

/** The body of an error as both APIs of OpenAI send it. */
export function toOpenAiErrorBody({ message, kind }: WireError): string {
  const [type, code] = openAiErrorWords[kind];
  return JSON.stringify({ error: { message, type, param: null, code } });
}
