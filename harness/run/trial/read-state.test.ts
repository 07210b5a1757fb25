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
