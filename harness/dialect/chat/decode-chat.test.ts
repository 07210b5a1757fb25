import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json.ts';
import type { ModelReply } from '../../core/talk/model.ts';
import { sampleBody, sampleCall, sampleCompletion } from '../../testing/sample-exchange.ts';
import { decodeChat } from './decode-chat.ts';
import type { DecodeContext } from '../decoded.ts';

function readReply(body: JsonValue, context?: DecodeContext): ModelReply {
  const decoded = decodeChat(sampleBody(body), context);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return decoded.reply;
}

function codes(deviations: readonly { readonly code: string }[]): readonly string[] {
  return deviations.map((deviation) => deviation.code);
}

it('reads a whole completion', () => {
  const body = sampleCompletion(
    { tool_calls: [sampleCall('c1', 'stock', '{"sku": "A"}'), sampleCall('c2', 'stock', '')] },
    'tool_calls',
    { usage: { prompt_tokens: 12, completion_tokens: 3 }, system_fingerprint: 'fp_1' },
  );
  expect(decodeChat(sampleBody(body), { model: 'm-1', stream: false })).toEqual({
    ok: true,
    reply: {
      text: null,
      refusal: null,
      calls: [
        { id: 'c1', name: 'stock', argumentsText: '{"sku": "A"}' },
        { id: 'c2', name: 'stock', argumentsText: '' },
      ],
      stop: 'tool_calls',
      finishReason: 'tool_calls',
      usage: { inputTokens: 12, outputTokens: 3 },
      model: 'm-1',
      fingerprint: 'fp_1',
      deviations: [],
    },
  });
});

it.each([
  ['stop', 'stop', []],
  ['length', 'length', []],
  ['content_filter', 'content_filter', []],
  ['server_tool', 'other', ['finish_reason_unknown']],
  [null, 'none', ['finish_reason_missing']],
  ['', 'none', ['finish_reason_missing']],
  [7, 'none', ['finish_reason_missing']],
  ['tool_calls', 'tool_calls', ['finish_contradicts']],
  ['constructor', 'other', ['finish_reason_unknown']],
])('finish_reason %s without calls reads as %s', (finish, stop, deviations) => {
  const reply = readReply(sampleCompletion({ content: 'hi' }, finish));
  expect([reply.stop, codes(reply.deviations)]).toEqual([stop, deviations]);
  expect(reply.finishReason).toBe(typeof finish === 'string' && finish !== '' ? finish : null);
});

it('calls with finish_reason "stop" count, and the contradiction is named', () => {
  const reply = readReply(sampleCompletion({ tool_calls: [sampleCall('c1', 'go')] }, 'stop'));
  expect([reply.stop, reply.calls.length]).toEqual(['stop', 1]);
  expect(codes(reply.deviations)).toEqual(['finish_contradicts']);
});

it('a refusal with finish_reason "stop" is a refusal', () => {
  const reply = readReply(sampleCompletion({ refusal: 'No.' }, 'stop'));
  expect([reply.stop, reply.refusal, reply.finishReason]).toEqual(['refusal', 'No.', 'stop']);
});

it('B138 entries that are no calls are each a deviation, never a crash', () => {
  const bad: JsonValue[] = [
    { id: 'c1', type: 'custom', custom: { name: 'x', input: 'y' } },
    { id: 'c2', type: 'function', function: null },
    'text',
    {},
    null,
  ];
  const expected = [
    'call_unsupported',
    'call_malformed',
    'call_malformed',
    'call_malformed',
    'call_malformed',
  ];
  const decoded = decodeChat(sampleBody(sampleCompletion({ tool_calls: bad })));
  expect(decoded).toMatchObject({
    ok: false,
    error: { kind: 'protocol', code: 'calls_unreadable' },
  });
  expect(codes(decoded.ok ? [] : decoded.error.deviations)).toEqual(expected);

  const mixed = readReply(sampleCompletion({ tool_calls: [...bad, sampleCall('c3', 'go')] }));
  expect(mixed.calls).toEqual([{ id: 'c3', name: 'go', argumentsText: '{}' }]);
  expect(codes(mixed.deviations)).toEqual(expected);
});

it.each([
  ['a Responses item', { type: 'function_call', call_id: 'c1', name: 'stock', arguments: '{}' }],
  ['a list', []],
  ['a number', 7],
  ['null', null],
])('B137 %s is an unknown format, not a reply without calls', (_name, body) => {
  expect(decodeChat(sampleBody(body))).toMatchObject({
    ok: false,
    error: { code: 'unknown_format', retryable: false, status: 200 },
  });
});

