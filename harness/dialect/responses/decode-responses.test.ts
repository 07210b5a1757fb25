import { expect, it } from 'vitest';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { JsonValue } from '../../json/json.ts';
import { responsesDialect } from './responses-dialect.ts';

interface Fields {
  readonly [field: string]: JsonValue;
}

function toExchange(text: string, type = 'application/json'): Exchange {
  return {
    status: 200,
    headers: { 'content-type': type },
    headersAtMs: 1,
    frames: [{ atMs: 1, text }],
    end: 'complete',
    endAtMs: 1,
  };
}

function toResponse(output: readonly JsonValue[], rest: Fields = {}): Fields {
  return { id: 'resp_1', object: 'response', status: 'completed', model: 'gpt-x', output, ...rest };
}

function whole(output: readonly JsonValue[], rest: Fields = {}): Exchange {
  return toExchange(JSON.stringify(toResponse(output, rest)));
}

function stream(events: readonly Fields[]): Exchange {
  const texts = events.map((data) => `data: ${JSON.stringify(data)}\n\n`);
  return toExchange(texts.join(''), 'text/event-stream');
}

const call = (id: string, args = '{}'): Fields => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'pay',
  arguments: args,
  status: 'completed',
});
const said = (text: string): Fields => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
});
const reasoning: Fields = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'Look first.' }],
  encrypted_content: 'gAAAA+/=',
};

it.each([
  ['completed', {}, [said('x')], 'stop', 'completed'],
  ['completed with a call', {}, [call('c1')], 'tool_calls', 'completed'],
  [
    'cut',
    { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
    [call('c1', '{"a')],
    'length',
    'max_output_tokens',
  ],
  [
    'filtered',
    { status: 'incomplete', incomplete_details: { reason: 'content_filter' } },
    [],
    'content_filter',
    'content_filter',
  ],
] as const)('a response that is %s', (...[, rest, output, stop, finishReason]) => {
  expect(responsesDialect.decode(whole(output, rest))).toMatchObject({
    ok: true,
    reply: { stop, finishReason, responseId: 'resp_1', deviations: [] },
  });
});

it('a refusal is one, and says so', () => {
  const content = [{ type: 'refusal', refusal: 'No.' }];
  const output = [{ type: 'message', role: 'assistant', content }];
  expect(responsesDialect.decode(whole(output))).toMatchObject({
    reply: { text: null, refusal: 'No.', stop: 'refusal' },
  });
});

it.each([
  [{ code: 'server_error', message: 'it broke' }, true],
  [{ code: 'invalid_prompt', message: 'no' }, true],
  [{ code: 'insufficient_quota', message: 'spent' }, false],
])('a response that failed is an error: %j', (error, retryable) => {
  const rest = { status: 'failed', error };
  const streamed = stream([
    { type: 'response.created', response: toResponse([]) },
    { type: 'response.failed', response: toResponse([], rest) },
  ]);
  for (const exchange of [whole([], rest), streamed]) {
    expect(responsesDialect.decode(exchange)).toMatchObject({
      ok: false,
      error: { code: 'error_in_choice', retryable },
    });
  }
});

it('keeps reasoning items in their places, and sends them back', () => {
  const output = [reasoning, said('Now.'), call('c1'), { ...reasoning, id: 'rs_2' }, call('c2')];
  const decoded = responsesDialect.decode(whole(output));
  if (!decoded.ok) throw new Error('no reply');
  const { text, calls, extra } = decoded.reply;
  expect(calls.map(({ id }) => id)).toEqual(['c1', 'c2']);
  const body: unknown = JSON.parse(
    responsesDialect.writeRequest({
      api: 'responses',
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'pay' },
        {
          ...extra,
          role: 'assistant',
          content: text,
          tool_calls: calls.map(({ id, name, argumentsText }) => ({
            id: id ?? '',
            type: 'function',
            function: { name, arguments: argumentsText ?? '' },
          })),
        },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
      ],
      max_completion_tokens: 50,
      tool_choice: { type: 'function', function: { name: 'pay' } },
    }),
  );
  expect(body).toEqual({
    model: 'm',
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: 'pay' },
      ...output,
      { type: 'function_call_output', call_id: 'c1', output: 'done' },
    ],
    max_output_tokens: 50,
    tool_choice: { type: 'function', name: 'pay' },
  });
});

it('reads what an agent sends back as what was said', () => {
  const output = [reasoning, said('Now.'), call('c1')];
  const decoded = responsesDialect.decode(whole(output));
  const input = [{ role: 'user', content: 'pay' }, ...output];
  const read = responsesDialect.readRequest({ model: 'm', input, tools: [] });
  if (!decoded.ok || !read.ok) throw new Error('unreadable');
  expect(read.value.messages[1]).toMatchObject({ ...decoded.reply.extra, content: 'Now.' });
});

const opening: Fields = { type: 'response.created', response: toResponse([]), sequence_number: 0 };
const done: Fields = {
  type: 'response.output_item.done',
  output_index: 0,
  item: call('c1', '{"a":1}'),
  sequence_number: 2,
};
const delta: Fields = {
  type: 'response.function_call_arguments.delta',
  output_index: 0,
  delta: '{"a":1}',
  sequence_number: 1,
};
const end = (output: readonly JsonValue[]): Fields => ({
  type: 'response.completed',
  response: toResponse(output),
  sequence_number: 3,
});

it.each([
  [
    'an event that came twice',
    [opening, delta, delta, done, end([call('c1', '{"a":1}')])],
    ['chunk_repeated'],
  ],
  [
    'events in the wrong order',
    [opening, done, delta, end([call('c1', '{"a":1}')])],
    ['chunk_reordered'],
  ],
  ['a last event without items', [opening, delta, done, end([])], []],
] as const)('%s: the call is whole, and the deviation is named', (_about, events, codes) => {
  expect(responsesDialect.decode(stream(events))).toMatchObject({
    reply: {
      calls: [{ id: 'c1', argumentsText: '{"a":1}' }],
      deviations: codes.map((code) => ({ code })),
    },
  });
});

it.each([
  ['no last event', [opening, delta, done], 'stream_cut'],
  ['two readings of a call', [opening, done, end([call('c1', '{"a":2}')])], 'call_ambiguous'],
  [
    'an error event',
    [opening, { type: 'error', code: 'server_error', message: 'x' }],
    'error_in_stream',
  ],
  ['the events of another API', [{ type: 'message_start' }], 'unsupported_api'],
] as const)('a stream with %s is an error: %s', (_about, events, code) => {
  expect(responsesDialect.decode(stream(events))).toMatchObject({ ok: false, error: { code } });
});

it('keeps what it does not know of a request', () => {
  const body = {
    model: 'm',
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,AA==' }] },
      { type: 'item_reference', id: 'rs_9' },
      { type: 'computer_call_output', call_id: 'c9', output: { type: 'computer_screenshot' } },
    ],
    tools: [
      { type: 'function', name: 'pay', parameters: { type: 'object' }, strict: true },
      { type: 'web_search' },
    ],
    reasoning: { effort: 'low' },
    include: ['reasoning.encrypted_content'],
  };
  const read = responsesDialect.readRequest(body);
  if (!read.ok) throw new Error(read.error);
  expect(JSON.parse(responsesDialect.writeRequest(read.value))).toEqual(body);
});
