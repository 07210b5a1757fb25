import { expect, it } from 'vitest';

import type { ChatRequest } from '../core/talk/chat.ts';
import type { JsonValue } from '../json/json.ts';
import { toReply, type Saying } from './to-reply.ts';

const request: ChatRequest = { model: 'clerk', messages: [{ role: 'user', content: '你好' }] };

const calls: Saying = {
  calls: [
    {
      tool: 'get',
      arguments: { id: 'o-1', note: '很长的一段话,要分成好几块才能送完,再加一些字 😀😀😀' },
    },
    { tool: 'list', arguments: {} },
  ],
};

interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string | null;
      readonly tool_calls?: readonly [
        {
          readonly index: number;
          readonly id?: string;
          readonly function: { readonly name?: string; readonly arguments: string };
        },
      ];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: JsonValue;
}

function readBody(asked: ChatRequest, saying: Saying): { [field: string]: JsonValue } {
  const reply = toReply(asked, saying);
  if (reply.type !== 'body') throw new Error('No body');
  return reply.body as { [field: string]: JsonValue };
}

function readStream(asked: ChatRequest, saying: Saying): readonly Chunk[] {
  const reply = toReply({ ...asked, stream: true }, saying);
  if (reply.type !== 'stream') throw new Error('No stream');
  expect(reply.end).toBe('done');
  return reply.chunks as unknown as readonly Chunk[];
}

it('ids come from the conversation: another word gives other ids, the same word the same', () => {
  const other = { ...request, messages: [{ role: 'user', content: '您好' }] } as const;
  expect(readBody(request, calls)).toEqual(readBody(request, calls));
  expect(readBody(request, calls)['id']).not.toBe(readBody(other, calls)['id']);
  const ids = JSON.stringify(readBody(request, calls)).match(/call_[0-9a-f]+/gu);
  expect(new Set(ids).size).toBe(2);
});

it.each<[finish: string, content: string | null, saying: Saying]>([
  ['stop', '好的', { text: '好的' }],
  ['tool_calls', null, calls],
])('a body that ends with %s', (finish, content, saying) => {
  expect(readBody(request, saying)).toMatchObject({
    object: 'chat.completion',
    model: 'clerk',
    choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content } }],
  });
});

it('usage is the length of what was asked and said, divided by four', () => {
  const { usage } = readBody(request, { text: '好的' });
  // [[{"content":"你好","role":"user"}],[]] has 37 characters, {"content":"好的","role":"assistant"} has 35.
  expect(usage).toEqual({ prompt_tokens: 10, completion_tokens: 9, total_tokens: 19 });
});

it('a streamed text, put together, is the text', () => {
  const text = 'Straight to the point 😀 and on, so that it takes a few pieces to say it all';
  const chunks = readStream(request, { text });
  const pieces = chunks.flatMap((chunk) =>
    chunk.choices.map((choice) => choice.delta.content ?? ''),
  );
  expect(pieces.join('')).toBe(text);
  expect(pieces.length).toBeGreaterThan(4);
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop');
});

it('streamed calls, put together, are the calls of the body', () => {
  const whole: { id: string; name: string; text: string }[] = [];
  for (const chunk of readStream(request, calls)) {
    for (const { index, id, function: said } of chunk.choices[0]?.delta.tool_calls ?? []) {
      whole[index] ??= { id: id ?? '', name: said.name ?? '', text: '' };
      whole[index].text += said.arguments;
    }
  }
  expect(readBody(request, calls)).toMatchObject({
    choices: [
      {
        message: {
          tool_calls: whole.map(({ id, name, text }) => ({
            id,
            type: 'function',
            function: { name, arguments: text },
          })),
        },
      },
    ],
  });
});

it('a stream tells usage only when it is asked to', () => {
  const wanting = { ...request, stream_options: { include_usage: true } };
  const { usage } = readBody(wanting, calls);
  expect(readStream(wanting, calls).at(-1)).toMatchObject({ choices: [], usage });
  expect(readStream(request, calls).some((chunk) => 'usage' in chunk)).toBe(false);
});
