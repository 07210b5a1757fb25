import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChatAnswer, ChatCompletion } from './answer-chat.ts';
import { toSseFrames } from './to-sse-frames.ts';

const answers = fc.oneof(
  fc.string({ unit: 'binary' }).map((content): ChatAnswer => ({ role: 'assistant', content })),
  fc
    .record({ id: fc.string(), name: fc.string(), text: fc.string({ unit: 'binary' }) })
    .map(({ id, name, text }): ChatAnswer => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name, arguments: text } }],
    })),
);

it('cuts an answer into chunks that add up to it', () => {
  fc.assert(
    fc.property(answers, fc.boolean(), (message, includeUsage) => {
      const completion = complete(message);
      const frames = toSseFrames(completion, includeUsage);
      expect(frames.at(-1)).toBe('data: [DONE]\n\n');
      const chunks = frames.slice(0, -1).map((frame) => JSON.parse(frame.slice(6)));
      const deltas = chunks.flatMap(({ choices }) => choices).map(({ delta }) => delta);
      const calls = deltas.flatMap(({ tool_calls = [] }) => tool_calls);
      const text = deltas.map(({ content }) => content ?? '').join('');
      expect(message.content === null ? calls[0].id : text).toBe(
        message.content === null ? message.tool_calls[0].id : message.content,
      );
      expect(calls.map((call) => call.function.arguments).join('')).toBe(
        message.content === null ? message.tool_calls[0].function.arguments : '',
      );
      expect(
        chunks.filter(({ usage }) => usage).map(({ choices, usage }) => [choices, usage]),
      ).toEqual(includeUsage ? [[[], completion.usage]] : []);
      const finishes = chunks.flatMap(({ choices }) =>
        choices.map((c: { finish_reason: unknown }) => c.finish_reason),
      );
      expect(finishes.filter((finish) => finish !== null)).toEqual([
        completion.choices[0].finish_reason,
      ]);
    }),
  );
});

function complete(message: ChatAnswer): ChatCompletion {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [
      { index: 0, message, finish_reason: message.content === null ? 'tool_calls' : 'stop' },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
  };
}
