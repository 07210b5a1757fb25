import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { FaultInjection } from '../../core/suite/fault.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import {
  sampleBody,
  sampleCall,
  sampleCompletion,
  sampleFinish,
  samplePiece,
  sampleStream,
  toSampleBytes,
} from '../../testing/sample-exchange.ts';
import { chatDialect } from '../../dialect/chat/chat-dialect.ts';
import { createFaultPoint } from './create-fault-point.ts';

function strike(
  inject: FaultInjection,
): ReturnType<ReturnType<typeof createFaultPoint>['atModel']>[number] {
  const address = { on: 'model', turn: 1, attempt: 1 } as const;
  const plan = { name: 'p', byHand: true, faults: [{ name: 'f1', address, inject }] };
  const [made] = createFaultPoint(plan, { seed: 's' }).atModel(1, 1);
  if (made === undefined) throw new Error('nothing struck');
  return made;
}

function send(inject: FaultInjection, exchange: Exchange): Exchange {
  const made = strike(inject);
  if (made.type === 'replace') return made.toExchange(chatDialect);
  if (made.type === 'transform') return made.apply(exchange, chatDialect);
  throw new Error('edits calls');
}

function edit(inject: FaultInjection, calls: readonly SaidCall[]): readonly SaidCall[] | null {
  const made = strike(inject);
  if (made.type !== 'edit_calls') throw new Error('edits no calls');
  return made.apply(calls);
}

const bodyOf = (exchange: Exchange): string =>
  Buffer.from(toSampleBytes(exchange)).toString('utf8');
const whole = sampleBody(sampleCompletion({ tool_calls: [sampleCall('c1', 'pay', '{"id":1}')] }), {
  headersAtMs: 5,
  endAtMs: 9,
});
const stream = sampleStream([
  samplePiece({ index: 0, id: 'c1', name: 'pay', text: '{"id"' }),
  samplePiece({ index: 0, text: ':1}' }),
  samplePiece({ index: 1, id: 'c2', name: 'look', text: '{}' }),
  sampleFinish,
]);

it.each([
  ['timeout', 'stalled'],
  ['refused', 'refused'],
  ['reset_before_body', 'reset'],
])('%s: no response line, %s', (kind, end) => {
  expect(send({ kind }, whole)).toEqual({
    status: 0,
    headers: {},
    headersAtMs: 0,
    frames: [],
    end,
    endAtMs: 0,
  });
});

it.each([500, 502, 503, 504, 529])(
  'http %s answers with an error object and asks for no real wait',
  (status) => {
    const exchange = send({ kind: 'http', status }, whole);
    expect([exchange.status, exchange.headers['retry-after-ms']]).toEqual([status, '1']);
    expect(JSON.parse(bodyOf(exchange))).toMatchObject({ error: { type: 'server_error' } });
  },
);

it.each([
  [1, { 'retry-after-ms': '1' }],
  [999, { 'retry-after-ms': '999' }],
  [1_000, { 'retry-after': '1' }],
  [1_500, { 'retry-after': '2' }],
  [3_600_000, { 'retry-after': '3600' }],
])('a 429 that asks for %s ms says %j', (retryAfterMs, headers) => {
  const exchange = send({ kind: 'rate_limited', retryAfterMs }, whole);
  expect([exchange.status, exchange.headers]).toEqual([
    429,
    { 'content-type': 'application/json', ...headers },
  ]);
});

it.each([
  ['context_length', 400, /context_length_exceeded/u],
  ['html_with_200', 200, /^<!doctype html>/u],
  ['empty_body', 200, /^$/u],
  ['error_object_with_200', 200, /"error"/u],
])('%s answers %s', (kind, status, body) => {
  const exchange = send({ kind }, whole);
  expect(exchange.status).toBe(status);
  expect(bodyOf(exchange)).toMatch(body);
});

it.each([
  ['reset_in_body', 'reset'],
  ['stalled_body', 'stalled'],
  ['truncated_json', 'complete'],
])('%s lets half of the body through and ends %s', (kind, end) => {
  const exchange = send({ kind }, whole);
  const text = bodyOf(whole);
  expect([bodyOf(exchange), exchange.end, exchange.status]).toEqual([
    text.slice(0, Math.ceil(text.length / 2)),
    end,
    200,
  ]);
});

it('slow_first_byte moves the whole answer', () => {
  const late = send({ kind: 'slow_first_byte', delayMs: 100 }, whole);
  expect([late.headersAtMs, late.frames[0]?.atMs, late.endAtMs]).toEqual([105, 100, 109]);
  expect(bodyOf(late)).toBe(bodyOf(whole));
});

