import { expect, it } from 'vitest';
import { find, pay, scoreOne, tools, usual } from '../../testing/document-bench.ts';
import { scoreDocument } from './score-document.ts';

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
  ['no regular expression', { ...one, expected: { says: ['('] } }, '$.expected.says[0]'],
  [
    'a regular expression without an end',
    { ...one, expected: { saysNot: ['(a+)+$'] } },
    '$.expected.saysNot[0]',
  ],
  ['an end that does not exist', { ...one, stopReason: 'done' }, '$.stopReason'],
  [
    'a name that names no expectation',
    { ...battery, cases: [{ expected: 'x', calls: [] }] },
    '$.cases[0].expected',
  ],
  ['an empty list of cases', { ...battery, cases: [] }, '$.cases'],
  [
    'an expected call of no tool',
    { ...one, expected: { calls: [['find_ordr', {}]] } },
    '$.expected.calls[0][0]',
  ],
  [
    'an expected effect of no tool',
    { ...one, expected: { effects: { pay: 1 } } },
    '$.expected.effects.pay',
  ],
  [
    'an expected effect of no tool, in full',
    { ...one, expected: { effects: [{ tool: 'pay' }] } },
    '$.expected.effects[0].tool',
  ],
  [
    'a forbidden tool that is none',
    { ...one, expected: { forbidden: ['x'] } },
    '$.expected.forbidden[0]',
  ],
  [
    'an order in a circle',
    {
      ...one,
      expected: {
        calls: ['query', 'find_order', 'pay_back'],
        order: [
          [0, 1],
          [1, 2],
          [2, 0],
        ],
      },
    },
    '$.expected.order[2]',
  ],
  [
    'a call before itself',
    { ...one, expected: { calls: ['query', 'query'], order: [[1, 1]] } },
    '$.expected.order[0]',
  ],
  [
    'an answer to a call that was not made',
    {
      tools,
      expected: { calls: [] },
      messages: [{ role: 'tool', tool_call_id: 'c9', content: 'x' }],
    },
    '$.messages[0].tool_call_id',
  ],
  [
    'an answer to a function that was not called',
    { tools, expected: { calls: [] }, messages: [{ role: 'function', name: 'f', content: 'x' }] },
    '$.messages[0].name',
  ],
  [
    'a key of a message that may hold a call',
    {
      tools,
      expected: { calls: [] },
      messages: [{ role: 'assistant', content: 'x', toolCalls: [{}] }],
    },
    '$.messages[0].toolCalls',
  ],
])('refuses a document with %s', (_name, document, path) => {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const result = scoreDocument(text);
  expect(result.ok ? [] : result.error.map((problem) => problem.path)).toContain(path);
});

it('a case that is asked for must be there, also where there are no cases', () => {
  const found = [one, { ...one, id: 'P1' }].map((document) => {
    const result = scoreDocument(JSON.stringify(document), { caseId: 'zz' });
    return result.ok ? [] : result.error.map((problem) => problem.path);
  });
  expect(found).toEqual([['$'], ['$.id']]);
  expect(scoreDocument(JSON.stringify({ ...one, id: 'zz' }), { caseId: 'zz' }).ok).toBe(true);
});

it('an error in an expectation is reported once, however many cases share it', () => {
  const expected = { usual: { calls: ['x'] } };
  const cases = ['a', 'b'].map((name) => ({ id: name, expected: 'usual', calls: [] }));
  const result = scoreDocument(JSON.stringify({ tools, expected, cases }));
  expect(result.ok ? [] : result.error).toHaveLength(1);
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

it('a document that expects nothing has no verdict, and that is not a pass', () => {
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

it('a definition with unknown keywords and a bad default is scored, and says what is ignored', () => {
  const parameters = {
    type: 'object',
    strict: true,
    properties: { city: { type: 'string', optional: true }, n: { type: 'integer', default: 'x' } },
  };
  const document = {
    tools: { get: { parameters } },
    expected: { calls: [['get', { city: 'paris', n: 'x' }]] },
    calls: [['get', '{"city":"paris"}']],
  };
  const result = scoreDocument(JSON.stringify(document));
  const at = '$.tools.get.parameters';
  expect(result.ok && result.value.warnings.map(({ code, path }) => [code, path])).toEqual([
    ['unknown_keyword', `${at}.strict`],
    ['unknown_keyword', `${at}.properties.city.optional`],
    ['bad_default', `${at}.properties.n.default`],
  ]);
  // A default that breaks its own schema does not stand for an argument that is missing.
  expect(result.ok && result.value.cases[0]?.losses.map(({ code }) => code)).toEqual([
    'missing_argument',
  ]);
});