it.each([
  [undefined, null, []],
  [null, null, []],
  [{}, null, ['usage_incomplete']],
  [{ prompt_tokens: null }, null, ['usage_incomplete']],
  [{ prompt_tokens: 12 }, null, ['usage_incomplete']],
  [{ prompt_tokens: '12', completion_tokens: 1 }, null, ['usage_incomplete']],
  [{ prompt_tokens: 0, completion_tokens: 0 }, { inputTokens: 0, outputTokens: 0 }, []],
])('B168 usage %j is %j', (usage, expected, deviations) => {
  const body = sampleCompletion({ content: 'x' }, 'stop', usage === undefined ? {} : { usage });
  const reply = readReply(body);
  expect([reply.usage, codes(reply.deviations)]).toEqual([expected, deviations]);
});

it.each([
  ['m-2.0', 'm-1.5', true],
  ['gpt-4o', 'gpt-4o-2024-08-06', false],
  ['gpt-4', 'gpt-4-0613', false],
  ['gpt-4o', 'gpt-4o-mini', true],
  ['gpt-4', 'gpt-4o', true],
  ['openai/gpt-4o', 'gpt-4o', false],
  ['m-latest', 'm', false],
  ['m', 'm', false],
])('B165 asked for %s, answered by %s: told apart = %s', (asked, answered, differs) => {
  const body = sampleCompletion({ content: 'x' }, 'stop', { model: answered });
  const reply = readReply(body, { model: asked });
  expect(reply.model).toBe(answered);
  expect(codes(reply.deviations)).toEqual(differs ? ['model_differs'] : []);
});

it('B166 a header that names another model is reported', () => {
  const exchange = sampleBody(sampleCompletion({ content: 'x' }, 'stop', { model: 'm-2.0' }), {
    headers: { 'content-type': 'application/json', 'x-gateway-model': 'm-1.5' },
  });
  const decoded = decodeChat(exchange, { model: 'm-2.0' });
  expect(decoded.ok && decoded.reply.deviations).toEqual([
    {
      code: 'gateway_model_differs',
      text: 'The header x-gateway-model says "m-1.5", the body "m-2.0"',
    },
  ]);
});

it('B039 several calls where one at a time was asked for', () => {
  const body = sampleCompletion({ tool_calls: [sampleCall('c1', 'a'), sampleCall('c2', 'b')] });
  expect(codes(readReply(body, { parallelCalls: false }).deviations)).toEqual([
    'parallel_not_honoured',
  ]);
  expect(readReply(body).deviations).toEqual([]);
});

it.each([
  ['no id', [sampleCall(null, 'a')], ['call_id_missing']],
  ['an empty id', [sampleCall('', 'a')], ['call_id_missing']],
  ['a number for an id', [sampleCall(7, 'a')], ['call_id_not_text']],
  ['the same id twice', [sampleCall('c', 'a'), sampleCall('c', 'a')], ['call_id_repeated']],
  ['a name twice with ids', [sampleCall('c', 'a'), sampleCall('d', 'a')], []],
])('%s', (_name, calls, deviations) => {
  const reply = readReply(sampleCompletion({ tool_calls: calls }));
  expect(reply.calls).toHaveLength(calls.length);
  expect(codes(reply.deviations)).toEqual(deviations);
});

it('arguments that are an object keep their numbers and are flagged', () => {
  const text = JSON.stringify(
    sampleCompletion({ tool_calls: [sampleCall('c1', 'go', 'ARGS')] }),
  ).replace('"ARGS"', '{"id":1234567890123456789,"price":5.0}');
  const reply = readReply(text);
  expect(reply.calls[0]?.argumentsText).toBe('{"id":1234567890123456789,"price":5.0}');
  expect(codes(reply.deviations)).toEqual(['arguments_not_text']);
});

it('absent arguments are null, not an empty object', () => {
  const call = { id: 'c1', type: 'function', function: { name: 'go' } };
  expect(readReply(sampleCompletion({ tool_calls: [call] })).calls[0]?.argumentsText).toBeNull();
});

it('the old function_call is read, and one filled with empty text is none', () => {
  const old = { name: 'go', arguments: '{}' };
  const reply = readReply(sampleCompletion({ function_call: old }, 'function_call'));
  expect(reply.calls).toEqual([{ id: null, name: 'go', argumentsText: '{}' }]);
  expect([reply.stop, codes(reply.deviations)]).toEqual(['tool_calls', ['legacy_function_call']]);

  const empty = { name: '', arguments: '' };
  const text = readReply(sampleCompletion({ content: 'hi', function_call: empty }, 'stop'));
  expect([text.calls, codes(text.deviations)]).toEqual([[], ['function_call_empty']]);
});

