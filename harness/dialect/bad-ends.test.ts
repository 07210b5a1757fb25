import { describe, expect, it } from 'vitest';
import type { Exchange } from '../core/talk/exchange.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import {
  sampleBody,
  sampleCall,
  sampleCompletion,
  sampleStream,
} from '../testing/sample-exchange.ts';
import { decodeChat } from './chat/decode-chat.ts';

const tools = ['pay', 'get_a'];

function read(exchange: Exchange): ReturnType<typeof decodeChat> {
  return decodeChat(exchange, { toolNames: tools });
}

/** What a reply or an error came to, without its prose. */
function tell(exchange: Exchange): unknown {
  const read1 = read(exchange);
  if (!read1.ok) {
    const { code, status, retryable } = read1.error;
    return { code, status, retryable };
  }
  const { stop, finishReason, calls, deviations } = read1.reply;
  return {
    stop,
    finishReason,
    calls: calls.length,
    deviations: deviations.map(({ code }) => code),
  };
}

const call = sampleCall('c1', 'pay', '{"cents":5}');

/** The same choice as one body and as a stream. */
function twice(message: JsonObject, choice: JsonObject): readonly Exchange[] {
  const body = {
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, ...choice }],
  };
  const calls = Array.isArray(message['tool_calls'])
    ? { tool_calls: message['tool_calls'].map((one: JsonObject, index) => ({ index, ...one })) }
    : {};
  return [
    sampleBody(body),
    sampleStream([
      { raw: { model: 'm', choices: [{ index: 0, delta: { ...message, ...calls } }] } },
      { raw: { model: 'm', choices: [{ index: 0, delta: {}, ...choice }] } },
    ]),
  ];
}

describe('F01: words of other providers for an end', () => {
  it.each([
    ['max_tokens', 'length'],
    ['MAX_TOKENS', 'length'],
    ['model_length', 'length'],
    ['SAFETY', 'content_filter'],
    ['end_turn', 'stop'],
    ['tool_use', 'tool_calls'],
  ])('%s is read as %s, streamed or not', (word, stop) => {
    for (const exchange of twice({ content: null, tool_calls: [call] }, { finish_reason: word })) {
      const expected =
        stop === 'stop'
          ? ['finish_reason_foreign', 'finish_contradicts']
          : ['finish_reason_foreign'];
      expect(tell(exchange)).toEqual({ stop, finishReason: word, calls: 1, deviations: expected });
    }
  });

  it('an unknown word is no good end and is named', () => {
    for (const exchange of twice({ content: 'Hi' }, { finish_reason: 'banana' })) {
      expect(tell(exchange)).toEqual({
        stop: 'other',
        finishReason: 'banana',
        calls: 0,
        deviations: ['finish_reason_unknown'],
      });
    }
  });
});

describe('F02: an error inside a choice', () => {
  const error = { code: 502, message: 'Upstream idle' };
  it.each<[string, JsonObject, JsonValue, unknown]>([
    [
      'an error object',
      { error, finish_reason: 'error' },
      'Half',
      { code: 'error_in_choice', status: 502, retryable: true },
    ],
    [
      'an error object beside a good word',
      { error, finish_reason: 'stop' },
      'Half',
      { code: 'error_in_choice', status: 502, retryable: true },
    ],
    [
      'only the word',
      { finish_reason: 'error' },
      'Half',
      { code: 'error_in_choice', status: 200, retryable: true },
    ],
    [
      'a lasting error',
      { error: { code: 401, message: 'no' }, finish_reason: 'error' },
      '',
      { code: 'error_in_choice', status: 401, retryable: false },
    ],
    [
      'no error',
      { error: {}, finish_reason: 'stop' },
      'Hi',
      { stop: 'stop', finishReason: 'stop', calls: 0, deviations: [] },
    ],
  ])('%s, streamed or not', (...[, choice, content, expected]) => {
    for (const exchange of twice({ content }, choice)) expect(tell(exchange)).toEqual(expected);
  });

  it('no call of such a reply is read', () => {
    for (const exchange of twice(
      { content: null, tool_calls: [call] },
      { finish_reason: 'error' },
    )) {
      expect(tell(exchange)).toEqual({ code: 'error_in_choice', status: 200, retryable: true });
    }
  });

  it('the code of the provider is in the message', () => {
    const [exchange] = twice({ content: '' }, { error, finish_reason: 'error' });
    expect(exchange === undefined ? null : read(exchange)).toMatchObject({
      error: { message: 'The provider broke the reply off with an error (502): Upstream idle' },
    });
  });
});

