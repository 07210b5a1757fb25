import { expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { scoreDocument, type CaseScore } from './score-document.ts';

type Call = readonly [name: string, text: string];

const id = { type: 'string' };
const closed = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const tools: JsonObject = {
  find_order: { effect: 'read', parameters: closed({ order_id: id }, ['order_id']) },
  pay_back: {
    effect: 'irreversible',
    parameters: closed({ order_id: id, amount: { type: 'number' } }, ['order_id', 'amount']),
  },
  drop_customer: { effect: 'irreversible', parameters: closed({ id }, ['id']) },
  query: { effect: 'read', parameters: closed({ q: id, lang: id }, ['q']) },
};

const find: Call = ['find_order', '{"order_id":"B7"}'];
const pay: Call = ['pay_back', '{"order_id":"B7","amount":25}'];
const usual = {
  calls: [
    ['find_order', { order_id: 'B7' }],
    ['pay_back', { order_id: 'B7', amount: 25 }],
  ],
  order: [[0, 1]],
};

function scoreOne(text: string): CaseScore {
  const result = scoreDocument(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const [only] = result.value.cases;
  if (only === undefined) throw new Error('no case');
  return only;
}

const battery = {
  tools,
  expected: { usual, none: { calls: [] } },
  cases: [
    { id: 'P0', expected: 'usual', calls: [find, pay], pass: true },
    { id: 'P9', why: 'no payment', expected: 'usual', calls: [find], pass: false },
    { id: 'own', expected: { calls: ['find_order'] }, calls: [find] },
  ],
};

it('several cases come out as the document says, each reported', () => {
  const result = scoreDocument(JSON.stringify(battery));
  expect(result.ok && result.value.pass).toBe(true);
  expect(
    result.ok && result.value.cases.map(({ id: name, pass, wanted }) => [name, pass, wanted]),
  ).toEqual([
    ['P0', true, true],
    ['P9', false, false],
    ['own', true, null],
  ]);
});

it('a verdict that is not the one the document gives fails it', () => {
  const cases = battery.cases.map((one) => ({ ...one, pass: true }));
  const result = scoreDocument(JSON.stringify({ ...battery, cases }));
  expect(result.ok && result.value.pass).toBe(false);
});

it('one case of several is scored alone, with its own verdict', () => {
  const result = scoreDocument(JSON.stringify(battery), { caseId: 'P9' });
  expect(result.ok && result.value.pass).toBe(false);
  expect(result.ok && result.value.cases).toHaveLength(1);
});

const one = { tools, expected: { calls: [] }, calls: [] };

it.each<[string, unknown, string]>([
  ['not JSON', '{', '$'],
  ['no object', '[]', '$'],
  ['no tools', { expected: {}, calls: [] }, '$'],
  ['no expectation', { tools, calls: [] }, '$'],
  ['no calls', { tools, expected: {} }, '$'],
  ['an unknown key', { ...one, extra: 1 }, '$.extra'],
  ['an unknown key of the expectation', { ...one, expected: { call: [] } }, '$.expected.call'],
  ['an unknown key of a tool', { ...one, tools: { f: { params: {} } } }, '$.tools.f.params'],
  ['an unknown grade', { ...one, tools: { f: { effect: 'write' } } }, '$.tools.f.effect'],
  [
    'a schema that does not compile',
    { ...one, tools: { f: { parameters: { type: 'objekt' } } } },
    '$.tools.f.parameters',
  ],
  ['a tool twice', { ...one, tools: [{ name: 'f' }, { name: 'f' }] }, '$.tools[1]'],
  ['a tool without a name', { ...one, tools: [{ type: 'function' }] }, '$.tools[0]'],
  [
    'an order that points nowhere',
    { ...one, expected: { calls: [], order: [[0, 1]] } },
    '$.expected.order[0][0]',
  ],
  ['a call that is no call', { ...one, calls: [{ type: 'custom' }] }, '$.calls[0]'],
  ['arguments that are a number', { ...one, calls: [['find_order', 5]] }, '$.calls[0][1]'],
  ['an endless repetition', { ...one, repeat: [['f', '{}', 1e9]] }, '$.repeat[0][2]'],
  ['both calls and messages', { ...one, messages: [] }, '$.messages'],
  [
    'a role that does not exist',
    { tools, expected: {}, messages: [{ role: 'robot' }] },
    '$.messages[0]',
  ],
  ['an effect of no tool', { ...one, effects: [{ tool: 'zap' }] }, '$.effects[0].tool'],
  ['an end that does not exist', { ...one, stopReason: 'done' }, '$.stopReason'],
  [
    'a name that names no expectation',
    { ...battery, cases: [{ expected: 'x', calls: [] }] },
    '$.cases[0].expected',
  ],
  ['an empty list of cases', { ...battery, cases: [] }, '$.cases'],
])('refuses a document with %s', (_name, document, path) => {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const result = scoreDocument(text);
  expect(result.ok ? [] : result.error.map((problem) => problem.path)).toContain(path);
});

it('tells all problems at once', () => {
  const result = scoreDocument(
    JSON.stringify({ tools: { f: { effect: 'x' } }, expected: { say: 1 }, calls: [1], more: 2 }),
  );
  expect(result.ok ? [] : result.error.map((problem) => problem.path)).toEqual([
    '$.more',
    '$.tools.f.effect',
    '$.calls[0]',
    '$.expected.say',
  ]);
});

it('a document that expects nothing has no verdict, and that is no pass', () => {
  const scored = scoreOne(JSON.stringify({ tools, expected: {}, calls: [find] }));
  expect(scored.pass).toBeNull();
  expect(scored.losses.map((loss) => loss.code)).toEqual(['nothing_judged']);
});

it('ids of 19 digits are compared digit by digit', () => {
  const tell = (said: string): string =>
    `{"tools":{"f":{}},"expected":{"calls":[["f",{"id":1234567890123456789}]]},"calls":[["f","{\\"id\\":${said}}"]]}`;
  expect(scoreOne(tell('1234567890123456789')).pass).toBe(true);
  expect(scoreOne(tell('1234567890123456788')).losses.map((loss) => loss.code)).toEqual([
    'wrong_argument',
  ]);
  const parsed = `{"tools":{"f":{}},"expected":{"calls":[["f",{"id":"1234567890123456789"}]]},"calls":[{"name":"f","arguments":{"id":1234567890123456789}}]}`;
  expect(scoreOne(parsed).losses.map((loss) => loss.code)).toEqual(['wrong_type']);
});

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

it.each([
  [[], ['missing_effect']],
  [[['pay_back', 'B7']], []],
  [[{ tool: 'pay_back', key: 'B7', count: 2 }], ['double_effect', 'effect_too_often']],
  [[{ tool: 'pay_back' }, { tool: 'drop_customer', key: 'C9' }], ['unintended_effect']],
])('known effects %j count instead of inferred ones', (effects, codes) => {
  const expected = { ...usual, effects: { pay_back: 1 } };
  const scored = scoreOne(JSON.stringify({ tools, expected, calls: [find, pay], effects }));
  expect(scored.effectsInferred).toBe(false);
  expect([...new Set(scored.losses.map((loss) => loss.code))]).toEqual(codes);
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
          content: [{ type: 'tool_use', id: 'c1', name: 'find_order', input: {} }],
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

it('B138: malformed entries of a message are told, not scored', () => {
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
