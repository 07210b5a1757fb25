import { expect, it } from 'vitest';
import type { ChatRequest } from '../core/talk/chat.ts';
import type { ScriptedReply } from '../core/suite/suite.ts';
import { decodeChat } from '../dialect/chat/decode-chat.ts';
import { sampleCall, sampleCompletion } from '../testing/sample-exchange.ts';
import { createResponderProvider } from './create-responder-provider.ts';
import { createScriptProvider } from './create-script-provider.ts';
import { toScriptedExchange } from '../dialect/scripted-exchange.ts';

const never = new AbortController().signal;
const request = { model: 'm', messages: [] };
const body = sampleCompletion({ tool_calls: [sampleCall('c1', 'go', '{"a":1}')] });

it('a scripted body takes 10 ms and 1 ms for each 20 characters', () => {
  const text = JSON.stringify(body);
  const endAtMs = 10 + Math.ceil(text.length / 20);
  expect(toScriptedExchange({ type: 'body', status: 200, body, headers: { 'X-A': '1' } })).toEqual({
    status: 200,
    headers: { 'content-type': 'application/json', 'x-a': '1' },
    headersAtMs: 10,
    frames: [{ atMs: endAtMs, text }],
    end: 'complete',
    endAtMs,
  });
});

it('a scripted stream takes 5 ms a chunk', () => {
  const exchange = toScriptedExchange({
    type: 'stream',
    chunks: [
      { delta: { content: 'a' } },
      { raw: { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } } },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      ': comment\n\n',
      { raw_text: 'data: {"choices":[]}' },
    ],
    end: 'done',
  });
  expect(exchange.frames.map((frame) => frame.atMs)).toEqual([15, 20, 25, 30, 35, 40]);
  expect(decodeChat(exchange)).toMatchObject({
    ok: true,
    reply: { text: 'a', stop: 'stop', usage: { inputTokens: 1 }, deviations: [] },
  });
});

it.each<[string, ScriptedReply, string]>([
  ['an error', { type: 'body', status: 503, body: { error: { message: 'x' } } }, 'http_503'],
  ['a web page', { type: 'text', status: 200, text: '<html>' }, 'html_with_200'],
  ['nothing', { type: 'text', status: 200, text: '' }, 'empty_body'],
  [
    'an early end',
    { type: 'stream', chunks: [{ delta: { content: 'a' } }], end: 'eof' },
    'stream_cut',
  ],
  [
    'a reset',
    { type: 'stream', chunks: [{ delta: { content: 'a' } }], end: 'reset' },
    'reset_in_body',
  ],
  [
    'a stall',
    { type: 'stream', chunks: [{ delta: { content: 'a' } }], end: 'stall' },
    'body_timeout',
  ],
])('%s can be scripted', (_name, reply, code) => {
  expect(decodeChat(toScriptedExchange(reply))).toMatchObject({ ok: false, error: { code } });
});

it('a script answers each attempt once and then says that it is exhausted', async () => {
  const replies: ScriptedReply[] = [
    { type: 'text', status: 429, text: '' },
    { type: 'text', status: 200, text: 'x' },
  ];
  const provider = createScriptProvider(replies);
  const statuses: number[] = [];
  for (const attempt of [1, 2]) {
    statuses.push((await provider.send(request, { turn: 1, attempt }, never)).status);
  }
  expect([statuses, provider.provenance]).toEqual([[429, 200], 'scripted']);
  await expect(provider.send(request, { turn: 2, attempt: 1 }, never)).rejects.toMatchObject({
    code: 'SCRIPT_EXHAUSTED',
    message: expect.stringContaining('the script has 2 replies'),
  });
});

it('a responder answers by the request alone', async () => {
  const provider = createResponderProvider((asked) => ({
    type: 'text',
    status: 200,
    text: asked.model,
  }));
  const exchange = await provider.send(request, { turn: 1, attempt: 1 }, never);
  expect(exchange.frames).toEqual([{ atMs: 11, text: 'm' }]);
});

const toolMessage = (content: string): ChatRequest => ({
  model: 'm',
  messages: [{ role: 'tool', tool_call_id: 'c1', content }],
});

it.each<[string, boolean, ChatRequest, string]>([
  [
    'the loop refused what came of it',
    true,
    toolMessage('{"error":{"kind":"invalid_json"}}'),
    'one',
  ],
  ['the line lost it', true, request, 'one'],
  ['the loop ran it all the same', true, toolMessage('{"ok":true}'), 'two'],
  ['the script was written with its faults', false, request, 'two'],
])('a reply that a fault spoiled: %s', async (...[, underFaults, asked, said]) => {
  const texts = ['one', 'two'];
  const replies = texts.map((text): ScriptedReply => ({ type: 'text', status: 200, text }));
  const provider = createScriptProvider(replies, { underFaults });
  await provider.send(request, { turn: 1, attempt: 1 }, never);
  provider.spoiled?.();
  const again = await provider.send(asked, { turn: 1, attempt: 2 }, never);
  expect(again.frames).toMatchObject([{ text: said }]);
});

it('under faults, a last answer stays what a script has to say; a last call does not', async () => {
  const answer: ScriptedReply = { type: 'text', status: 200, text: 'Done.' };
  const talker = createScriptProvider([answer], { underFaults: true });
  const caller = createScriptProvider([{ type: 'body', status: 200, body }], { underFaults: true });
  for (const provider of [talker, caller])
    await provider.send(request, { turn: 1, attempt: 1 }, never);
  const again = await talker.send(request, { turn: 2, attempt: 1 }, never);
  expect(again.frames).toMatchObject([{ text: 'Done.' }]);
  await expect(caller.send(request, { turn: 2, attempt: 1 }, never)).rejects.toMatchObject({
    code: 'SCRIPT_EXHAUSTED',
  });
});