describe("a call that the provider could not read is the model's call", () => {
  const generation = '<function=get_a{"x": 1}</function>';
  const failed = {
    error: {
      message: 'Failed to call a function.',
      code: 'tool_use_failed',
      failed_generation: generation,
    },
  };
  const unread = {
    id: null,
    name: 'get_a',
    argumentsText: generation,
    unreadable:
      'the provider could not read the call ("tool_use_failed"): Failed to call a function.',
  };

  it.each<[string, Exchange]>([
    ['with status 400', sampleBody(failed, { status: 400 })],
    ['with status 200', sampleBody(failed)],
    ['in a stream', sampleStream([{ raw: failed }])],
  ])('F09: tool_use_failed %s', (_name, exchange) => {
    const decoded = read(exchange);
    expect(decoded).toMatchObject({ ok: true, reply: { calls: [unread], stop: 'malformed_call' } });
  });

  it.each([
    ['{"name": "pay", "arguments": {"cents": 5}}', 'pay'],
    ['[{"name": "pay", "parameters": {"cents": "5"}}]', 'pay'],
    ['{"name": "refund", "arguments": {}}', 'refund'],
    ['', ''],
    ['I cannot', ''],
  ])('what was written (%j) names the tool %j and is never read as arguments', (written, name) => {
    const error = { code: 'tool_use_failed', failed_generation: written };
    const decoded = read(sampleBody({ error }, { status: 400 }));
    expect(decoded.ok && decoded.reply.calls).toEqual([
      {
        id: null,
        name,
        argumentsText: written === '' ? null : written,
        unreadable: 'the provider could not read the call ("tool_use_failed")',
      },
    ]);
  });

  it.each([
    ['MALFORMED_FUNCTION_CALL', undefined],
    ['error', 'MALFORMED_FUNCTION_CALL'],
    ['function_call_filter: MALFORMED_FUNCTION_CALL', undefined],
  ])('finish reason %j, native %j, streamed or not', (finish, native) => {
    const choice = {
      finish_reason: finish,
      ...(native === undefined ? {} : { native_finish_reason: native }),
    };
    for (const exchange of twice({ content: null }, choice)) {
      expect(tell(exchange)).toMatchObject({ stop: 'malformed_call', calls: 1 });
    }
  });

  it.each([
    [400, { error: { message: 'bad', code: 'invalid_request_error' } }, 'http_400'],
    [400, { error: { code: 'json_validate_failed', failed_generation: '{' } }, 'http_400'],
    [500, { error: { message: 'Failed to parse tools' } }, 'http_500'],
  ])('%s with %j stays an error', (status, body, code) => {
    expect(read(sampleBody(body, { status }))).toMatchObject({ ok: false, error: { code } });
  });
});

describe('a choice without a message', () => {
  const usage = { prompt_tokens: 15, completion_tokens: 19 };
  it.each(['content_filter', 'MAX_TOKENS', 'MALFORMED_FUNCTION_CALL'])(
    '%s says all there is',
    (finish) => {
      const decoded = read(sampleBody({ choices: [{ index: 0, finish_reason: finish }], usage }));
      expect(decoded).toMatchObject({
        ok: true,
        reply: { text: null, finishReason: finish, usage: { inputTokens: 15, outputTokens: 19 } },
      });
    },
  );

  it.each(['stop', 'tool_calls', 'banana', null])('%s does not', (finish) => {
    const decoded = read(sampleBody({ choices: [{ index: 0, finish_reason: finish }], usage }));
    expect(decoded).toMatchObject({ ok: false, error: { code: 'no_message' } });
  });
});

it.each([
  [
    'F07: Kimi',
    '',
    'I pay. <|tool_call_begin|> functions.pay:0 <|tool_call_argument_begin|> {"cents": 5}',
    ['call_in_reasoning'],
  ],
  [
    'F07: Qwen',
    null,
    '<tool_call>\n<function=pay>\n<parameter=cents>\n5\n</parameter>\n</function>\n</tool_call>',
    ['call_in_reasoning'],
  ],
  ['an answer besides', 'Hello.', '<tool_call>{"name":"pay","arguments":{}}</tool_call>', []],
  [
    'thinking aloud',
    '<think><tool_call>{"name":"pay","arguments":{}}</tool_call></think>',
    '',
    ['call_in_reasoning'],
  ],
  [
    'thinking aloud, then an answer',
    '<think><tool_call>{"name":"pay","arguments":{}}</tool_call></think>\nHello.',
    '',
    [],
  ],
  ['no call', '', 'The user says hello.', []],
])('a call in the reasoning, %s', (...[, content, reasoning, codes]) => {
  for (const field of ['reasoning_content', 'reasoning']) {
    for (const exchange of twice({ content, [field]: reasoning }, { finish_reason: 'stop' })) {
      expect(tell(exchange)).toMatchObject({ calls: 0, deviations: codes });
    }
  }
});

it('F19: fragments behind a whole object are named, and whole arguments are not', () => {
  const fragments = (...texts: readonly string[]): Exchange =>
    sampleStream([
      {
        delta: {
          tool_calls: [
            {
              index: 0,
              id: 'c1',
              type: 'function',
              function: { name: 'get_a', arguments: texts[0] ?? '' },
            },
          ],
        },
      },
      ...texts
        .slice(1)
        .map((text) => ({ delta: { tool_calls: [{ index: 0, function: { arguments: text } }] } })),
      { delta: {}, finish_reason: 'tool_calls' },
    ]);
  expect(tell(fragments('{}', '{"x"', ':1}'))).toMatchObject({
    calls: 1,
    deviations: ['fragments_after_whole'],
  });
  expect(tell(fragments('', '{}', '{"x":1}'))).toMatchObject({
    calls: 1,
    deviations: ['fragments_after_whole'],
  });
  expect(tell(fragments('{"x"', ':1}', ' '))).toMatchObject({ calls: 1, deviations: [] });
  expect(tell(fragments('{"x":1', '}}'))).toMatchObject({ calls: 1, deviations: [] });
  expect(tell(fragments('{"a":{}', ',"b":{}}'))).toMatchObject({ calls: 1, deviations: [] });
});

it('the announced call that is not there is named', () => {
  expect(tell(sampleBody(sampleCompletion({ content: 'Hi' }, 'tool_calls')))).toMatchObject({
    stop: 'tool_calls',
    deviations: ['finish_contradicts'],
  });
});
