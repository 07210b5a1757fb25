import { expect, it } from 'vitest';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { JsonValue } from '../../json/json.ts';
import { messagesDialect } from './messages-dialect.ts';

function toExchange(text: string, type = 'application/json', status = 200): Exchange {
  return {
    status,
    headers: { 'content-type': type },
    headersAtMs: 1,
    frames: [{ atMs: 1, text }],
    end: 'complete',
    endAtMs: 1,
  };
}

function message(content: JsonValue, rest: { readonly [field: string]: JsonValue } = {}): Exchange {
  return toExchange(
    JSON.stringify({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      content,
      stop_reason: 'end_turn',
      stop_sequence: null,
      ...rest,
    }),
  );
}

interface EventData {
  readonly type: string;
  readonly [field: string]: JsonValue;
}

function stream(events: readonly EventData[]): Exchange {
  const texts = events.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  return toExchange(texts.join(''), 'text/event-stream');
}

const start: EventData = {
  type: 'message_start',
  message: { type: 'message', role: 'assistant', model: 'claude-x', content: [] },
};
const finish: EventData = { type: 'message_delta', delta: { stop_reason: 'tool_use' } };
const stop: EventData = { type: 'message_stop' };
const open = (index: number, block: JsonValue): EventData => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
const piece = (index: number, delta: JsonValue): EventData => ({
  type: 'content_block_delta',
  index,
  delta,
});
const close = (index: number): EventData => ({ type: 'content_block_stop', index });
const use = (id: string): JsonValue => ({ type: 'tool_use', id, name: 'pay', input: {} });
const json = (text: string): JsonValue => ({ type: 'input_json_delta', partial_json: text });

it.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
  ['pause_turn', 'pause'],
] as const)('the stop reason "%s" is "%s", and none of it is foreign', (word, stopped) => {
  const exchange = message([{ type: 'text', text: 'x' }], { stop_reason: word });
  expect(messagesDialect.decode(exchange)).toMatchObject({
    ok: true,
    reply: { stop: stopped, finishReason: word, deviations: [] },
  });
});

it.each([
  [null, 'none', 'finish_reason_missing'],
  ['tool_calls', 'tool_calls', 'finish_reason_foreign'],
  ['banana', 'other', 'finish_reason_unknown'],
] as const)('the stop reason %j is "%s" with %s', (word, stopped, code) => {
  const exchange = message([use('c1')], { stop_reason: word });
  expect(messagesDialect.decode(exchange)).toMatchObject({
    reply: { stop: stopped, deviations: [{ code }] },
  });
});

it('counts what was written to and read from the cache as input', () => {
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: 20,
    cache_read_input_tokens: 100,
    output_tokens: 7,
  };
  expect(messagesDialect.decode(message([], { usage }))).toMatchObject({
    reply: { usage: { inputTokens: 123, outputTokens: 7 } },
  });
  const events: readonly EventData[] = [
    { type: 'message_start', message: { model: 'm', usage: { ...usage, output_tokens: 1 } } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } },
    stop,
  ];
  expect(messagesDialect.decode(stream(events))).toMatchObject({
    reply: { usage: { inputTokens: 123, outputTokens: 7 } },
  });
});

const thinking = { type: 'thinking', thinking: 'Look first.', signature: 'EqQB/+=s1' };
const redacted = { type: 'redacted_thinking', data: 'EmwKAh==' };

it('keeps thinking with its signature, and the order of blocks, whole and streamed', () => {
  const blocks = [thinking, redacted, { type: 'text', text: 'Now.' }, use('c1')];
  const whole = messagesDialect.decode(message(blocks, { stop_reason: 'tool_use' }));
  expect(whole).toMatchObject({
    reply: {
      text: 'Now.',
      calls: [{ id: 'c1', name: 'pay', argumentsText: '{}' }],
      extra: {
        content_blocks: [thinking, redacted, { type: 'text', text: 'Now.' }, { type: 'tool_use' }],
      },
    },
  });
  if (!whole.ok) throw new Error('no reply');
  const streamed = messagesDialect.encode(whole.reply, { stream: true });
  expect(messagesDialect.decode(streamed)).toEqual(whole);
});

