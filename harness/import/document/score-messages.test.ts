import { expect, it } from 'vitest';
import { find, scoreOne, tools, usual } from '../../testing/document-bench.ts';
import type { JsonObject } from '../../json/json.ts';
import { scoreDocument } from './score-document.ts';

const one = { tools, expected: { calls: [] }, calls: [] };

const say = (name: string, args: JsonObject, callId: string): JsonObject => ({
  id: callId,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});
const order = { order_id: 'B7' };
const payment = { order_id: 'B7', amount: 25 };

function converse(...messages: readonly JsonObject[]): string {
  return JSON.stringify({
    tools,
    expected: usual,
    messages: [
      { role: 'system', content: 'Be kind' },
      { role: 'user', content: 'Pay back 25 for B7' },
      ...messages,
    ],
  });
}

const found = [
  { role: 'assistant', content: null, tool_calls: [say('find_order', order, 'c1')] },
  { role: 'tool', tool_call_id: 'c1', content: '{"amount":25}' },
];
const paid = [
  { role: 'assistant', tool_calls: [say('pay_back', payment, 'c1')] },
  { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'ok' }] },
];
const bye = { role: 'assistant', content: 'Done' };

it.each<[string, readonly JsonObject[], readonly (readonly [string, number | null])[]]>([
  ['in order, with ids used again', [...found, ...paid, bye], []],
  [
    'both in one turn',
    [
      {
        role: 'assistant',
        tool_calls: [say('find_order', order, 'c1'), say('pay_back', payment, 'c2')],
      },
    ],
    [['parallelised_dependency', 2]],
  ],
  [
    'paid twice',
    [...found, ...paid, ...paid],
    [
      ['double_effect', 6],
      ['repeated_call', 6],
    ],
  ],
  [
    'tried again after an error',
    [
      ...found,
      paid[0] ?? {},
      { role: 'tool', tool_call_id: 'c1', content: '{"error":"busy"}' },
      ...paid,
    ],
    [],
  ],
])('messages: %s', (_name, messages, losses) => {
  const scored = scoreOne(converse(...messages));
  expect(scored.losses.map((loss) => [loss.code, loss.event])).toEqual(losses);
});

it('messages ground ids; bare calls say nothing of them', () => {
  const scored = scoreOne(
    converse({ role: 'assistant', tool_calls: [say('find_order', { order_id: 'Z1' }, 'c1')] }),
  );
  expect(scored.scores['arguments.ungrounded']?.value).toBe(1);
  expect(
    scoreOne(JSON.stringify({ tools, expected: usual, calls: [find] })).scores[
      'arguments.ungrounded'
    ]?.value,
  ).toBeNull();
});

it('the rest of an expectation is judged as in a suite', () => {
  const expected = {
    calls: [{ name: 'find_order', arguments: order, id: 'f' }, 'pay_back'],
    order: 'as_listed',
    mayCall: 'reads',
    forbidden: ['drop_customer'],
    stopReasons: ['answered'],
    says: ['done'],
    saysNot: ['sorry'],
  };
  const text = JSON.stringify({
    ...JSON.parse(converse(...found, ...paid, bye)),
    expected,
    stopReason: 'answered',
  });
  expect(scoreOne(text).pass).toBe(true);
  expect(scoreOne(text.replace('"Done"', '"Sorry"')).losses.map((loss) => loss.code)).toEqual([
    'not_said',
    'said_wrongly',
  ]);
});

it.each<[string, JsonObject]>([
  [
    '$.calls[0].call_id',
    {
      ...one,
      calls: [{ type: 'function_call', call_id: 'c1', name: 'find_order', arguments: '{}' }],
    },
  ],
  [
    '$.messages[0].content[0]',
    {
      tools,
      expected: { calls: [] },
      messages: [
        {
          role: 'assistant',
          content: [{ type: 'functionCall', name: 'find_order', args: {} }],
        },
      ],
    },
  ],
])(
  'B137: the call of another protocol is refused at %s, never scored as no call',
  (path, document) => {
    const result = scoreDocument(JSON.stringify(document));
    expect(result.ok ? [] : result.error.map((problem) => problem.path)).toEqual([path]);
  },
);

