import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import { sampleFinish, samplePiece, sampleStream } from '../../testing/sample-exchange.ts';
import { decodeChat } from './decode-chat.ts';
import type { DecodeContext } from '../decoded.ts';

interface Reading {
  readonly calls: readonly string[];
  readonly codes: readonly string[];
}

function toLine(call: SaidCall): string {
  return `${call.id ?? '-'} ${call.name} ${call.argumentsText ?? '-'}`;
}

function read(chunks: readonly JsonValue[], context: DecodeContext = {}): Reading {
  const decoded = decodeChat(sampleStream(chunks), context);
  if (!decoded.ok) {
    const { code, deviations } = decoded.error;
    return { calls: [`error ${code}`], codes: deviations.map((deviation) => deviation.code) };
  }
  const { calls, deviations } = decoded.reply;
  return { calls: calls.map(toLine), codes: deviations.map((deviation) => deviation.code) };
}

const pay = samplePiece({ index: 0, id: 'c1', name: 'pay', text: '{"cents":5}' });

it('B107 a stream that just ends is cut, also behind a whole call', () => {
  const chunks = [{ delta: { content: 'Looking' } }, pay];
  expect(decodeChat(sampleStream(chunks, 'eof'))).toMatchObject({
    ok: false,
    error: { kind: 'truncated_stream', code: 'stream_cut', retryable: true },
  });
});

it('B108 [DONE] without finish_reason: a whole call counts and the stop reason stays unknown', () => {
  const decoded = decodeChat(sampleStream([pay]));
  expect(decoded).toMatchObject({
    ok: true,
    reply: {
      calls: [{ id: 'c1', name: 'pay', argumentsText: '{"cents":5}' }],
      stop: 'none',
      finishReason: null,
      deviations: [{ code: 'finish_reason_missing' }],
    },
  });
});

it('[DONE] without finish_reason behind half a call is a cut', () => {
  const half = samplePiece({ index: 0, id: 'c1', name: 'pay', text: '{"cents":' });
  expect(read([half]).calls).toEqual(['error stream_cut']);
});

it('finish_reason without [DONE] is a reply, unless a call is half', () => {
  expect(decodeChat(sampleStream([pay, sampleFinish], 'eof'))).toMatchObject({
    ok: true,
    reply: { stop: 'tool_calls', deviations: [{ code: 'done_missing' }] },
  });
  const half = samplePiece({ index: 0, id: 'c1', name: 'pay', text: '{"cents":' });
  expect(decodeChat(sampleStream([half, sampleFinish], 'eof'))).toMatchObject({
    error: { code: 'stream_cut' },
  });
  const length = { delta: {}, finish_reason: 'length' };
  expect(decodeChat(sampleStream([half, length], 'eof'))).toMatchObject({
    ok: true,
    reply: { stop: 'length', calls: [{ argumentsText: '{"cents":' }] },
  });
});

it.each([
  ['reset', 'network', 'reset_in_body'],
  ['stalled', 'timeout', 'body_timeout'],
] as const)(
  'a stream that ends in %s is an error, even behind finish_reason',
  (end, kind, code) => {
    expect(decodeChat(sampleStream([pay, sampleFinish], end))).toMatchObject({
      error: { kind, code },
    });
  },
);

it('what the line does behind [DONE] does not matter', () => {
  const stream = sampleStream([pay, sampleFinish]);
  for (const end of ['reset', 'stalled'] as const) {
    expect(decodeChat({ ...stream, end })).toMatchObject({ ok: true, reply: { deviations: [] } });
  }
});

it.each([
  [
    [{ raw: { error: { message: 'overloaded', code: 529 } } }],
    'error_in_stream',
    'overloaded',
    true,
  ],
  [
    [{ delta: { content: 'par' } }, { raw: { choices: [], error: { message: 'capacity' } } }],
    'error_in_stream',
    'capacity',
    true,
  ],
  [[{ raw: { error: { message: 'no', code: 400 } } }], 'error_in_stream', 'no', false],
  [['event: error\ndata: out of memory'], 'error_in_stream', 'out of memory', true],
  [['data: {"choices":[{"delta":{"con'], 'broken_chunk', 'not JSON', true],
  [[pay, 'data: [1]', sampleFinish], 'broken_chunk', 'not an object', true],
] as const)('B110 %j then [DONE] is an error', (...[chunks, code, message, retryable]) => {
  const decoded = decodeChat(sampleStream(chunks));
  expect(decoded).toMatchObject({ ok: false, error: { code, retryable, status: 200 } });
  expect(!decoded.ok && decoded.error.message).toContain(message);
});

