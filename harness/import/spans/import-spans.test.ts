import { expect, it } from 'vitest';
import type { ImportedRun } from '../imported-run.ts';
import { importers } from '../registry.ts';

function read(text: string): ImportedRun {
  const importer = importers['spans'];
  if (importer === undefined) throw new Error('There is no importer "spans"');
  return importer([{ name: 'spans.json', text }], {
    tools: null,
    suite: null,
    variant: null,
    only: null,
    errors: 'failed',
    injectionTasks: false,
  });
}

const schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const tool = { type: 'function', name: 'look', parameters: schema };
const wrapped = { type: 'function', function: { name: 'look', parameters: schema } };

/** OpenTelemetry, with messages in attributes. */
const question = { role: 'user', parts: [{ type: 'text', content: 'Look at A1' }] };
const call = {
  role: 'assistant',
  parts: [{ type: 'tool_call', id: 'c1', name: 'look', arguments: { id: 'A1' } }],
};
const result = {
  role: 'tool',
  parts: [{ type: 'tool_call_response', id: 'c1', response: 'a lamp' }],
};
const answer = {
  role: 'assistant',
  parts: [{ type: 'text', content: 'It is a lamp' }],
  finish_reason: 'stop',
};

function toAttributes(asked: readonly object[], said: object): Readonly<Record<string, unknown>> {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm',
    'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Be kind' }]),
    'gen_ai.tool.definitions': JSON.stringify([tool]),
    'gen_ai.input.messages': JSON.stringify(asked),
    'gen_ai.output.messages': JSON.stringify([said]),
  };
}

const both = [toAttributes([question], call), toAttributes([question, call, result], answer)];

/** The second comes first: exporters write a span when it ends. */
const otlp = JSON.stringify({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: both
            .map((attributes, index) => ({
              name: 'chat m',
              startTimeUnixNano: String(9 + index),
              attributes: Object.entries(attributes).map(([key, value]) => ({
                key,
                value: { stringValue: value },
              })),
            }))
            .toReversed(),
        },
      ],
    },
  ],
});

const lines = [
  JSON.stringify({ name: 'http', attributes: { 'http.method': 'GET' } }),
  ...both.map((attributes, index) =>
    JSON.stringify({ name: 'chat', start_time: `2026-01-01T00:00:0${index}Z`, attributes }),
  ),
].join('\n');

const said = [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"id":"A1"}' } }];
const events = JSON.stringify(
  [
    [
      { name: 'gen_ai.user.message', attributes: { content: 'Look at A1' } },
      {
        name: 'gen_ai.choice',
        attributes: { message: JSON.stringify({ tool_calls: said }), finish_reason: 'tool_calls' },
      },
    ],
    [
      { name: 'gen_ai.user.message', attributes: { content: 'Look at A1' } },
      { name: 'gen_ai.assistant.message', attributes: { tool_calls: JSON.stringify(said) } },
      { name: 'gen_ai.tool.message', attributes: { id: 'c1', content: 'a lamp' } },
      { name: 'gen_ai.choice', attributes: { message: { content: 'It is a lamp' } } },
    ],
  ].map((list) => ({
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'm',
      'gen_ai.tool.definitions': [tool],
    },
    events: list,
  })),
);

const asked = {
  'llm.input_messages.0.message.role': 'user',
  'llm.input_messages.0.message.content': 'Look at A1',
};

function toFlatCall(prefix: string): Readonly<Record<string, string>> {
  const inner = `${prefix}.message.tool_calls.0.tool_call`;
  return {
    [`${prefix}.message.role`]: 'assistant',
    [`${inner}.id`]: 'c1',
    [`${inner}.function.name`]: 'look',
    [`${inner}.function.arguments`]: '{"id":"A1"}',
  };
}

const openInference = JSON.stringify(
  [
    { ...asked, ...toFlatCall('llm.output_messages.0') },
    {
      ...asked,
      ...toFlatCall('llm.input_messages.1'),
      'llm.input_messages.2.message.role': 'tool',
      'llm.input_messages.2.message.tool_call_id': 'c1',
      'llm.input_messages.2.message.content': 'a lamp',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'It is a lamp',
    },
  ].map((attributes) => ({
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'm',
      'llm.tools.0.tool.json_schema': JSON.stringify(wrapped),
      ...attributes,
    },
  })),
);

const plain = { role: 'user', content: 'Look at A1' };
const langfuse = JSON.stringify({
  data: [
    {
      type: 'GENERATION',
      model: 'm',
      input: { messages: [plain], tools: [wrapped] },
      output: { role: 'assistant', content: null, tool_calls: said },
    },
    { type: 'SPAN', input: 'x', output: 'y' },
    {
      type: 'GENERATION',
      model: 'm',
      input: {
        messages: [
          plain,
          { role: 'assistant', content: null, tool_calls: said },
          { role: 'tool', tool_call_id: 'c1', content: 'a lamp' },
        ],
        tools: [wrapped],
      },
      output: { role: 'assistant', content: 'It is a lamp' },
    },
  ],
});

it.each([
  ['OTLP with messages in attributes', otlp],
  ['one span a line, with attributes as a map', lines],
  ['messages in events', events],
  ['OpenInference', openInference],
  ['Langfuse', langfuse],
])('%s: two calls of a model are one conversation, with its tool call and result', (_, text) => {
  const run = read(text);
  const [trial, ...others] = [...run.trials()];
  expect(others).toEqual([]);
  expect(trial?.record.lane).toMatchObject({ scenario: 'look-at-a1', variant: 'm' });
  expect(trial?.record.outcome).toEqual({ status: 'finished', stopReason: 'answered' });
  expect(trial?.tools.map(({ name, parameters }) => [name, parameters])).toEqual([
    ['look', schema],
  ]);
  const shown = trial?.record.events.flatMap((event) =>
    event.type === 'judged'
      ? [`${event.name} ${event.caughtBy} ${JSON.stringify(event.arguments)}`]
      : event.type === 'observation'
        ? [event.content]
        : event.type === 'end'
          ? [event.text]
          : [],
  );
  expect(shown).toEqual(['look null {"id":"A1"}', 'a lamp', 'It is a lamp']);
  expect(run.conversations).toBeUndefined();
});

it('ten messages and more are in the order of their numbers', () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (__, index) => [
      [`llm.input_messages.${index}.message.role`, 'user'],
      [`llm.input_messages.${index}.message.content`, `line ${index}`],
    ]).flat(),
  );
  const attributes = {
    'openinference.span.kind': 'LLM',
    ...many,
    'llm.output_messages.0.message.content': 'done',
  };
  const [trial] = [...read(JSON.stringify([{ attributes }])).trials()];
  const users = trial?.record.events.flatMap((event) =>
    event.type === 'user' ? [event.text] : [],
  );
  expect(users).toEqual(Array.from({ length: 12 }, (__, index) => `line ${index}`));
});

it.each([
  ['{"name":"a"}\n{"cut', 'Cannot import "spans.json:2": it is not JSON'],
  ['[]', 'Cannot import "spans.json": expected spans of model calls, and there are none'],
  [
    '[{"attributes":{"gen_ai.operation.name":"chat","gen_ai.request.model":"m"}}]',
    'Cannot import "spans.json": the 1 spans of model calls hold no messages. Let the instrumentation capture message content',
  ],
])('%s is refused', (text, message) => {
  expect(() => read(text)).toThrow(message);
});
