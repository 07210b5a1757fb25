import { expect, it } from 'vitest';
import type { ExpectedInput } from '../../input/expected-input.ts';
import * as matchers from '../../input/matchers.ts';
import { toExpected } from './to-expected.ts';
import { toMatchers } from '../../../expectation/read-matcher.ts';

it('leaves unjudged what is left out', () => {
  expect(toExpected({})).toEqual({
    calls: null,
    order: [],
    mayCall: 'reads',
    effects: null,
    forbidden: [],
    ask: [],
    stopReasons: null,
    state: null,
    says: [],
    saysNot: [],
  });
});

it('tells "no call" and "no effect" from "not judged" (B146)', () => {
  expect(toExpected({ calls: [], effects: [] })).toMatchObject({ calls: [], effects: [] });
});

it('names calls by tool and count, groups those that exclude each other, and orders by id or tool', () => {
  const input: ExpectedInput = {
    arguments: 'partial',
    calls: [
      'find',
      { tool: 'find', arguments: { id: 'A1' }, id: 'second', mode: 'exact' },
      { either: ['refund', { tool: 'cancel', arguments: {} }] },
    ],
    order: [
      ['find#1', 'second'],
      ['second', 'refund'],
    ],
  };
  const { calls, order } = toExpected(input);
  expect(calls).toEqual([
    { id: 'find#1', tool: 'find', arguments: null, mode: 'partial', group: null },
    {
      id: 'second',
      tool: 'find',
      arguments: { id: { match: 'equal', value: 'A1' } },
      mode: 'exact',
      group: null,
    },
    { id: 'refund#1', tool: 'refund', arguments: null, mode: 'partial', group: 'either#3' },
    { id: 'cancel#1', tool: 'cancel', arguments: {}, mode: 'partial', group: 'either#3' },
  ]);
  expect(order.map(({ first, then }) => [first, then])).toEqual([
    ['find#1', 'second'],
    ['second', 'refund#1'],
  ]);
});

it('orders calls as they are listed, but none within a group', () => {
  const { order } = toExpected({ calls: ['a', { either: ['b', 'c'] }, 'd'], order: 'as_listed' });
  expect(order.map(({ first, then }) => `${first} ${then}`)).toEqual([
    'a#1 b#1',
    'a#1 c#1',
    'a#1 d#1',
    'b#1 d#1',
    'c#1 d#1',
  ]);
});

it('counts effects by tool, or names them', () => {
  const effects = [{ tool: 'refund', key: null, count: 2 }];
  expect(toExpected({ effects: { refund: 2 } }).effects).toEqual(effects);
  expect(toExpected({ effects: [{ tool: 'refund', count: 2 }] }).effects).toEqual(effects);
  expect(toExpected({ effects: [{ tool: 'refund', key: 'A1' }] }).effects).toEqual([
    { tool: 'refund', key: 'A1', count: 1 },
  ]);
});

it.each([
  ['A1', { match: 'equal', value: 'A1' }],
  [{ a: 1 }, { match: 'equal', value: { a: 1 } }],
  [{}, { match: 'equal', value: {} }],
  [matchers.equal({ $any: true }), { match: 'equal', value: { $any: true } }],
  [
    matchers.anyOf(['a', null]),
    {
      match: 'any_of',
      options: [
        { match: 'equal', value: 'a' },
        { match: 'equal', value: null },
      ],
    },
  ],
  [matchers.range({ min: 1 }), { match: 'range', min: 1, max: null }],
  [matchers.near(10, 0.5), { match: 'near', value: 10, tolerance: 0.5 }],
  [
    matchers.text('a b'),
    { match: 'text', value: 'a b', ignore: ['case', 'space'], characters: '' },
  ],
  [{ $text: 'a b' }, { match: 'text', value: 'a b', ignore: ['case', 'space'], characters: '' }],
  [
    matchers.text('a', ['punctuation']),
    { match: 'text', value: 'a', ignore: ['punctuation'], characters: '' },
  ],
  [matchers.pattern(/^A\d+$/), { match: 'pattern', pattern: '^A\\d+$', flags: '' }],
  [matchers.date('2026-01-31'), { match: 'date', value: '2026-01-31' }],
  [
    matchers.number('1234567890123456789'),
    { match: 'equal', value: 1234567890123456800, text: '1234567890123456789' },
  ],
  [
    matchers.set([1, 2]),
    {
      match: 'set',
      items: [
        { match: 'equal', value: 1 },
        { match: 'equal', value: 2 },
      ],
    },
  ],
  [matchers.any(), { match: 'any' }],
  [matchers.absent(), { match: 'absent' }],
])('reads the matcher %j', (input, wanted) => {
  expect(toMatchers({ input })['input']).toEqual(wanted);
});

it('takes each way to write a call for the same', () => {
  const args = { id: 'A1' };
  const ways = [
    ['refund', args],
    { tool: 'refund', arguments: args },
    { name: 'refund', arguments: args },
  ] as const;
  const [first, ...others] = ways.map((call) => toExpected({ calls: [call] }));
  expect(first?.calls).toEqual([
    {
      id: 'refund#1',
      tool: 'refund',
      arguments: { id: { match: 'equal', value: 'A1' } },
      mode: 'exact',
      group: null,
    },
  ]);
  for (const other of others) expect(other).toEqual(first);
  const { calls } = toExpected({
    calls: [['refund'], { name: 'cancel', group: 'g' }, { either: ['a', ['b', {}]] }],
  });
  expect(calls?.map(({ tool, group, arguments: wanted }) => [tool, group, wanted])).toEqual([
    ['refund', null, null],
    ['cancel', 'g', null],
    ['a', 'either#3', null],
    ['b', 'either#3', {}],
  ]);
});

it('takes one text for a list', () => {
  expect(
    toExpected({ forbidden: 'a', mayCall: 'b', says: 'c', stopReasons: 'asked' }),
  ).toMatchObject({
    forbidden: ['a'],
    mayCall: ['b'],
    says: ['c'],
    stopReasons: ['asked'],
  });
  expect(toExpected({ mayCall: 'reads' }).mayCall).toBe('reads');
});

it('takes an argument without a value for one that is not there, as JSON does', () => {
  const args = { id: undefined } as unknown as Record<string, string>;
  expect(toExpected({ calls: [['refund', args]] }).calls?.[0]?.arguments).toEqual({});
});

it.each([
  [matchers.optional(matchers.anyOf([1])), { match: 'optional', matcher: { match: 'any_of' } }],
  [matchers.partial({ a: 1 }), { match: 'object', open: true }],
  [matchers.number(5, 'float'), { match: 'number', kind: 'float', text: '5' }],
  [matchers.date({ max: '2026-01-31' }), { match: 'dates', min: null, max: '2026-01-31' }],
  [matchers.range({ min: '2026-01-01' }), { match: 'dates', min: '2026-01-01', max: null }],
  [matchers.pattern(/^a/i), { match: 'pattern', pattern: '^a', flags: 'i' }],
  [matchers.text('a', [], '-'), { match: 'text', ignore: [], characters: '-' }],
])('says %j in code as in data', (input, wanted) => {
  expect(toMatchers({ input })['input']).toMatchObject(wanted);
});
