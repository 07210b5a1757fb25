import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEncoderServer } from './create-encoder-server.ts';
import type { Policy } from './policy.ts';

/** Likes tools whose description is in the text. */
const literal: Policy = {
  name: 'literal',
  threshold: 0.5,
  spread: 0.5,
  similarities: (text, tools) =>
    Promise.resolve(tools.map(({ description }) => (text.includes(description) ? 1 : 0))),
};
const tools: OpenAI.ChatCompletionTool[] = ['red', 'blue'].map((description) => ({
  type: 'function',
  function: {
    name: `paint_${description}`,
    description,
    parameters: {
      type: 'object',
      properties: { what: { type: 'string' } },
      required: ['what'],
    },
  },
}));
const server = createEncoderServer([literal]);
let origin = '';
let client: OpenAI;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'none', maxRetries: 0 });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

it.each([
  ['paint it blue', {}, 'paint_blue'],
  ['paint it green', {}, null],
  ['paint it green', { tool_choice: 'required' }, 'paint_red'],
  ['paint it blue', { tool_choice: 'none' }, null],
  [
    'paint it blue',
    { tool_choice: { type: 'function', function: { name: 'paint_red' } } },
    'paint_red',
  ],
] satisfies [string, Partial<OpenAI.ChatCompletionCreateParams>, string | null][])(
  'answers %j with %j by %s, streamed and not',
  async (content, extra, name) => {
    const body = {
      model: 'literal',
      messages: [{ role: 'user' as const, content }],
      tools,
      ...extra,
    };
    const whole = await client.chat.completions.create({ ...body, stream: false });
    const usage = { include_usage: true };
    const streamed = await client.chat.completions
      .stream({ ...body, stream_options: usage })
      .finalChatCompletion();
    expect(toParts(streamed)).toEqual(toParts(whole));
    expect(toParts(whole)).toEqual({
      id: whole.id,
      usage: whole.usage,
      finish: name === null ? 'stop' : 'tool_calls',
      content: name === null ? 'None of the tools fits what was said, so none was called.' : null,
      calls:
        name === null
          ? []
          : [
              [
                expect.stringMatching(/^call_[0-9a-f]{24}$/u),
                name,
                JSON.stringify({ what: content }),
              ],
            ],
    });
  },
);

it('answers in words once a tool has answered, and listens to the next turn again', async () => {
  const call = {
    id: 'c1',
    type: 'function' as const,
    function: { name: 'paint_red', arguments: '{}' },
  };
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'user', content: 'red' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: '{"ok":true}' },
  ];
  const say = async (
    more: OpenAI.ChatCompletionMessageParam[],
  ): Promise<string | null | undefined> => {
    const body = { model: 'literal', messages: [...messages, ...more], tools };
    const { choices } = await client.chat.completions.create(body);
    return choices[0]?.message.content;
  };
  expect(await say([])).toBe('paint_red has answered; see there.');
  expect(await say([{ role: 'user', content: [{ type: 'text', text: 'now blue' }] }])).toBe(null);
});

it('gives the same bytes for the same seed, other choices for others, and draws again without one', async () => {
  const ask = async (seed: number | undefined): Promise<string> => {
    const body = {
      model: 'literal',
      messages: [{ role: 'user', content: 'red or blue' }],
      tools,
      temperature: 1,
      seed,
    };
    return post(JSON.stringify(body)).then((response) => response.text());
  };
  const toNames = (texts: readonly string[]): readonly unknown[] =>
    texts.map((text) => JSON.parse(text).choices[0].message.tool_calls?.[0].function.name ?? null);
  expect(await ask(7)).toBe(await ask(7));
  const seeded: string[] = [];
  const drawn: string[] = [];
  for (let round = 1; round <= 20; round += 1) {
    seeded.push(await ask(round));
    drawn.push(await ask(undefined));
  }
  expect(new Set(toNames(seeded))).toEqual(new Set(['paint_red', 'paint_blue', null]));
  expect(new Set(toNames(drawn)).size).toBeGreaterThan(1);
});

it.each([
  ['{', 400, 'The body must be a JSON object'],
  ['{"messages":[]}', 400, '"model" must be a string'],
  ['{"model":"literal"}', 400, '"messages" must be an array'],
  [
    '{"model":"literal","messages":[],"temperature":-1}',
    400,
    '"temperature" must be a number, 0 or more',
  ],
  ['{"model":"literal","messages":[],"seed":"x"}', 400, '"seed" must be a number'],
  ['{"model":"literal","messages":[],"n":2}', 400, '"n" must be 1: there is one choice'],
  [
    '{"model":"literal","messages":[],"tools":[{"type":"web"}]}',
    400,
    '"tools" must be functions with a name',
  ],
  ['{"model":"other","messages":[]}', 404, 'No model "other": there are literal'],
  [`"${'x'.repeat(4 * 1024 * 1024)}"`, 413, 'The body is larger than 4 MiB'],
])('refuses %.70s', async (body, status, message) => {
  const response = await post(body);
  expect([response.status, JSON.parse(await response.text()).error.message]).toEqual([
    status,
    message,
  ]);
});

it('lists its models, counts completions, and knows no other address', async () => {
  const count = async (): Promise<number> =>
    JSON.parse(await (await fetch(`${origin}/stats`)).text()).completions;
  const before = await count();
  await post('{"model":"literal","messages":[{"role":"user","content":"hello"}]}');
  await post('{');
  expect(await count()).toBe(before + 1);
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual(['literal']);
  expect((await fetch(`${origin}/v1/files`)).status).toBe(404);
});

function post(body: string): Promise<Response> {
  return fetch(`${origin}/v1/chat/completions`, { method: 'POST', body });
}

function toParts({ id, usage, choices }: OpenAI.ChatCompletion): object {
  const [choice] = choices;
  const calls = (choice?.message.tool_calls ?? []).filter((call) => call.type === 'function');
  return {
    id,
    usage,
    finish: choice?.finish_reason,
    content: choice?.message.content,
    calls: calls.map((call) => [call.id, call.function.name, call.function.arguments]),
  };
}