it.each([
  ['empty choices', { choices: [] }, 'empty_choices'],
  ['choices that are no objects', { choices: [null] }, 'empty_choices'],
  ['no message', { choices: [{ index: 0, finish_reason: 'stop' }] }, 'no_message'],
  ['a text for a message', { choices: [{ message: 'hi' }] }, 'no_message'],
  ['an error object', { error: { message: 'overloaded', code: 529 } }, 'error_object_with_200'],
  ['an error text', { error: 'out of memory' }, 'error_object_with_200'],
  [
    'an error beside empty choices',
    { choices: [], error: { message: 'x' } },
    'error_object_with_200',
  ],
  ['a web page', '<!doctype html><title>Sign in</title>', 'html_with_200'],
  ['plain words', 'upstream failure', 'not_json'],
  ['an empty body', '', 'empty_body'],
  ['blanks', ' \n ', 'empty_body'],
  ['half a body', '{"choices":[{"message":{"con', 'truncated_json'],
])('200 with %s is an error', (_name, body, code) => {
  expect(decodeChat(sampleBody(body))).toMatchObject({ ok: false, error: { code, status: 200 } });
});

it.each([
  [{ message: 'x', code: 'rate_limit_exceeded' }, true],
  [{ message: 'x', code: 529 }, true],
  [{ message: 'x', code: '400' }, false],
  [{ message: 'x', type: 'invalid_request_error' }, false],
  [{ message: 'x', code: 'insufficient_quota' }, false],
  [{ message: 'capacity' }, true],
])('B110 an error object %j with 200 is retryable: %s', (error, retryable) => {
  expect(decodeChat(sampleBody({ error }))).toMatchObject({ error: { retryable } });
});

it('204 without a body is an error', () => {
  const exchange = sampleBody('', { status: 204, headers: {} });
  expect(decodeChat(exchange)).toMatchObject({ error: { code: 'empty_body', status: 204 } });
});

it.each([
  [
    400,
    { error: { message: 'bad', type: 'invalid_request_error' } },
    { code: 'http_400', retryable: false },
  ],
  [
    400,
    { error: { message: 'x', code: 'context_length_exceeded' } },
    { code: 'context_length_exceeded', retryable: false },
  ],
  [
    400,
    { error: { message: 'exceeds the available context size' } },
    { code: 'context_length_exceeded', retryable: false },
  ],
  [401, {}, { code: 'http_401', retryable: false }],
  [404, {}, { code: 'http_404', retryable: false }],
  [408, {}, { code: 'http_408', retryable: true }],
  [409, {}, { code: 'http_409', retryable: false }],
  [422, { detail: [{ msg: 'field required' }] }, { code: 'http_422', retryable: false }],
  [429, {}, { code: 'http_429', retryable: true }],
  [
    429,
    { error: { message: 'x', code: 'insufficient_quota' } },
    { code: 'insufficient_quota', retryable: false },
  ],
  [500, {}, { code: 'http_500', retryable: true }],
  [501, {}, { code: 'http_501', retryable: false }],
  [502, '<html>Bad gateway</html>', { code: 'http_502', retryable: true }],
  [503, '', { code: 'http_503', retryable: true }],
  [504, {}, { code: 'http_504', retryable: true }],
  [529, {}, { code: 'http_529', retryable: true }],
  [302, '', { code: 'http_302', retryable: false }],
])('B043 status %s with %j is %j', (status, body, expected) => {
  expect(decodeChat(sampleBody(body, { status }))).toMatchObject({
    ok: false,
    error: { kind: 'http', status, ...expected },
  });
});

it("an error keeps the provider's words", () => {
  const exchange = sampleBody({ error: { message: 'The engine is busy' } }, { status: 503 });
  expect(decodeChat(exchange)).toMatchObject({
    error: { message: 'The provider answered 503: The engine is busy' },
  });
});

it.each([
  [0, 'refused', { kind: 'network', code: 'connection_refused', retryable: true }],
  [0, 'reset', { kind: 'network', code: 'connection_reset', retryable: true }],
  [0, 'stalled', { kind: 'timeout', code: 'headers_timeout', retryable: true }],
  [200, 'reset', { kind: 'network', code: 'reset_in_body', retryable: true }],
  [200, 'stalled', { kind: 'timeout', code: 'body_timeout', retryable: true }],
] as const)('status %s, line %s', (status, end, error) => {
  const whole = sampleCompletion({ tool_calls: [sampleCall('c1', 'pay')] });
  const exchange = sampleBody(whole, { status, end });
  expect(decodeChat(exchange)).toMatchObject({ ok: false, error });
});