it('invalid_utf8 puts a broken character into the first text', () => {
  const bytes = Buffer.from(toSampleBytes(send({ kind: 'invalid_utf8' }, whole)));
  expect(bytes.includes(Buffer.from([0x22, 0xc3, 0x28]))).toBe(true);
  expect(bytes.toString('utf8')).toContain('\ufffd(');
});

it.each([
  ['abcd', 'ab', 'cd'],
  ['{"content" : "hi"}', '{"content" : "', 'hi"}'],
])('invalid_utf8 spoils %j after %j', (body, before, after) => {
  const bytes = Buffer.from(toSampleBytes(send({ kind: 'invalid_utf8' }, sampleBody(body))));
  const broken = Buffer.from([0xc3, 0x28]);
  expect(bytes).toEqual(Buffer.concat([Buffer.from(before), broken, Buffer.from(after)]));
});

it('an http fault without a status is a 503', () => {
  expect(send({ kind: 'http' }, whole).status).toBe(503);
});

it.each<[FaultInjection, RegExp, Exchange['end']]>([
  [{ kind: 'stream_stall' }, /^data: \{[^]*:1\}[^]*$/u, 'stalled'],
  [{ kind: 'stream_stall', afterEvents: 0 }, /^$/u, 'stalled'],
  [{ kind: 'stream_reset', afterEvents: 1 }, /^data: [^\n]*c1[^\n]*\n\n$/u, 'reset'],
  [{ kind: 'stream_error_event', afterEvents: 1 }, /"error"[^\n]*\n\n$/u, 'complete'],
  [
    { kind: 'stream_end_early' },
    /^(?![^]*finish_reason":"tool_calls)(?![^]*DONE)[^]*c2/u,
    'complete',
  ],
  [{ kind: 'stream_no_done' }, /^(?![^]*DONE)[^]*finish_reason":"tool_calls/u, 'complete'],
  [{ kind: 'stream_duplicated_chunk' }, /c1[^]*c1[^]*:1\}/u, 'complete'],
  [{ kind: 'stream_reordered_chunks' }, /:1\}[^]*c1[^]*c2/u, 'complete'],
  [{ kind: 'stream_repeated_index' }, /^(?![^]*"index":1)[^]*c2/u, 'complete'],
])('%j', (inject, body, end) => {
  const exchange = send(inject, stream);
  expect(bodyOf(exchange)).toMatch(body);
  expect(exchange.end).toBe(end);
});

it('stream_broken_chunk leaves one event that is no JSON', () => {
  const events = bodyOf(send({ kind: 'stream_broken_chunk' }, stream))
    .trimEnd()
    .split('\n\n');
  expect(events).toHaveLength(5);
  expect(() => JSON.parse(events[0]?.slice('data: '.length) ?? '')).toThrow(SyntaxError);
  expect(JSON.parse(events[1]?.slice('data: '.length) ?? '')).toHaveProperty('choices');
});

it('events count as events however they were cut into frames', () => {
  const text = bodyOf(stream);
  const frames = text.split('').map((character, index) => ({ atMs: index, text: character }));
  const cut = { ...stream, frames };
  expect(bodyOf(send({ kind: 'stream_reset', afterEvents: 2 }, cut))).toBe(
    bodyOf(send({ kind: 'stream_reset', afterEvents: 2 }, stream)),
  );
});

it('what still arrives keeps its time', () => {
  const timed = {
    ...stream,
    frames: stream.frames.map((frame, index) => ({ ...frame, atMs: index * 10 })),
  };
  const exchange = send({ kind: 'stream_reset', afterEvents: 3 }, timed);
  expect(exchange.frames.map((frame) => frame.atMs)).toEqual([0, 10, 20]);
  expect(exchange.endAtMs).toBe(20);
});

it.each([
  'stream_stall',
  'stream_reset',
  'stream_end_early',
  'stream_no_done',
  'stream_duplicated_chunk',
  'stream_reordered_chunks',
  'stream_broken_chunk',
  'stream_repeated_index',
  'stream_error_event',
])('%s does not strike an answer that is not streamed', (kind) => {
  expect(send({ kind }, whole)).toBe(whole);
});

const onePiece = sampleStream([samplePiece({ index: 0, name: 'pay', text: '{}' }), sampleFinish]);

