import { expect, it } from 'vitest';
import { scoreDocument, type CaseScore } from './score-document.ts';

type Call = readonly [name: string, text: string];

function scoreOne(text: string): CaseScore {
  const result = scoreDocument(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const [only] = result.value.cases;
  if (only === undefined) throw new Error('no case');
  return only;
}

const get = { effect: 'read', parameters: { type: 'object', properties: { city: {}, n: {} } } };

function codesOf(expected: unknown, calls: readonly Call[]): readonly string[] {
  const scored = scoreOne(JSON.stringify({ tools: { get, put: get }, expected, calls }));
  return scored.losses.map(({ code, text }) => `${code}: ${text}`);
}

it.each<[unknown, readonly Call[], readonly string[]]>([
  [
    { calls: [['get', { city: { $anyOf: ['Paris', 'paris'] } }]] },
    [['get', '{"city":"paris"}']],
    [],
  ],
  [{ calls: [['get', { city: { $absent: true } }]] }, [['get', '{}']], []],
  [
    { calls: [['get', { city: { $absent: true } }]] },
    [['get', '{"city":null}']],
    ['extra_argument: "get" was called with "city", which must be left out'],
  ],
  [{ calls: [['get', { n: { $optional: 1 } }]] }, [['get', '{}']], []],
  [
    { calls: [['get', { n: { $optional: 1 } }]] },
    [['get', '{"n":2}']],
    ['wrong_argument: "get" was called with "n" 2, expected 1'],
  ],
  [
    { calls: [['get', { city: { list: [{ id: { $anyOf: [1, 2] } }] } }]] },
    [['get', '{"city":{"list":[{"id":3}]}}']],
    ['wrong_argument: "get" was called with "city.list[0].id" 3, expected one of 1, 2'],
  ],
  [
    { calls: [['get', { city: { a: { $any: true } } }]] },
    [['get', '{"city":{"a":1,"b":2}}']],
    ['extra_argument: "get" was called with "city.b", which was not asked for'],
  ],
  [
    { calls: [['get', { city: { a: { $any: true } } }]] },
    [['get', '{"city":{}}']],
    ['missing_argument: "get" was called without "city.a", expected any value'],
  ],
  [
    { calls: [['get', { n: { $number: { value: 5, kind: 'integer' } } }]] },
    [['get', '{"n":5.0}']],
    ['wrong_argument: "get" was called with "n" 5.0, expected 5 without a decimal point'],
  ],
  [
    { calls: [['get', { n: [{ $number: { value: 5, kind: 'float' } }] }]] },
    [['get', '{"n":[5.0]}']],
    [],
  ],
  [
    {
      calls: [
        {
          either: [
            ['get', { city: 'a' }],
            ['get', { city: 'b' }],
          ],
        },
      ],
    },
    [['get', '{"city":"b"}']],
    [],
  ],
  [{ calls: [{ either: ['get', { tool: 'put' }] }] }, [['put', '{}']], []],
  [
    { calls: [{ either: ['get', 'put'] }] },
    [
      ['get', '{}'],
      ['put', '{}'],
    ],
    ['exclusive_call: "put" was called besides a call that excludes it'],
  ],
  [
    { calls: [{ either: ['get', 'put'] }, ['get', { city: 'b' }]], order: [[1, 0]] },
    [
      ['put', '{}'],
      ['get', '{"city":"b"}'],
    ],
    ['order_violated: "put" was called before "get"'],
  ],
  [
    { calls: ['get', 'put'], order: [['put', 'get']] },
    [
      ['put', '{}'],
      ['get', '{}'],
    ],
    [],
  ],
  [{ calls: [], forbidden: 'put', mayCall: 'get' }, [['get', '{}']], []],
  [{ says: 'done', saysNot: ['sorry'] }, [], ['not_said: The answer does not say /done/']],
])('%j of %j loses by %j', (expected, calls, wanted) => {
  expect(codesOf(expected, calls)).toEqual(wanted);
});

it.each<[unknown, string]>([
  [{ calls: [['get', { city: { $anyof: ['a'] } }]] }, '$.expected.calls[0][1].city'],
  [{ calls: [['get', { city: [{ $absent: true }] }]] }, '$.expected.calls[0][1].city[0]'],
  [{ calls: [['get', { city: { $pattern: '(' } }]] }, '$.expected.calls[0][1].city.$pattern'],
  [{ calls: [{ either: [] }] }, '$.expected.calls[0].either'],
  [{ calls: [{ either: ['get'], id: 'x' }] }, '$.expected.calls[0].id'],
  [{ calls: ['get'], order: [['get', 'put']] }, '$.expected.order[0][1]'],
  [{ says: '.*' }, '$.expected.says'],
])('refuses %j at %s', (expected, path) => {
  const result = scoreDocument(JSON.stringify({ tools: { get, put: get }, expected, calls: [] }));
  expect(result.ok ? [] : result.error.map((problem) => problem.path)).toEqual([path]);
});

const right = { tools: { get }, expected: { calls: ['get'] }, calls: [['get', '{}']] };
const wrong = { ...right, id: 'bad', calls: [] };

it('several documents as JSONL are cases, named by their ids or lines', () => {
  const text = `\uFEFF${JSON.stringify(right)}\r\n\r\n${JSON.stringify(wrong)}\n`;
  const result = scoreDocument(text);
  expect(result.ok && result.value.cases.map(({ id: name, pass }) => [name, pass])).toEqual([
    ['line 1', true],
    ['bad', false],
  ]);
  const chosen = scoreDocument(text, { caseId: 'bad' });
  expect(chosen.ok && chosen.value.cases.map(({ id: name }) => name)).toEqual(['bad']);
});

it.each([
  [`${JSON.stringify(right)}\n{"tools":`, 'line 2 $'],
  [`${JSON.stringify(right)}\n${JSON.stringify({ ...right, more: 1 })}`, 'line 2 $.more'],
])('a line of JSONL that cannot be scored is named: %s', (text, path) => {
  const result = scoreDocument(text);
  expect(result.ok ? [] : result.error.map((problem) => problem.path)).toEqual([path]);
});

it('a case that no line has is refused', () => {
  const text = `${JSON.stringify(right)}\n${JSON.stringify(wrong)}`;
  expect(scoreDocument(text, { caseId: 'zz' }).ok).toBe(false);
});

it('a default or a null that is as good as absent meets what may be absent', () => {
  const parameters = {
    type: 'object',
    properties: { page: { type: ['integer', 'null'] }, size: { type: 'integer', default: 10 } },
  };
  const judge = (said: string): readonly string[] => {
    const expected = {
      calls: [['list', { page: { $optional: 1 }, size: { $optional: 20 } }]],
    };
    const calls = [['list', said]];
    return scoreOne(
      JSON.stringify({ tools: { list: { parameters } }, expected, calls }),
    ).losses.map(({ code }) => code);
  };
  expect(['{}', '{"page":null}', '{"size":10}', '{"page":1,"size":20}'].map(judge)).toEqual([
    [],
    [],
    [],
    [],
  ]);
  expect(['{"page":2}', '{"size":11}'].map(judge)).toEqual([
    ['wrong_argument'],
    ['wrong_argument'],
  ]);
});