it('B138: malformed entries of a message are reported, not scored', () => {
  const calls = [
    { id: 'c1', type: 'custom', custom: {} },
    { id: 'c2', type: 'function', function: null },
    'text',
    {},
    null,
  ];
  const result = scoreDocument(converse({ role: 'assistant', tool_calls: calls }));
  const paths = result.ok ? [] : result.error.map((problem) => problem.path);
  for (const index of calls.keys()) {
    expect(paths.some((path) => path.startsWith(`$.messages[2].tool_calls[${index}]`))).toBe(true);
  }
});

it('what chat dumps carry besides calls and texts is left aside', () => {
  const more = {
    function_call: null,
    reasoning_content: 'hm',
    reasoning: 'hm',
    refusal: null,
    usage: { total_tokens: 5 },
    unheard_of: [],
  };
  const messages = [...found, ...paid, bye].map((message) => ({ ...message, ...more }));
  expect(scoreOne(converse(...messages)).pass).toBe(true);
});

it('B092: a call in the old form is one call, and it is noted', () => {
  const old = (name: string, args: JsonObject): JsonObject => ({
    role: 'assistant',
    content: null,
    function_call: { name, arguments: JSON.stringify(args) },
  });
  const scored = scoreOne(
    converse(
      old('find_order', order),
      { role: 'function', name: 'find_order', content: '{"amount":25}' },
      old('pay_back', payment),
      { role: 'function', name: 'pay_back', content: 'ok' },
      bye,
    ),
  );
  expect([scored.pass, scored.losses]).toEqual([true, []]);
  expect(scored.deviations.map(({ code, event }) => [code, event])).toEqual([
    ['legacy_function_call', 2],
    ['legacy_function_call', 4],
  ]);
  const failed = scoreOne(
    converse(...found, old('pay_back', payment), {
      role: 'function',
      name: 'pay_back',
      content: '{"error":"busy"}',
    }),
  );
  expect(failed.scores['effects.double']?.of).toBe(0);
});

it.each([{ name: '', arguments: '' }, {}, null])(
  'a function_call that a server fills with %j is not a call',
  (filled) => {
    const none = { tools, expected: { calls: [] } };
    const messages = [{ role: 'assistant', content: 'Hello', function_call: filled }];
    expect(scoreOne(JSON.stringify({ ...none, messages })).pass).toBe(true);
    const both = converse(...found, { ...paid[0], function_call: filled }, paid[1] ?? {}, bye);
    expect(scoreOne(both).pass).toBe(true);
  },
);

it.each([
  ['no message', []],
  ['only the system', [{ role: 'system', content: 'Be kind' }]],
  ['only the user', [{ role: 'user', content: 'Hi' }]],
])('a conversation of %s has no verdict: no model answered', (_name, messages) => {
  const document = { tools, expected: { calls: [], saysNot: ['x'] }, messages };
  const scored = scoreOne(JSON.stringify(document));
  expect(scored.pass).toBeNull();
  expect(scored.losses.map((loss) => loss.code)).toEqual(['nothing_judged']);
  expect(Object.values(scored.scores).every((score) => score.value === null)).toBe(true);
  const cases = [
    { id: 'a', expected: { calls: [] }, messages },
    { id: 'b', expected: { calls: [] }, calls: [] },
  ];
  const result = scoreDocument(JSON.stringify({ tools, cases }));
  expect(result.ok && [result.value.pass, ...result.value.cases.map(({ pass }) => pass)]).toEqual([
    null,
    null,
    true,
  ]);
});

const ask = (name: string, args: JsonObject, callId: string): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: [say(name, args, callId)],
});
const answer = (callId: string, content: string): JsonObject => ({
  role: 'tool',
  tool_call_id: callId,
  content,
});
const done = { role: 'assistant', content: 'Done' };
const pending = [ask('pay_back', payment, 'c1')];

