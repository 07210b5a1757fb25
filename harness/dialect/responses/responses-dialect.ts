import type { ModelStop } from '../../core/talk/model.ts';
import type { Dialect } from '../dialect.ts';
import { openAiErrorWords, toOpenAiErrorBody } from '../line/open-ai-error.ts';
import { createDecoder } from '../reply/create-decoder.ts';
import { writeReplyCalls } from '../reply/rewrite-reply.ts';
import { roleOfResponseEvent, withFirstIndex } from './break-responses.ts';
import { decodeResponsesBody } from './decode-responses-body.ts';
import { decodeResponsesStream } from './decode-responses-stream.ts';
import { encodeResponses, scriptResponses } from './encode-responses.ts';
import { readResponsesRequest } from './read-responses-request.ts';
import { responsesForm } from './responses-form.ts';
import { writeResponsesRequest } from './write-responses-request.ts';

/** OpenAI's Responses API. */
export const responsesDialect: Dialect = {
  api: 'responses',
  title: 'the Responses API',
  path: '/responses',
  variables: { baseUrl: ['OPENAI_BASE_URL'], apiKey: ['OPENAI_API_KEY'] },
  defaultBaseUrl: 'https://api.openai.com/v1',
  isPath: (pathname) => pathname.endsWith('/responses'),
  isEnding: (text) =>
    /"type"\s*:\s*"response\.(?:completed|incomplete|failed)"/.test(text) ||
    /^\s*\{[^]*"object"\s*:\s*"response"/.test(text),
  readRequest: readResponsesRequest,
  writeRequest: writeResponsesRequest,
  toHeaders: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  decode: createDecoder({ readBody: decodeResponsesBody, readStream: decodeResponsesStream }),
  stopField: responsesForm.stopField,
  toStopWord: (stop) => stopWords[stop] ?? null,
  encode: encodeResponses,
  script: scriptResponses,
  toErrorBody: toOpenAiErrorBody,
  toErrorEvent: ({ message, kind }) => {
    const [type, code] = openAiErrorWords[kind];
    const data = { type: 'error', code: code ?? type, message, param: null };
    return `event: error\ndata: ${JSON.stringify(data)}\n\n`;
  },
  roleOf: roleOfResponseEvent,
  withFirstIndex,
  findText: (body) => {
    const start = /"(?:text|delta|arguments)"\s*:\s*"(?!")/u.exec(body);
    return start === null ? null : start.index + start[0].length;
  },
  // A response is completed whether it has calls or not: no status could contradict them.
  contradict: (exchange) => exchange,
  writeCalls: (exchange) => writeReplyCalls(exchange, responsesDialect),
};

const stopWords: Readonly<Partial<Record<ModelStop, string>>> = {
  stop: 'completed',
  refusal: 'completed',
  tool_calls: 'completed',
  length: 'max_output_tokens',
  content_filter: 'content_filter',
};
