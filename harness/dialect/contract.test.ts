import { describe, expect, it } from 'vitest';
import type { ChatMessage, ChatRequest } from '../core/talk/chat.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import type { ModelReply, ModelStop, SaidCall } from '../core/talk/model.ts';
import { apiNames, type WireError } from '../core/talk/wire-form.ts';
import { isJsonObject } from '../json/json.ts';
import { toScriptedExchange } from './scripted-exchange.ts';
import type { Decoded } from './decoded.ts';
import { toBodyText, toStreamEvents } from './line/body-text.ts';
import { dialectFor, dialects } from './registry.ts';

/** What every dialect must keep. A new one passes with its line in the registry. */

const plain = { refusal: null, model: 'm-1', usage: { inputTokens: 12, outputTokens: 3 } };
const look: SaidCall = { id: 'call_1', name: 'look_up', argumentsText: '{"id":"R-7"}' };
const pay: SaidCall = {
  id: 'call_2',
  name: 'pay',
  argumentsText: '{"amount":5.0,"account":1234567890123456789,"note":"für \\"zwei\\" 😀"}',
};
const bare: SaidCall = { id: 'call_3', name: 'now', argumentsText: '{}' };

type Said = Pick<ModelReply, 'text' | 'calls' | 'stop'>;

const said: readonly (readonly [about: string, reply: Said])[] = [
  ['a text', { text: 'Zwei Bücher, "gelesen" 😀\n', calls: [], stop: 'stop' }],
  ['a call', { text: null, calls: [look], stop: 'tool_calls' }],
  ['a text and a call', { text: 'One moment', calls: [pay], stop: 'tool_calls' }],
  ['three calls', { text: null, calls: [look, pay, bare], stop: 'tool_calls' }],
  ['a text that was cut', { text: 'Once upon', calls: [], stop: 'length' }],
];

const errors: readonly (readonly [error: WireError, code: string, retryable: boolean])[] = [
  [{ status: 500, kind: 'server', message: 'it broke' }, 'http_500', true],
  [{ status: 529, kind: 'overloaded', message: 'too busy' }, 'http_529', true],
  [{ status: 429, kind: 'rate_limit', message: 'too fast' }, 'http_429', true],
  [{ status: 400, kind: 'context_length', message: 'x' }, 'context_length_exceeded', false],
  [{ status: 400, kind: 'invalid_request', message: 'what?' }, 'http_400', false],
];

const silence = { headersAtMs: 1, frames: [], end: 'complete', endAtMs: 1 } as const;

const history: readonly ChatMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Refund R-7' },
  {
    role: 'assistant',
    content: 'I look first.',
    tool_calls: [look, bare].map(({ id, name, argumentsText }) => ({
      id: id ?? '',
      type: 'function',
      function: { name, arguments: argumentsText ?? '' },
    })),
  },
  { role: 'tool', tool_call_id: 'call_1', content: '{"id":"R-7","open":true}' },
  { role: 'tool', tool_call_id: 'call_3', content: '"noon"' },
  { role: 'assistant', content: 'It is open. Shall I?' },
  { role: 'user', content: 'yes' },
];

/** Where a provider keeps conversations, each reply has an id of its own. */
function withoutId(decoded: Decoded): Decoded {
  if (!decoded.ok) return decoded;
  const { responseId: _id, ...reply } = decoded.reply;
  return { ok: true, reply };
}

