import { expect, it } from 'vitest';
import { sampleBody, sampleStream } from '../testing/sample-exchange.ts';
import { decodeChat } from './chat/decode-chat.ts';

it.each([
  [
    'an Anthropic message',
    { type: 'message', content: [{ type: 'tool_use', id: 'c1', name: 'stock', input: {} }] },
  ],
  ['a Responses body', { object: 'response', status: 'completed', output: [] }],
  ['a Gemini body', { candidates: [{ content: { parts: [{ text: 'hi' }] } }] }],
  ['an embedding', { object: 'list', data: [{ object: 'embedding', embedding: [0.1] }] }],
])('B137 %s is of an API that is not supported, not a reply without calls', (_name, body) => {
  expect(decodeChat(sampleBody(body))).toMatchObject({
    ok: false,
    error: { code: 'unsupported_api', retryable: false, status: 200 },
  });
});

it.each([
  [{ type: 'response.created', response: {} }],
  [{ type: 'message_start', message: { role: 'assistant' } }],
])('a stream that begins with %j is of an API that is not supported', (event) => {
  expect(decodeChat(sampleStream([{ raw: event }]))).toMatchObject({
    ok: false,
    error: { code: 'unsupported_api', retryable: false },
  });
});
