import { expect, it } from 'vitest';
import type { ReplyInput } from '../../input/reply-input.ts';
import { toReplies } from './to-reply.ts';

/** The one choice of a body that was made. */
function choiceOf(input: ReplyInput): unknown {
  const [reply] = toReplies([input]);
  if (reply?.type !== 'body') throw new Error('no body');
  const { choices } = reply.body as { readonly choices: readonly unknown[] };
  return choices[0];
}

function callsOf(input: ReplyInput): unknown {
  return (choiceOf(input) as { readonly message: { readonly tool_calls: unknown } }).message
    .tool_calls;
}

it('makes a whole body of a text', () => {
  expect(toReplies(['Done.'])).toEqual([
    {
      type: 'body',
      status: 200,
      body: {
        id: 'chatcmpl-script',
        created: 0,
        model: 'script',
        object: 'chat.completion',
        choices: [
          { index: 0, message: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' },
        ],
      },
    },
  ]);
});

it.each([
  [undefined, { name: 'f', arguments: '{}' }],
  [{ a: 1 }, { name: 'f', arguments: '{"a":1}' }],
  ['{"a":', { name: 'f', arguments: '{"a":' }],
  ['', { name: 'f', arguments: '' }],
  [null, { name: 'f' }],
])('says the arguments %j', (args, wanted) => {
  const call = args === undefined ? { name: 'f' } : { name: 'f', arguments: args };
  expect(callsOf({ calls: [call] })).toEqual([
    { id: 'call_1', type: 'function', function: wanted },
  ]);
});

it('counts ids through the script; null leaves one out', () => {
  const replies = toReplies([
    { calls: [{ name: 'a' }, { name: 'b', id: null }] },
    { calls: [{ name: 'c' }, { name: 'd', id: 'mine' }] },
  ]);
  const ids = replies.flatMap((reply) => {
    const { choices } = (reply.type === 'body' ? reply.body : {}) as {
      readonly choices: readonly {
        readonly message: { readonly tool_calls: readonly { readonly id?: string }[] };
      }[];
    };
    return choices[0]?.message.tool_calls.map(({ id }) => id) ?? [];
  });
  expect(ids).toEqual(['call_1', undefined, 'call_3', 'mine']);
});

it('writes the finish reason that fits, or the given one', () => {
  expect(choiceOf({ calls: [{ name: 'a' }] })).toMatchObject({ finish_reason: 'tool_calls' });
  expect(choiceOf({ text: 'a' })).toMatchObject({ finish_reason: 'stop' });
  expect(choiceOf({ calls: [{ name: 'a' }], finish: 'length' })).toMatchObject({
    finish_reason: 'length',
  });
});

it('puts one choice into a body, with its usage, and leaves a whole body as it is', () => {
  const message = { role: 'assistant', content: 'x' };
  const usage = { prompt_tokens: 1, completion_tokens: 2 };
  const [reply] = toReplies([{ message, finish_reason: 'stop', usage }]);
  expect(reply).toMatchObject({
    body: { choices: [{ index: 0, message, finish_reason: 'stop' }], usage },
  });
  const body = { id: 'x', choices: [] };
  expect(toReplies([body])).toEqual([{ type: 'body', status: 200, body }]);
});

it('streams a reply in pieces that come to the same', () => {
  const [reply] = toReplies([
    { text: 'Hm', calls: [{ name: 'f', arguments: { a: 1 } }], stream: true },
  ]);
  expect(reply).toMatchObject({ type: 'stream', end: 'done' });
  const chunks = (reply?.type === 'stream' ? reply.chunks : []) as readonly {
    readonly object: string;
    readonly choices: readonly [{ readonly delta: unknown; readonly finish_reason: string | null }];
  }[];
  expect(new Set(chunks.map(({ object }) => object))).toEqual(new Set(['chat.completion.chunk']));
  expect(chunks.map(({ choices: [{ delta, finish_reason }] }) => [delta, finish_reason])).toEqual([
    [{ role: 'assistant' }, null],
    [{ content: 'Hm' }, null],
    [
      {
        tool_calls: [
          { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } },
        ],
      },
      null,
    ],
    [{ tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] }, null],
    [{}, 'tool_calls'],
  ]);
});

it('wraps deltas into chunks and leaves whole chunks and anything else as they are', () => {
  const whole = { id: 'x', choices: [] };
  const [reply] = toReplies([{ chunks: [{ delta: { content: 'a' } }, whole, 7], end: 'eof' }]);
  expect(reply).toEqual({
    type: 'stream',
    end: 'eof',
    chunks: [
      {
        id: 'chatcmpl-script',
        created: 0,
        model: 'script',
        object: 'chat.completion.chunk',
        choices: [{ index: 0, delta: { content: 'a' }, finish_reason: null }],
      },
      whole,
      7,
    ],
  });
});

it('leaves plain HTTP as it is', () => {
  const raw = {
    type: 'text',
    status: 502,
    text: '<html>',
    headers: { 'content-type': 'text/html' },
  } as const;
  expect(toReplies([raw])).toEqual([raw]);
});
