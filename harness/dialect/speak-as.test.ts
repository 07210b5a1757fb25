import { describe, expect, it } from 'vitest';
import type { ScriptedReply } from '../core/suite/suite.ts';
import { apiNames } from '../core/talk/wire-form.ts';
import type { JsonValue } from '../json/json.ts';
import { sampleCall, sampleCompletion } from '../testing/sample-exchange.ts';
import { dialects } from './registry.ts';
import { toScriptedExchange } from './scripted-exchange.ts';
import { speakAs } from './speak-as.ts';

const body = (value: JsonValue, status = 200): ScriptedReply => ({
  type: 'body',
  status,
  body: value,
});
const called = sampleCompletion({ tool_calls: [sampleCall('c1', 'pay', '{"a":5.0}')] });
const pieces = [
  { delta: { role: 'assistant', content: 'Look' } },
  { delta: { content: 'ing' } },
  { delta: {}, finish_reason: 'stop' },
];
const anthropic = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'c1', name: 'pay', input: { a: 1 } }],
  stop_reason: 'tool_use',
};
const events = [
  { type: 'message_start', message: { model: 'm', content: [] } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Looking' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  { type: 'message_stop' },
];

const script: readonly (readonly [about: string, reply: ScriptedReply, expected: object])[] = [
  [
    'a call',
    body(called),
    { reply: { calls: [{ id: 'c1', argumentsText: '{"a":5.0}' }], stop: 'tool_calls' } },
  ],
  [
    'a streamed text',
    { type: 'stream', chunks: pieces, end: 'done' },
    { reply: { text: 'Looking', stop: 'stop' } },
  ],
  [
    'a body of Messages',
    body(anthropic),
    { reply: { calls: [{ argumentsText: '{"a":1}' }], stop: 'tool_calls' } },
  ],
  [
    'events of Messages',
    { type: 'stream', chunks: events, end: 'done' },
    { reply: { text: 'Looking', stop: 'stop' } },
  ],
  [
    '429',
    body({ error: { message: 'slow', code: 'rate_limit_exceeded' } }, 429),
    { error: { code: 'http_429', retryable: true } },
  ],
  [
    '529',
    body({ error: { message: 'busy' } }, 529),
    { error: { code: 'http_529', retryable: true } },
  ],
  [
    'a conversation that is too long',
    body({ error: { message: 'long', code: 'context_length_exceeded' } }, 400),
    { error: { code: 'context_length_exceeded' } },
  ],
  [
    'a web page',
    { type: 'text', status: 200, text: '<html></html>' },
    { error: { code: 'html_with_200' } },
  ],
  [
    'a reset in mid-stream',
    { type: 'stream', chunks: pieces.slice(0, 2), end: 'reset' },
    { error: { code: 'reset_in_body' } },
  ],
  [
    'a stall in mid-stream',
    { type: 'stream', chunks: pieces.slice(0, 2), end: 'stall' },
    { error: { code: 'body_timeout' } },
  ],
];

describe.each(apiNames)('asked in %s', (api) => {
  it.each(script)('a script says the same in every API: %s', (_about, reply, expected) => {
    const exchange = speakAs(toScriptedExchange(reply), dialects[api]);
    expect(dialects[api].decode(exchange)).toMatchObject(expected);
  });
});