it.each<[string, readonly JsonObject[], object, readonly string[]]>([
  ['answered', [...pending, answer('c1', 'ok'), done], {}, []],
  ['answered with an error', [...pending, answer('c1', '{"error":"down"}'), done], {}, []],
  [
    'answered with an error, and it has to succeed',
    [...pending, answer('c1', '{"error":"down"}'), done],
    { outcome: 'succeeded' },
    ['wrong_outcome'],
  ],
  [
    'answered with a denial',
    [...pending, answer('c1', '{"error":{"kind":"denied","message":"no"}}'), done],
    {},
    ['never_ran'],
  ],
  [
    'answered with a denial, as expected',
    [...pending, answer('c1', '{"error":{"kind":"denied","message":"no"}}'), done],
    { outcome: 'denied' },
    [],
  ],
  [
    'held back with its batch',
    [...pending, answer('c1', '{"error":{"kind":"tool_batch_rejected"}}'), done],
    {},
    ['never_ran'],
  ],
  ['not answered, and the conversation went on', [...pending, done], {}, ['never_ran']],
  ['not answered, and tried', [...pending, done], { outcome: 'attempted' }, []],
  ['the last thing said, and no call is ever answered', pending, {}, []],
  [
    'the last thing said, where another was answered',
    [ask('find_order', order, 'c0'), answer('c0', 'ok'), ...pending],
    {},
    ['never_ran'],
  ],
  [
    'refused by its schema',
    [
      ask('pay_back', { order_id: 'B7' }, 'c1'),
      answer('c1', '{"error":"amount is missing"}'),
      done,
    ],
    {},
    ['never_ran'],
  ],
  [
    'refused by its schema, mended and answered',
    [
      ask('pay_back', { order_id: 'B7' }, 'c1'),
      answer('c1', '{"error":"amount is missing"}'),
      ask('pay_back', payment, 'c2'),
      answer('c2', 'ok'),
      done,
    ],
    {},
    [],
  ],
  [
    'not as its schema wants it, and taken all the same',
    [ask('pay_back', { order_id: 'B7' }, 'c1'), answer('c1', 'ok'), done],
    {},
    [],
  ],
])('messages, a call that is expected and was %s', (...[, messages, more, codes]) => {
  const expected = { calls: [{ name: 'pay_back', ...more }], mayCall: 'reads' };
  const text = JSON.stringify({
    tools,
    expected,
    messages: [{ role: 'user', content: 'Pay' }, ...messages],
  });
  expect(scoreOne(text).losses.map((loss) => loss.code)).toEqual(codes);
});

it.each<[string, object, JsonObject, readonly string[]]>([
  ['a valid call', {}, payment, []],
  ['a valid call that has to succeed', { outcome: 'succeeded' }, payment, ['wrong_outcome']],
  ['an invalid call', {}, { order_id: 'B7' }, ['never_ran']],
  ['an invalid call that was to be tried', { outcome: 'attempted' }, { order_id: 'B7' }, []],
])('calls, where nothing says whether they ran: %s', (...[, more, args, codes]) => {
  const expected = { calls: [{ name: 'pay_back', ...more }] };
  const text = JSON.stringify({ tools, expected, calls: [{ name: 'pay_back', arguments: args }] });
  expect(scoreOne(text).losses.map((loss) => loss.code)).toEqual(codes);
});

it.each<[string, JsonObject, readonly string[]]>([
  ['without a token is a preview', {}, ['never_ran']],
  ['with a token is confirmed', { confirm_token: 't' }, []],
  ['as a dry run is a preview', { confirm_token: 't', dry_run: true }, ['never_ran']],
])('calls, a tool that asks for a token: one %s', (_name, steering, codes) => {
  const parameters = { type: 'object', properties: { c: { type: 'integer' } } };
  const text = JSON.stringify({
    tools: { give: { effect: 'irreversible', confirm: 'token', parameters } },
    expected: { calls: [['give', { c: 5 }]] },
    calls: [{ name: 'give', arguments: { c: 5, ...steering } }],
  });
  const scored = scoreOne(text);
  expect(scored.losses.map((loss) => loss.code)).toEqual(codes);
  expect(scored.scores['effects.weighted']?.of).toBe(codes.length === 0 ? 1 : 0);
});

it('one write over and over, each with a new id in its result, is a cycle', () => {
  const rounds = Array.from({ length: 6 }, (_, index) => [
    ask('pay_back', payment, `c${index}`),
    answer(`c${index}`, JSON.stringify({ id: 34 + index })),
  ]);
  const text = JSON.stringify({ tools, expected: { calls: [] }, messages: rounds.flat() });
  const { scores } = scoreOne(text);
  expect(scores['termination.cycles']?.count).toBe(1);
  expect(scores['termination.repeats']?.count).toBe(5);
});
