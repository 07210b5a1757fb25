import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import {
  sampleBody,
  sampleCall,
  sampleCompletion,
  sampleStream,
  toSampleBytes,
  withBytes,
} from '../../testing/sample-exchange.ts';
import { decodeChat } from './decode-chat.ts';

/** `TOOLRIG_FUZZ_RUNS=100000 npx vitest run harness/dialect/chat/decode-chat-fuzz.test.ts` is the long form. */
const numRuns = Number(process.env['TOOLRIG_FUZZ_RUNS'] ?? 300);

const usage: JsonObject = { prompt_tokens: 9, completion_tokens: 4 };

function fragment(index: number, fields: JsonObject): JsonObject {
  return { delta: { tool_calls: [{ index, ...fields }] } };
}

const streamChunks: readonly JsonObject[] = [
  { delta: { role: 'assistant', content: '' } },
  fragment(0, sampleCall('c1', 'weather', '')),
  fragment(0, { function: { arguments: '{"city":"北' } }),
  fragment(0, { function: { arguments: '京 🌧"}' } }),
  fragment(1, sampleCall('c2', 'pay', '{"cents":')),
  fragment(1, { function: { arguments: '5}' } }),
  { delta: {}, finish_reason: 'tool_calls' },
  { raw: { choices: [], usage } },
];

const samples: Readonly<Record<string, Exchange>> = {
  'a body': sampleBody(
    sampleCompletion(
      {
        content: 'ünï',
        tool_calls: [
          sampleCall('c1', 'weather', '{"city":"北京 🌧"}'),
          sampleCall('c2', 'pay', '{"cents":5}'),
        ],
      },
      'tool_calls',
      { usage },
    ),
  ),
  'a stream': sampleStream(streamChunks),
  'a stream with CRLF and comments': withBytes(
    sampleStream([]),
    Buffer.from(
      `: hi\r\n\r\n${toText(sampleStream(streamChunks)).replaceAll('\n\n', '\r\n: 北\r\n\r\n')}`,
    ),
  ),
  'a stream without finish_reason': sampleStream([fragment(0, sampleCall('c1', 'pay', '{"a":1}'))]),
};

function toText(exchange: Exchange): string {
  return Buffer.from(toSampleBytes(exchange)).toString();
}

function callsOf(exchange: Exchange): readonly SaidCall[] | null {
  const decoded = decodeChat(exchange);
  return decoded.ok ? decoded.reply.calls : null;
}

it.each(Object.entries(samples))(
  'B111 %s reads the same whatever the frame edges',
  (_name, exchange) => {
    const bytes = toSampleBytes(exchange);
    const whole = decodeChat(exchange);
    expect(whole.ok && whole.reply.calls.length).toBeGreaterThan(0);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(decodeChat(withBytes(exchange, bytes, [at]))).toEqual(whole);
    }
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 20 }), (edges) => {
        expect(decodeChat(withBytes(exchange, bytes, edges))).toEqual(whole);
      }),
      { numRuns },
    );
  },
);

it.each(Object.entries(samples))(
  '%s cut at any byte is an error or the whole reply, never another call',
  (_name, exchange) => {
    const bytes = toSampleBytes(exchange);
    const whole = callsOf(exchange);
    let errors = 0;
    for (let length = 0; length < bytes.length; length += 1) {
      for (const end of ['complete', 'reset', 'stalled'] as const) {
        const cut = withBytes({ ...exchange, end }, bytes.subarray(0, length));
        const calls = callsOf(cut);
        if (calls === null) errors += 1;
        else expect([length, end, calls]).toEqual([length, end, whole]);
      }
    }
    // Only the tail behind the end of the reply may be missing.
    expect(errors).toBeGreaterThan(bytes.length * 2);
  },
);

it('random bytes under any status and label never crash and never make a call', () => {
  const exchanges = fc.record({
    status: fc.constantFrom(0, 200, 201, 204, 400, 429, 500),
    headers: fc.record(
      {
        'content-type': fc.constantFrom('application/json', 'text/event-stream', 'text/html', 'x'),
        'retry-after': fc.string({ maxLength: 8 }),
      },
      { requiredKeys: [] },
    ),
    headersAtMs: fc.constant(0),
    frames: fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 60 }).map((bytes) => ({
          atMs: 0,
          base64: Buffer.from(bytes).toString('base64'),
        })),
        fc.string({ unit: 'binary', maxLength: 60 }).map((text) => ({ atMs: 0, text })),
        fc
          .constantFrom('data: ', '\n\n', '{"choices":[', ']}', '[DONE]', 'event: error\n', '\r')
          .map((text) => ({ atMs: 0, text })),
      ),
      { maxLength: 8 },
    ),
    end: fc.constantFrom('complete' as const, 'reset' as const, 'stalled' as const),
    endAtMs: fc.constant(0),
  });
  fc.assert(
    fc.property(exchanges, (exchange) => {
      const decoded = decodeChat(exchange);
      if (decoded.ok) expect(decoded.reply.calls).toEqual([]);
      else expect(decoded.error.code).toMatch(/^[a-z0-9_]+$/);
    }),
    { numRuns },
  );
});

it('one byte changed never crashes and never makes a name out of nothing', () => {
  const names = Object.values(samples);
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.nat(255), (which, at, value) => {
      const exchange = names[which % names.length] ?? sampleBody('');
      const bytes = Uint8Array.from(toSampleBytes(exchange));
      bytes[at % bytes.length] = value;
      const calls = callsOf(withBytes(exchange, bytes)) ?? [];
      expect(calls.length).toBeLessThanOrEqual(2);
    }),
    { numRuns },
  );
});

it('events in any order, doubled or lost, never make a call that was not made', () => {
  const places = fc.array(fc.nat(streamChunks.length - 1), { maxLength: 12 });
  fc.assert(
    fc.property(places, fc.constantFrom('done' as const, 'eof' as const), (order, end) => {
      const chunks = order.map((place): JsonValue => streamChunks[place] ?? {});
      const calls = callsOf(sampleStream(chunks, end)) ?? [];
      for (const call of calls) {
        const own = call.name === 'weather' ? 'c1' : 'c2';
        expect(['weather', 'pay']).toContain(call.name);
        expect(call.id).toBe(own);
      }
      expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
    }),
    { numRuns },
  );
});

it('any value in any place of a completion never crashes', () => {
  const value = fc.jsonValue() as fc.Arbitrary<JsonValue>;
  const call = fc.oneof(value, fc.record({ id: value, type: value, function: value }));
  const message = fc.oneof(
    value,
    fc.record({ content: value, refusal: value, tool_calls: fc.oneof(value, fc.array(call)) }),
  );
  const choice = fc.oneof(
    value,
    fc.record({ index: value, message, delta: message, finish_reason: value }),
  );
  const body = fc.record(
    { choices: fc.oneof(value, fc.array(choice)), usage: value, model: value, error: value },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonValue>;
  fc.assert(
    fc.property(fc.array(body, { minLength: 1, maxLength: 3 }), (bodies) => {
      const first = bodies[0] ?? null;
      expect(typeof decodeChat(sampleBody(first)).ok).toBe('boolean');
      const chunks = bodies.map((raw): JsonValue => ({ raw }));
      expect(typeof decodeChat(sampleStream(chunks)).ok).toBe('boolean');
    }),
    { numRuns },
  );
});
