import fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  plainTable,
  readFragment,
  rowConditions,
  sortKeys,
  toFragment,
  toTableLink,
  type Route,
} from './route.ts';

const word = fc.string({ minLength: 1, unit: 'binary' });
const choice = fc.option(word, { nil: null });
const place = fc.record({
  scenario: word,
  variant: word,
  plan: word,
  repeat: fc.integer({ min: 1 }),
});
const table = fc.record({
  search: fc.oneof(fc.constant(''), word),
  only: fc.subarray([...rowConditions]),
  variant: choice,
  tool: choice,
  fault: choice,
  tag: choice,
  metric: choice,
  confused: fc.option(fc.record({ expected: fc.oneof(fc.constant(''), word), called: word }), {
    nil: null,
  }),
  sort: fc.constantFrom(...sortKeys),
  columns: fc.uniqueArray(word, { maxLength: 3 }),
});
const route: fc.Arbitrary<Route> = fc.oneof(
  table.map((own) => ({ view: 'table' as const, table: own })),
  place.chain((trial) =>
    fc.option(fc.nat(), { nil: null }).map((event) => ({ view: 'trial' as const, trial, event })),
  ),
  fc.tuple(place, place).map(([left, right]) => ({ view: 'pair' as const, left, right })),
);

it('every view has an address that leads back to it, whatever names it contains', () => {
  fc.assert(
    fc.property(route, (own) => {
      expect(readFragment(toFragment(own))).toEqual(own);
    }),
  );
});

it.each(['\ud800', 'a\udfff b', '%ud800', '%u', '100 %', '%25u0025'])(
  'the name %j leads back to itself',
  (name) => {
    const trial = { scenario: name, variant: name, plan: name, repeat: 2 };
    const own = { view: 'trial', trial, event: null } as const;
    expect(readFragment(toFragment(own))).toEqual(own);
  },
);

it.each([
  ['', null],
  ['#metrics', null],
  ['#/elsewhere', null],
  ['#/trial/a', null],
  ['#/pair/a/b/none/1', null],
  ['#/scenarios?only=failed&only=nonsense&sort=nonsense', ['failed']],
])('a fragment that is no view, or only in part: %s', (fragment, only) => {
  const read = readFragment(fragment);
  expect(read?.view === 'table' ? read.table.only : read).toEqual(only);
});

it('a link names only what differs from the plain table', () => {
  expect(toTableLink({})).toBe('#/scenarios');
  expect(toTableLink({ fault: 'timeout', variant: 'a b' })).toBe(
    '#/scenarios?variant=a+b&fault=timeout',
  );
  expect(readFragment('#/trial/a%zz/v/none/x')).toEqual({
    view: 'trial',
    trial: { scenario: 'a%zz', variant: 'v', plan: 'none', repeat: 1 },
    event: null,
  });
  expect(readFragment('#/scenarios')).toEqual({ view: 'table', table: plainTable });
});