it('sends the blocks of a reply back as they came, with the calls in their places', () => {
  const blocks = [thinking, use('c1'), redacted, use('c2')];
  const decoded = messagesDialect.decode(message(blocks, { stop_reason: 'tool_use' }));
  if (!decoded.ok) throw new Error('no reply');
  const { extra, text, calls } = decoded.reply;
  const body: unknown = JSON.parse(
    messagesDialect.writeRequest({
      api: 'messages',
      model: 'm',
      messages: [
        { role: 'user', content: 'pay' },
        {
          ...extra,
          role: 'assistant',
          content: text,
          tool_calls: calls.map(({ id, name, argumentsText }) => ({
            id: id ?? '',
            type: 'function',
            function: { name, arguments: argumentsText ?? '' },
          })),
        },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
        { role: 'tool', tool_call_id: 'c2', content: 'done too' },
        { role: 'user', content: 'thanks' },
      ],
      parallel_tool_calls: false,
      tool_choice: 'required',
      stop: 'END',
    }),
  );
  expect(body).toEqual({
    model: 'm',
    max_tokens: 4096,
    stop_sequences: ['END'],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
    messages: [
      { role: 'user', content: 'pay' },
      { role: 'assistant', content: blocks },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'done' },
          { type: 'tool_result', tool_use_id: 'c2', content: 'done too' },
          { type: 'text', text: 'thanks' },
        ],
      },
    ],
  });
});

it('keeps what it does not know of a request: caches, documents, errors of tools', () => {
  const cache = { type: 'ephemeral' };
  const body = {
    model: 'm',
    max_tokens: 9,
    system: [{ type: 'text', text: 'Be brief.', cache_control: cache }],
    messages: [
      { role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: 'f' } }] },
      { role: 'assistant', content: [use('c1')] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'no', is_error: true },
          { type: 'text', text: 'go on', cache_control: cache },
        ],
      },
    ],
    tools: [
      { name: 'pay', input_schema: { type: 'object' }, cache_control: cache },
      { type: 'web_search_20250305', name: 'web_search' },
    ],
    thinking: { type: 'enabled', budget_tokens: 1024 },
  };
  const read = messagesDialect.readRequest(body);
  if (!read.ok) throw new Error(read.error);
  expect(JSON.parse(messagesDialect.writeRequest(read.value))).toEqual(body);
});

it.each([
  [
    'an error event in the middle',
    [{ type: 'error', error: { type: 'overloaded_error', message: 'busy' } }],
    'error_in_stream',
  ],
  ['no end', [], 'stream_cut'],
  ['a piece outside its block', [piece(3, json('{}')), finish, stop], 'chunk_reordered'],
  ['two open blocks under one index', [open(0, use('c2')), finish, stop], 'call_ambiguous'],
  [
    'a piece that came twice',
    [piece(0, json('"x"')), piece(0, json('"x"')), piece(0, json('}')), close(0), finish, stop],
    'chunk_repeated',
  ],
] as const)('a stream with %s is an error: %s', (_about, events, code) => {
  const exchange = stream([start, open(0, use('c1')), piece(0, json('{"a":')), ...events]);
  expect(messagesDialect.decode(exchange)).toMatchObject({ ok: false, error: { code } });
});

it.each([
  [
    'pings, and an event that is not known',
    [{ type: 'ping' }, { type: 'new_kind' }],
    [stop],
    'unknown_event',
  ],
  ['no message_stop', [], [], 'done_missing'],
  [
    'a piece that is not known',
    [open(1, { type: 'new' }), piece(1, { type: 'new_delta' }), close(1)],
    [stop],
    'unknown_delta',
  ],
] as const)('a stream with %s has its call, and the deviation', (...[, between, last, code]) => {
  const events = [start, open(0, use('c1')), piece(0, json('{"a":5.0}')), close(0)];
  const decoded = messagesDialect.decode(stream([...events, ...between, finish, ...last]));
  expect(decoded).toMatchObject({
    reply: {
      calls: [{ id: 'c1', name: 'pay', argumentsText: '{"a":5.0}' }],
      deviations: [{ code }],
    },
  });
});

it('529 with overloaded_error may be tried again', () => {
  const text = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}';
  expect(messagesDialect.decode(toExchange(text, 'application/json', 529))).toMatchObject({
    error: { kind: 'http', code: 'http_529', retryable: true },
  });
});