it('B112 a dropped stream is an error, an unknown reason is shown as it is', () => {
  expect(decodeChat(sampleStream([{ delta: { content: 'x' } }], 'eof'))).toMatchObject({
    ok: false,
    error: { code: 'stream_cut' },
  });
  const chunks = [{ delta: { content: 'x' }, finish_reason: 'server_tool' }];
  expect(decodeChat(sampleStream(chunks))).toMatchObject({
    ok: true,
    reply: { text: 'x', stop: 'other', finishReason: 'server_tool' },
  });
});

it.each([
  ['nothing but [DONE]', [], 'done', 'empty_stream'],
  ['nothing but comments', [': keep-alive', ': keep-alive'], 'eof', 'stream_cut'],
  ['chunks without choices only', [{ raw: { choices: [] } }], 'done', 'empty_choices'],
  ['no events', ['Internal server error'], 'eof', 'not_a_stream'],
] as const)('a stream of %s is an error', (...[, chunks, end, code]) => {
  expect(decodeChat(sampleStream(chunks, end))).toMatchObject({ ok: false, error: { code } });
});

it('comments, names, CRLF, several data lines and late usage do no harm', () => {
  const text = [
    '\ufeff: hello',
    '',
    'event: message',
    'id: 1',
    'data: {"model":"m","choices":[{"index":0,',
    'data: "delta":{"content":"a\\nb"}}]}',
    '',
    ': ping',
    'retry: 10',
    'data:{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
    '',
    'data: {"choices":[],"usage":{"prompt_tokens":4,"completion_tokens":2}}',
    '',
    'data: [DONE]',
    '',
    '',
  ].join('\r\n');
  const stream = sampleStream([]);
  expect(decodeChat({ ...stream, frames: [{ atMs: 0, text }] })).toEqual({
    ok: true,
    reply: {
      text: 'a\nb',
      refusal: null,
      calls: [],
      stop: 'stop',
      finishReason: 'stop',
      usage: { inputTokens: 4, outputTokens: 2 },
      model: 'm',
      deviations: [{ code: 'byte_order_mark', text: 'The body begins with a byte-order mark' }],
    },
  });
});

it('a label or its absence does not hide a stream', () => {
  const stream = sampleStream([pay, sampleFinish]);
  expect(decodeChat({ ...stream, headers: {} })).toEqual(decodeChat(stream));
  expect(decodeChat({ ...stream, headers: { 'content-type': 'application/json' } })).toMatchObject({
    ok: true,
    reply: { deviations: [{ code: 'content_type_contradicts' }] },
  });
});

it.each([
  [
    'a whole message in a chunk',
    { raw: { choices: [{ message: { content: 'x' } }] } },
    'message_in_stream',
  ],
  ['an unknown event', 'event: ping\ndata: -', 'unknown_event'],
  ['a chunk that says nothing', { raw: { object: 'ping' } }, 'unknown_event'],
  ['a line that is no field', 'nonsense', 'unknown_field'],
  [
    'a second choice',
    { raw: { choices: [{ index: 1, delta: { content: 'y' } }] } },
    'several_choices',
  ],
] as const)('%s is flagged', (...[, chunk, code]) => {
  expect(read([pay, chunk, sampleFinish])).toEqual({
    calls: ['c1 pay {"cents":5}'],
    codes: [code],
  });
});

it('the old function_call comes in fragments too', () => {
  const chunks = [
    { delta: { function_call: { name: 'go', arguments: '' } } },
    { delta: { function_call: { arguments: '{"a":1}' } } },
    { delta: {}, finish_reason: 'function_call' },
  ];
  expect(read(chunks)).toEqual({ calls: ['- go {"a":1}'], codes: ['legacy_function_call'] });
});