describe.each(apiNames)('%s', (api) => {
  const dialect = dialects[api];
  const toReply = (parts: Said): ModelReply => {
    const finishReason = dialect.toStopWord(parts.stop);
    return { ...plain, ...parts, finishReason, deviations: [] };
  };

  it.each(said)('%s comes back as it was, whole and streamed', (_about, parts) => {
    const reply = toReply(parts);
    for (const stream of [false, true]) {
      const exchange = dialect.encode(reply, { stream });
      expect(withoutId(dialect.decode(exchange, { model: 'm-1', stream }))).toEqual({
        ok: true,
        reply,
      });
    }
  });

  it.each(said)('%s, cut at every byte, is an error or the whole', (_about, parts) => {
    const reply = toReply(parts);
    for (const stream of [false, true]) {
      const exchange = dialect.encode(reply, { stream });
      const bytes = Buffer.from(toBodyText(exchange));
      for (let length = 0; length < bytes.length; length += 1) {
        const base64 = bytes.subarray(0, length).toString('base64');
        const cut: Exchange = { ...exchange, frames: [{ atMs: 0, base64 }] };
        const decoded = dialect.decode(cut);
        if (!decoded.ok) continue;
        expect(decoded.reply.calls).toEqual(reply.calls);
        expect(decoded.reply.text).toEqual(reply.text);
      }
    }
  });

  it.each([
    ['reset', 'network', 'reset_in_body'],
    ['stalled', 'timeout', 'body_timeout'],
  ] as const)('a stream that ends in %s is %s', (end, kind, code) => {
    const exchange = dialect.encode(toReply({ text: 'hi', calls: [look], stop: 'tool_calls' }), {
      stream: true,
    });
    const frames = toStreamEvents(exchange).slice(0, 2);
    expect(dialect.decode({ ...exchange, frames, end })).toMatchObject({ error: { kind, code } });
  });

  it.each(errors)('an error answer is read: %o', (error, code, retryable) => {
    const text = dialect.toErrorBody(error);
    const exchange: Exchange = {
      ...silence,
      status: error.status,
      headers: { 'content-type': 'application/json' },
      frames: [{ atMs: 1, text }],
    };
    expect(dialect.decode(exchange)).toMatchObject({
      ok: false,
      error: { kind: 'http', code, retryable, message: expect.stringContaining(error.message) },
    });
  });

  it('an error with 200 and an error in a stream are errors', () => {
    const error: WireError = { status: 200, kind: 'overloaded', message: 'too busy' };
    const whole: Exchange = {
      ...silence,
      status: 200,
      headers: { 'content-type': 'application/json' },
      frames: [{ atMs: 1, text: dialect.toErrorBody(error) }],
    };
    expect(dialect.decode(whole)).toMatchObject({
      error: { code: 'error_object_with_200', retryable: true },
    });
    const exchange = dialect.encode(toReply({ text: 'hi', calls: [look], stop: 'tool_calls' }), {
      stream: true,
    });
    const events = [
      ...toStreamEvents(exchange).slice(0, 3),
      { atMs: 1, text: dialect.toErrorEvent(error) },
    ];
    expect(dialect.decode({ ...exchange, frames: events })).toMatchObject({
      error: { code: 'error_in_stream', retryable: true },
    });
  });

  it.each([
    ['', 'empty_body'],
    ['<html></html>', 'html_with_200'],
    ['{"hello":1}', 'unknown_format'],
    ['[1,2', 'truncated_json'],
  ])('a body that is no reply: %j', (text, code) => {
    const frames = text === '' ? [] : [{ atMs: 1, text }];
    const exchange: Exchange = { ...silence, status: 200, headers: {}, frames };
    expect(dialect.decode(exchange)).toMatchObject({ ok: false, error: { code } });
  });

  it.each<ModelStop>(['stop', 'tool_calls', 'length'])('has a word for the end "%s"', (stop) => {
    expect(dialect.toStopWord(stop)).toEqual(expect.any(String));
  });

  it('a scripted reply is read as it was said, in pieces', () => {
    const calls = history[2]?.role === 'assistant' ? (history[2].tool_calls ?? []) : [];
    for (const stream of [false, true]) {
      const speech = {
        key: 'k1',
        created: 1,
        model: 'm-1',
        text: null,
        calls,
        usage: plain.usage,
      };
      const spoken = dialect.script(speech, { stream, pieceChars: 3, tellsUsage: true });
      expect(withoutId(dialect.decode(toScriptedExchange(spoken), { stream }))).toEqual({
        ok: true,
        reply: toReply({ text: null, calls: [look, bare], stop: 'tool_calls' }),
      });
    }
  });

  it('a request comes back from its body, with its dialect', () => {
    const request: ChatRequest = {
      ...(api === 'chat' ? {} : { api }),
      model: 'm-1',
      messages: history,
      tools: [
        {
          type: 'function',
          function: { name: 'look_up', description: 'Looks up', parameters: { type: 'object' } },
        },
      ],
      stream: true,
      temperature: 0,
      ...(api === 'messages' ? { max_tokens: 100 } : {}),
    };
    expect(dialectFor(request)).toBe(dialect);
    const body: unknown = JSON.parse(dialect.writeRequest(request));
    if (!isJsonObject(body)) throw new Error('no object');
    expect(dialect.readRequest(body)).toEqual({ ok: true, value: request });
    expect(dialect.readRequest({})).toMatchObject({ ok: false });
  });

  it('says what each event does: the content, the end and its mark', () => {
    const exchange = dialect.encode(toReply({ text: 'hi', calls: [look], stop: 'tool_calls' }), {
      stream: true,
    });
    const roles = toStreamEvents(exchange).map(({ text }) => dialect.roleOf(text));
    expect(roles).toContain('content');
    expect(roles.filter((role) => role === 'finish')).toHaveLength(1);
    expect(dialect.isEnding(toBodyText(exchange))).toBe(true);
    expect(dialect.findText(toBodyText(exchange))).not.toBeNull();
    expect(dialect.withFirstIndex(toStreamEvents(exchange)[0]?.text ?? '')).toBeNull();
  });

  it.each([false, true])('faults of the reply itself, streamed: %s', (stream) => {
    const reply = toReply({ text: 'hi', calls: [look], stop: 'tool_calls' });
    const exchange = dialect.encode(reply, { stream });
    const turned = dialect.contradict(exchange);
    // Not every API has a word that could contradict the calls.
    if (dialect.toStopWord('stop') === dialect.toStopWord('tool_calls'))
      expect(turned).toBe(exchange);
    else
      expect(dialect.decode(turned)).toMatchObject({
        reply: { calls: [look], deviations: [{ code: 'finish_contradicts' }] },
      });
    const written = dialect.decode(dialect.writeCalls(exchange), { toolNames: ['look_up'] });
    expect(written).toMatchObject({
      reply: { calls: [], stop: 'stop', deviations: [{ code: 'call_as_text' }] },
    });
    const silent = dialect.encode(toReply({ text: 'hi', calls: [], stop: 'stop' }), { stream });
    expect(dialect.writeCalls(silent)).toBe(silent);
  });
});