const piece = (text: string) => samplePiece({ index: 0, name: 'pay', text });
const twoPieces = sampleStream([piece('{'), piece('}'), sampleFinish]);
const apart = sampleStream([piece('{'), { delta: {} }, piece('}'), sampleFinish]);

it.each<[string, Exchange, boolean]>([
  ['stream_duplicated_chunk', sampleStream([sampleFinish]), false],
  ['stream_duplicated_chunk', onePiece, true],
  ['stream_duplicated_chunk', sampleStream([{ delta: { content: 'hi' } }]), true],
  ['stream_duplicated_chunk', sampleStream([{ delta: { content: '' } }]), false],
  ['stream_duplicated_chunk', sampleStream([{ delta: { content: null } }]), false],
  ['stream_reordered_chunks', onePiece, false],
  ['stream_reordered_chunks', twoPieces, true],
  ['stream_reordered_chunks', apart, false],
  ['stream_broken_chunk', sampleStream([sampleFinish]), false],
  ['stream_broken_chunk', onePiece, true],
  ['stream_repeated_index', onePiece, false],
  ['stream_repeated_index', stream, true],
  ['stream_no_done', sampleStream([sampleFinish], 'eof'), false],
  ['stream_no_done', onePiece, true],
  ['stream_end_early', sampleStream([samplePiece({ index: 0, text: '' })], 'eof'), false],
  ['stream_end_early', onePiece, true],
  ['stream_end_early', sampleStream([sampleFinish]), true],
])('%s strikes only a stream that holds what it needs', (kind, exchange, strikes) => {
  const sent = send({ kind }, exchange);
  expect([sent !== exchange, bodyOf(sent) !== bodyOf(exchange)]).toEqual([strikes, strikes]);
});

it('call_as_text in a stream keeps what every chunk says of its reply', () => {
  const head = { id: 'r-1', object: 'chat.completion.chunk', model: 'm-1' };
  const calls = [{ index: 0, id: 'c1', function: { name: 'pay', arguments: '{}' } }];
  const named = sampleStream([
    { raw: { ...head, choices: [{ index: 0, delta: { tool_calls: calls } }] } },
    { raw: { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] } },
  ]);
  const events = bodyOf(send({ kind: 'call_as_text' }, named)).split('\n\n');
  const chunks = events
    .slice(0, 2)
    .map((event): unknown => JSON.parse(event.slice('data: '.length)));
  expect(chunks).toMatchObject([head, head]);
  expect(events.slice(2)).toEqual(['data: [DONE]', '']);
});

it.each([
  [whole, '"finish_reason":"stop"'],
  [stream, '"finish_reason":"stop"'],
  [sampleBody(sampleCompletion({ content: 'hi' }, 'stop')), '"finish_reason":"tool_calls"'],
])('contradicting_finish says the other reason', (exchange, said) => {
  expect(bodyOf(send({ kind: 'contradicting_finish' }, exchange))).toContain(said);
});

it.each([
  [whole, '<tool_call>{"name":"pay","arguments":{"id":1}}</tool_call>'],
  [
    stream,
    '<tool_call>{"name":"pay","arguments":{"id":1}}</tool_call>\n<tool_call>{"name":"look","arguments":{}}</tool_call>',
  ],
])('call_as_text writes the calls and makes none', (exchange, text) => {
  const said = bodyOf(send({ kind: 'call_as_text' }, exchange));
  expect(said).toContain(JSON.stringify(text));
  expect(said).not.toContain('"tool_calls"');
});

it('what has no calls cannot have them as text', () => {
  const plain = sampleBody(sampleCompletion({ content: 'hi' }, 'stop'));
  expect(send({ kind: 'call_as_text' }, plain)).toBe(plain);
});

const pay: SaidCall = { id: 'c1', name: 'pay', argumentsText: '{"id":"A1","n":2}' };
const look: SaidCall = { id: 'c2', name: 'look', argumentsText: '' };
const planted = { injected: 'f1' };
const damaged = { edited: { fault: 'f1', part: 'arguments' } } as const;
const renamed = { edited: { fault: 'f1', part: 'id' } } as const;