it.each([
  ['a byte-order mark', '\ufeff', ['byte_order_mark']],
  ['blanks in front (keep-alives of a slow server)', '\n  \n', []],
])('%s does no harm', (_name, prefix, deviations) => {
  const reply = readReply(prefix + JSON.stringify(sampleCompletion({ content: 'hi' }, 'stop')));
  expect([reply.text, codes(reply.deviations)]).toEqual(['hi', deviations]);
});

it('a body that is not what its label says is read and flagged', () => {
  const exchange = sampleBody(sampleCompletion({ content: 'hi' }, 'stop'), {
    headers: { 'content-type': 'text/event-stream' },
  });
  const decoded = decodeChat(exchange, { stream: true });
  expect(decoded.ok && codes(decoded.reply.deviations)).toEqual([
    'content_type_contradicts',
    'stream_not_honoured',
  ]);
});

it('bytes that are not UTF-8 spoil a call but not a text', () => {
  const spoil = (body: JsonValue) => {
    const bytes = Buffer.from(JSON.stringify(body).replace('?', '\u0000'));
    bytes[bytes.indexOf(0)] = 0xff;
    return { ...sampleBody(''), frames: [{ atMs: 0, base64: bytes.toString('base64') }] };
  };
  const call = spoil(sampleCompletion({ tool_calls: [sampleCall('c1', 'go', '{"a":"?"}')] }));
  expect(decodeChat(call)).toMatchObject({ ok: false, error: { code: 'invalid_utf8' } });
  const text = decodeChat(spoil(sampleCompletion({ content: 'a ? b' }, 'stop')));
  expect(text.ok && [text.reply.text, codes(text.reply.deviations)]).toEqual([
    'a \ufffd b',
    ['invalid_utf8'],
  ]);
});

it('B113 half a surrogate pair in a reply is flagged and kept', () => {
  const reply = readReply(sampleCompletion({ content: 'abc\ud83d' }, 'stop'));
  expect([reply.text, codes(reply.deviations)]).toEqual(['abc\ud83d', ['lone_surrogate']]);
});

it('of several choices the one with index 0 counts', () => {
  const choice = (index: number, content: string) => ({
    index,
    message: { role: 'assistant', content },
    finish_reason: 'stop',
  });
  const reply = readReply({ choices: [choice(1, 'second'), choice(0, 'first')] });
  expect([reply.text, codes(reply.deviations)]).toEqual(['first', ['several_choices']]);
});

it.each([
  ['<tool_call>{"name":"read_doc","arguments":{"p":"a"}}</tool_call>', true],
  ['<tool_call>{}</tool_call>\n<tool_call>{}</tool_call>\n', true],
  ['<function=read_doc><parameter=p>a</parameter></function>', true],
  ['{"type":"tool_use","name":"read_doc","input":{"p":"a"}}', true],
  ['{"name":"read_doc","arguments":{"p":"a"}}', true],
  ['For example: <tool_call>{...}</tool_call> is how a call looks.', false],
  ['<tool_call>{...}</tool_call> is how a call looks.', false],
  ['{"name":"Ada","age":36}', false],
  ['[1, 2]', false],
])('B090 %s is a call written as text: %s', (content, written) => {
  const reply = readReply(sampleCompletion({ content }, 'stop'));
  expect(reply).toMatchObject({ calls: [], text: content });
  expect(codes(reply.deviations)).toEqual(written ? ['call_as_text'] : []);
});

it('content in parts becomes text', () => {
  const content = [
    { type: 'thinking', thinking: 'hm' },
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ];
  const reply = readReply(sampleCompletion({ content }, 'stop'));
  expect([reply.text, codes(reply.deviations)]).toEqual(['ab', ['content_in_parts']]);
});

it('what the capturing client noted goes with the reply or the error', () => {
  const notes = [{ code: 'sdk_disagrees', text: 'x' }];
  const good = decodeChat(sampleBody(sampleCompletion({ content: 'a' }, 'stop'), { notes }));
  const bad = decodeChat(sampleBody('', { notes }));
  expect(good.ok && good.reply.deviations).toEqual(notes);
  expect(!bad.ok && bad.error.deviations).toEqual(notes);
});
