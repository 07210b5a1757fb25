import { expect, it } from 'vitest';
import type { Exchange } from '../core/talk/exchange.ts';
import type { Provider } from '../core/talk/model.ts';
import { createWallClock } from '../testing/create-wall-clock.ts';
import { type ServedAnswer, startFaultServer } from '../testing/fault-server.ts';
import {
  sampleBody,
  sampleCall,
  sampleCompletion,
  sampleFinish,
  samplePiece,
  sampleStream,
  toSampleBytes,
  withBytes,
} from '../testing/sample-exchange.ts';
import { decodeChat } from '../dialect/chat/decode-chat.ts';
import { createOpenAiProvider, type OpenAiProviderOptions } from './create-open-ai-provider.ts';

const never = new AbortController().signal;
const place = { turn: 1, attempt: 1 };
/** Short only where the test waits for it, so that a busy machine changes nothing. */
const patient = { modelTimeoutMs: 15_000 };
const deaf = { ...patient, headersTimeoutMs: 60 };
const hasty = { ...patient, gapTimeoutMs: 60 };

function create(baseUrl: string, options: Partial<OpenAiProviderOptions> = {}): Provider {
  return createOpenAiProvider({
    baseUrl,
    apiKey: 'none',
    clock: createWallClock(),
    timeouts: patient,
    ...options,
  });
}

async function askOnce(answer: ServedAnswer, stream: boolean): Promise<Exchange> {
  await using server = await startFaultServer([answer]);
  const request = { model: 'm-1', stream, messages: [{ role: 'user' as const, content: 'hi' }] };
  const timeouts = answer.end !== 'stalled' ? patient : answer.status === 0 ? deaf : hasty;
  const exchange = await create(server.baseUrl, { timeouts }).send(request, place, never);
  expect(server.requests).toHaveLength(1);
  return exchange;
}

function codeOf(exchange: Exchange): string {
  const decoded = decodeChat(exchange);
  return decoded.ok ? 'reply' : decoded.error.code;
}

const whole = sampleBody(
  sampleCompletion({ tool_calls: [sampleCall('c1', 'weather', '{"c":"北京"}')] }),
);
const stream = sampleStream([
  { delta: { role: 'assistant', content: '' } },
  samplePiece({ index: 0, id: 'c1', type: 'function', name: 'weather', text: '{"c":' }),
  samplePiece({ index: 0, text: '"北京"}' }),
  sampleFinish,
]);
const half = stream.frames.slice(0, 2);
const headersOnly = { ...stream, frames: [] };
const comments = Array.from({ length: 3 }, () => ({ atMs: 0, text: ': keep-alive\n\n' }));

it.each<[string, ServedAnswer, string]>([
  ['a reset before the headers', { ...whole, status: 0, end: 'reset' }, 'connection_reset'],
  ['silence', { ...whole, status: 0, end: 'stalled' }, 'headers_timeout'],
  ['headers and then nothing', { ...headersOnly, end: 'stalled' }, 'body_timeout'],
  ['a short body', { ...whole, contentLength: 9_000 }, 'reset_in_body'],
  ['a stream that is reset', { ...stream, frames: half, end: 'reset' }, 'reset_in_body'],
  ['a stream that stalls', { ...stream, frames: half, end: 'stalled' }, 'body_timeout'],
  [
    'a stream that stalls behind keep-alives',
    { ...stream, frames: [...half, ...comments], end: 'stalled' },
    'body_timeout',
  ],
  ['a stream that just ends', { ...stream, frames: half }, 'stream_cut'],
  ['a stream without [DONE]', { ...stream, frames: stream.frames.slice(0, -1) }, 'reply'],
  ['a web page with 502', sampleBody('<html></html>', { status: 502 }), 'http_502'],
  ['429', sampleBody('', { status: 429, headers: { 'retry-after': '1' } }), 'http_429'],
  ['204', sampleBody('', { status: 204 }), 'empty_body'],
  ['a whole stream', stream, 'reply'],
])('over a real socket: %s', async (_name, answer, code) => {
  const exchange = await askOnce(answer, answer.headers['content-type'] === 'text/event-stream');
  expect(codeOf(exchange)).toBe(code);
});

it('a server that is not there', async () => {
  const server = await startFaultServer([]);
  const { baseUrl } = server;
  await server[Symbol.asyncDispose]();
  const request = { model: 'm-1', messages: [] };
  expect(codeOf(await create(baseUrl).send(request, place, never))).toBe('connection_refused');
});

it('a request that the trial gives up ends at once, as a stall', async () => {
  await using server = await startFaultServer([{ ...whole, status: 0, end: 'stalled' }]);
  const stop = new AbortController();
  const sending = create(server.baseUrl).send({ model: 'm-1', messages: [] }, place, stop.signal);
  while (server.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  expect(await sending).toMatchObject({ status: 0, end: 'stalled' });
  const late = await create(server.baseUrl).send(
    { model: 'm-1', messages: [] },
    place,
    stop.signal,
  );
  expect([late.end, server.requests.length]).toEqual(['stalled', 1]);
});

it('B111 a character cut by the line comes out whole, in text frames', async () => {
  const bytes = toSampleBytes(stream);
  const middle = Buffer.from(bytes).indexOf('北') + 1;
  const exchange = await askOnce(withBytes(stream, bytes, [middle, middle + 1]), true);
  expect(exchange.frames.every((frame) => 'text' in frame)).toBe(true);
  expect(decodeChat(exchange)).toMatchObject({
    reply: { calls: [{ argumentsText: '{"c":"北京"}' }], deviations: [] },
  });
});

it('B181 B182 a stream is taken down piece by piece, also one that is reset', async () => {
  const frames = half.map((frame, index) => ({ ...frame, atMs: 15 * index }));
  const exchange = await askOnce({ ...stream, frames, end: 'reset' }, true);
  expect(exchange.end).toBe('reset');
  expect(exchange.frames.map((frame) => ('text' in frame ? frame.text : ''))).toEqual(
    half.map((frame) => ('text' in frame ? frame.text : '')),
  );
});

it('with fixed times two recordings are the same bytes, whatever the line does', async () => {
  const bytes = toSampleBytes(stream);
  await using server = await startFaultServer([stream, withBytes(stream, bytes, [7, 90])]);
  const provider = create(server.baseUrl, { times: 'fixed' });
  const request = { model: 'm-1', stream: true, messages: [] };
  const first = await provider.send(request, place, never);
  const second = await provider.send(request, place, never);
  expect(second).toEqual(first);
  expect(first.frames.map((frame) => frame.atMs)).toEqual([15, 20, 25, 30, 35]);
});

it.each([
  [
    'two calls under one index',
    [
      samplePiece({ index: 0, id: 'c1', type: 'function', name: 'a', text: '{"p":1}' }),
      samplePiece({ index: 0, id: 'c2', type: 'function', name: 'a', text: '{"p":2}' }),
    ],
  ],
  ['no index', [samplePiece({ id: 'c1', type: 'function', name: 'a', text: '{}' })]],
  [
    'a name in two parts',
    [
      samplePiece({ index: 0, id: 'c1', type: 'function', name: 're', text: '' }),
      samplePiece({ index: 0, name: 'ad', text: '{}' }),
    ],
  ],
])('what the SDK reads otherwise is noted: %s', async (_name, chunks) => {
  const exchange = await askOnce(sampleStream([...chunks, sampleFinish]), true);
  expect(exchange.notes?.map((note) => note.code)).toEqual(['sdk_disagrees']);
  expect(codeOf(exchange)).toBe('reply');
});