it.each<[FaultInjection, readonly SaidCall[]]>([
  [{ kind: 'malformed_arguments' }, [{ ...pay, ...damaged, argumentsText: '{"id":"A' }, look]],
  [{ kind: 'malformed_arguments', index: 1 }, [pay, { ...look, ...damaged, argumentsText: '{' }]],
  [
    { kind: 'double_encoded' },
    [{ ...pay, ...damaged, argumentsText: '"{\\"id\\":\\"A1\\",\\"n\\":2}"' }, look],
  ],
  [{ kind: 'not_an_object' }, [{ ...pay, ...damaged, argumentsText: '[]' }, look]],
  [
    { kind: 'wrong_type' },
    [{ ...pay, ...damaged, argumentsText: '{"id":{"value":"A1"},"n":2}' }, look],
  ],
  [
    { kind: 'wrong_type', field: 'n' },
    [{ ...pay, ...damaged, argumentsText: '{"id":"A1","n":"2"}' }, look],
  ],
  [{ kind: 'wrong_enum' }, [{ ...pay, ...damaged, argumentsText: '{"id":"not_A1","n":2}' }, look]],
  [
    { kind: 'extra_field' },
    [{ ...pay, ...damaged, argumentsText: '{"id":"A1","n":2,"force":true}' }, look],
  ],
  [{ kind: 'duplicate_call', id: 'same' }, [pay, { ...pay, ...planted }, look]],
  [{ kind: 'duplicate_call' }, [pay, { ...pay, ...planted, id: 'c1_again' }, look]],
  [
    { kind: 'repeated_call', tool: 'pay', arguments: '{"id":"A0"}' },
    [pay, look, { id: 'call_again', name: 'pay', argumentsText: '{"id":"A0"}', ...planted }],
  ],
  [{ kind: 'reused_id', id: 'c0' }, [{ ...pay, ...renamed, id: 'c0' }, look]],
  [{ kind: 'missing_id', index: 1 }, [pay, { ...look, ...renamed, id: null }]],
  [{ kind: 'unknown_tool' }, [{ ...pay, ...planted, name: 'pay_v2' }, look]],
  [{ kind: 'unknown_tool', name: 'zap' }, [{ ...pay, ...planted, name: 'zap' }, look]],
])('%j', (inject, calls) => {
  expect(edit(inject, [pay, look])).toEqual(calls);
});

it.each<[FaultInjection, readonly SaidCall[]]>([
  [{ kind: 'malformed_arguments' }, []],
  [{ kind: 'duplicate_call', index: 2 }, [pay, look]],
  [{ kind: 'wrong_type' }, [look]],
  [{ kind: 'wrong_type', field: 'gone' }, [pay]],
  [{ kind: 'wrong_enum' }, [{ ...pay, argumentsText: '{"n":2}' }]],
  [{ kind: 'wrong_enum' }, [{ ...pay, argumentsText: '{"undefined":2}' }]],
  [{ kind: 'extra_field' }, [{ ...pay, argumentsText: '{' }]],
])('%j does not fit %j and does not strike', (inject, calls) => {
  expect(edit(inject, calls)).toBeNull();
});

it('stream_end_early keeps every event before the one that says why', () => {
  const events = bodyOf(stream).split('\n\n');
  const finish = events.findIndex((event) => event.includes('"finish_reason":"'));
  expect(finish).toBe(3);
  expect(bodyOf(send({ kind: 'stream_end_early' }, stream))).toBe(
    events
      .slice(0, finish)
      .map((event) => `${event}\n\n`)
      .join(''),
  );
});

it.each([
  ['"a"', '{"value":"a"}'],
  ['1', '"1"'],
  ['true', '"true"'],
  ['null', '"null"'],
  ['[1]', '"null"'],
  ['{"a":1}', '"null"'],
])('wrong_type makes of %s %s', (value, made) => {
  const call = { ...pay, argumentsText: `{"id":${value}}` };
  expect(edit({ kind: 'wrong_type' }, [call])).toEqual([
    { ...call, ...damaged, argumentsText: `{"id":${made}}` },
  ]);
});

it.each([
  [' {"id":1} ', '{"id'],
  ['{}', '{'],
  ['{', '{'],
  ['', '{'],
])('malformed_arguments cuts %j to %j', (text, cut) => {
  const call = { ...pay, argumentsText: text };
  expect(edit({ kind: 'malformed_arguments' }, [call])?.[0]?.argumentsText).toBe(cut);
});

it('calls without an id or arguments can be doubled and damaged', () => {
  const bare: SaidCall = { id: null, name: 'pay', argumentsText: null };
  expect(edit({ kind: 'duplicate_call' }, [bare])?.[1]?.id).toBe('call_again');
  expect(edit({ kind: 'double_encoded' }, [bare])?.[0]?.argumentsText).toBe('""');
});
