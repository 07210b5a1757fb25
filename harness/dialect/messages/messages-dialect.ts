import type { ModelStop } from '../../core/talk/model.ts';
import type { WireError } from '../../core/talk/wire-form.ts';
import type { Dialect } from '../dialect.ts';
import { createDecoder } from '../reply/create-decoder.ts';
import { contradictReply, writeReplyCalls } from '../reply/rewrite-reply.ts';
import { roleOfEvent, withFirstIndex } from './break-messages.ts';
import { decodeMessagesBody } from './decode-messages-body.ts';
import { decodeMessagesStream } from './decode-messages-stream.ts';
import { encodeMessages, scriptMessages } from './encode-messages.ts';
import { messagesForm } from './messages-form.ts';
import { readMessagesRequest } from './read-messages-request.ts';
import { writeMessagesRequest } from './write-messages-request.ts';

/** Anthropic's Messages API. */
export const messagesDialect: Dialect = {
  api: 'messages',
  title: "Anthropic's Messages API",
  path: '/v1/messages',
  variables: {
    baseUrl: ['ANTHROPIC_BASE_URL'],
    apiKey: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
  },
  defaultBaseUrl: 'https://api.anthropic.com',
  isPath: (pathname) => pathname.endsWith('/messages'),
  isEnding: (text) => /"stop_reason"\s*:\s*"/.test(text),
  readRequest: readMessagesRequest,
  writeRequest: writeMessagesRequest,
  toHeaders: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
  decode: createDecoder({ readBody: decodeMessagesBody, readStream: decodeMessagesStream }),
  stopField: messagesForm.stopField,
  toStopWord: (stop) => stopWords[stop] ?? null,
  encode: encodeMessages,
  script: scriptMessages,
  toErrorBody: (error) => JSON.stringify(toErrorObject(error)),
  toErrorEvent: (error) => `event: error\ndata: ${JSON.stringify(toErrorObject(error))}\n\n`,
  roleOf: roleOfEvent,
  withFirstIndex,
  findText: (body) => {
    const start = /"(?:text|partial_json|input)"\s*:\s*(?:\{\s*"[^"]*"\s*:\s*)?"(?!")/u.exec(body);
    return start === null ? null : start.index + start[0].length;
  },
  contradict: (exchange) => contradictReply(exchange, messagesDialect),
  writeCalls: (exchange) => writeReplyCalls(exchange, messagesDialect),
};

const stopWords: Readonly<Partial<Record<ModelStop, string>>> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  refusal: 'refusal',
};

/** Source: Anthropic API reference, "Errors". */
const types: Readonly<Record<WireError['kind'], string>> = {
  server: 'api_error',
  overloaded: 'overloaded_error',
  rate_limit: 'rate_limit_error',
  context_length: 'invalid_request_error',
  invalid_request: 'invalid_request_error',
};

function toErrorObject({ kind, message }: WireError): object {
  // The API has no code for it, only these words.
  const words = kind === 'context_length' ? `prompt is too long: ${message}` : message;
  return { type: 'error', error: { type: types[kind], message: words }, request_id: null };
}
