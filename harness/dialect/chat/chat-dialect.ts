import type { ChatRequest } from '../../core/talk/chat.ts';
import type { ModelStop } from '../../core/talk/model.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { Result } from '../../json/result.ts';
import type { Dialect } from '../dialect.ts';
import { openAiErrorWords, toOpenAiErrorBody } from '../line/open-ai-error.ts';
import { contradictChat, roleOfChunk, withFirstIndex, writeChatCalls } from './break-chat.ts';
import { decodeChat } from './decode-chat.ts';
import { encodeChat } from './encode-chat.ts';
import { scriptChat } from './script-chat.ts';

/** OpenAI chat completions, and the many servers that speak them. The neutral request has its form. */
export const chatDialect: Dialect = {
  api: 'chat',
  title: 'OpenAI chat completions',
  path: '/chat/completions',
  variables: { baseUrl: ['OPENAI_BASE_URL'], apiKey: ['OPENAI_API_KEY'] },
  defaultBaseUrl: 'https://api.openai.com/v1',
  isPath: (pathname) => pathname.endsWith('/chat/completions'),
  isEnding: (text) => /"finish_reason"\s*:\s*"/.test(text),
  readRequest,
  writeRequest: (request) => JSON.stringify(request),
  toHeaders: (apiKey) => ({ authorization: `Bearer ${apiKey}` }),
  decode: decodeChat,
  stopField: 'finish_reason',
  toStopWord: (stop) => stopWords[stop] ?? null,
  encode: encodeChat,
  script: scriptChat,
  toErrorBody: toOpenAiErrorBody,
  toErrorEvent: ({ message, kind }) =>
    `data: ${JSON.stringify({ error: { message, type: openAiErrorWords[kind][0] } })}\n\n`,
  roleOf: roleOfChunk,
  withFirstIndex,
  findText: (body) => {
    const start = /"(?:content|arguments)"\s*:\s*"/u.exec(body);
    return start === null ? null : start.index + start[0].length;
  },
  contradict: contradictChat,
  writeCalls: writeChatCalls,
};

/** A refusal ends like any reply; its text is in a separate field. */
const stopWords: Readonly<Partial<Record<ModelStop, string>>> = {
  stop: 'stop',
  refusal: 'stop',
  tool_calls: 'tool_calls',
  length: 'length',
  content_filter: 'content_filter',
};

function readRequest(body: JsonObject): Result<ChatRequest, string> {
  const { model, messages } = body;
  if (typeof model !== 'string' || !Array.isArray(messages) || !messages.every(isJsonObject)) {
    return { ok: false, error: 'The request body needs "model" and a list of "messages"' };
  }
  // A chat request is any object with a model and messages; its finer shape is the provider's matter.
  return { ok: true, value: body as unknown as ChatRequest };
}
