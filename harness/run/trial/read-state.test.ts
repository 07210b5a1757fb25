import { expect, it } from 'vitest';

import type { Matcher } from '../../core/suite/matcher.ts';
import { readState } from './read-state.ts';

const any: Matcher = { match: 'any' };

it('reads declared paths only, without bookkeeping fields', () => {
  const world = { card: { status: 'frozen', _calls: 3 }, list: [{ id: 'a' }], other: 1 };
  const wanted = {
    card: any,
    'card.status': any,
    'list.0.id': any,
    'list.5': any,
    'gone.deep': any,
  };
  expect(readState(world, wanted, ['_calls'])).toEqual({
    card: { status: 'frozen' },
    'card.status': 'frozen',
    'list.0.id': 'a',
  });
});

it('reads nothing where nothing is declared', () => {
  expect(readState({ a: 1 }, null, [])).toEqual({});
});

it('does not read what an object merely inherits', () => {
  expect(readState({ a: {} }, { 'a.constructor': any, 'a.toString': any }, [])).toEqual({});
});

it('members are in the order of their names, those of bookkeeping are left out of the object itself', () => {
  const world = { a: { z: 1, _n: 1, b: { _n: 2, y: 1 }, c: [{ _n: 3 }] } };
  const state = readState(world, { a: any }, ['_n', 'other']);
  expect(JSON.stringify(state)).toBe('{"a":{"b":{"_n":2,"y":1},"c":[{"_n":3}],"z":1}}');
});

it.each<[string, unknown, unknown]>([
  ['null', null, { a: null }],
  ['false', false, { a: false }],
  ['a list', [1, null], { a: [1, null] }],
  ['a date', new Date(0), { a: '1970-01-01T00:00:00.000Z' }],
  ['undefined', undefined, {}],
  ['a function', () => 1, {}],
])('a member that is %s', (_name, value, state) => {
  expect(readState({ a: value }, { a: any }, ['_n'])).toEqual(state);
});

it.each(['a.b', 'a.0', 'a.length', 'list.length', 'list.x', 'list.0.gone'])(
  'what is not there is left out: %s',
  (path) => {
    expect(readState({ a: 'text', list: [{}] }, { [path]: any }, [])).toEqual({});
  },
);
