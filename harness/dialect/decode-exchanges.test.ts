import { expect, it } from 'vitest';
import { sampleCall, sampleCompletion, sampleStream } from '../testing/sample-exchange.ts';
import { decodeExchanges, toDecodedLine } from './decode-exchanges.ts';

const body = sampleCompletion({ tool_calls: [sampleCall('c1', 'stock', '{"id": 1, "q": 5.0}')] });
const stream = sampleStream([
  { delta: { tool_calls: [{ index: 0, ...sampleCall('c1', 'stock', '{"id": 1, "q": 5.0}') }] } },
  { delta: {}, finish_reason: 'tool_calls' },
]);
const streamText = stream.frames.map((frame) => ('text' in frame ? frame.text : '')).join('');
const exchange = { status: 200, headers: { 'Content-Type': ['application/json'] }, body };
const failed = { status: 503, headers: { 'retry-after': 2 }, body: 'busy' };

const want = {
  calls: [
    { id: 'c1', name: 'stock', argumentsText: '{"id": 1, "q": 5.0}', arguments: { id: 1, q: 5 } },
  ],
  text: null,
  stopReason: 'tool_calls',
  deviations: [],
  error: null,
};

it.each([
  ['a body', JSON.stringify(body), 1],
  ['a body on several lines', JSON.stringify(body, null, 2), 1],
  ['a stream', streamText, 1],
  ['one exchange', JSON.stringify(exchange, null, 1), 1],
  ['a list of exchanges', JSON.stringify([exchange, exchange]), 2],
  ['JSONL', `${JSON.stringify(exchange)}\n\n${JSON.stringify(exchange)}\n`, 2],
  ['JSONL with bodies as text', JSON.stringify({ ...exchange, body: JSON.stringify(body) }), 1],
  ['JSONL with a stream', JSON.stringify({ status: 200, headers: {}, body: streamText }), 1],
  ['interactions', JSON.stringify({ interactions: [exchange, exchange] }), 2],
  ['an exchange with frames', JSON.stringify(stream), 1],
])('reads %s', (_name, text, count) => {
  const decoded = decodeExchanges(text);
  expect(decoded).toHaveLength(count);
  for (const one of decoded) expect(one).toMatchObject(want);
});

it('errors stand beside replies, with their status and wait', () => {
  const text = `${JSON.stringify(failed)}\n${JSON.stringify(exchange)}\n{"status": 200, "bo\n`;
  const [first, second, third] = decodeExchanges(text);
  expect(first).toMatchObject({
    calls: [],
    stopReason: null,
    error: { code: 'http_503', status: 503, retryAfterMs: 2_000 },
  });
  expect(second?.error).toBeNull();
  expect(third?.error?.code).toBe('truncated_json');
});

it.each([
  ['', 'empty_body'],
  ['{"choices": [', 'truncated_json'],
  ['<html></html>', 'html_with_200'],
  ['{"type":"function_call","name":"x","arguments":"{}"}', 'unknown_format'],
])('%j is an error', (text, code) => {
  expect(decodeExchanges(text).map((one) => one.error?.code)).toEqual([code]);
});

it('a line keeps the numbers of arguments as they were said', () => {
  const said = '{"id": 1234567890123456789, "price": 5.0, "big": 1e400}';
  const text = JSON.stringify(
    sampleCompletion({ tool_calls: [sampleCall('c1', 'pay', said), sampleCall('c2', 'pay', '{')] }),
  );
  const lines = decodeExchanges(text).map(toDecodedLine);
  expect(lines[0]).toContain('"arguments":{"id":1234567890123456789,"price":5.0,"big":1e400}}');
  expect(lines[0]).toContain('"argumentsText":"{","arguments":null}');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ text: null, stopReason: 'tool_calls' });
});
