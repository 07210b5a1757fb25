import { expect, it } from 'vitest';

import { planGroups, refuseUnknown, type Selection } from './plan-groups.ts';

type Suite = Parameters<typeof planGroups>[0];

const suite = {
  name: 'made',
  plans: [],
  toolsets: [],
  variants: [
    { name: 'first', isDefault: true },
    { name: 'second', isDefault: false },
    { name: 'third', isDefault: true },
  ],
  scenarios: [
    { id: 'look', variants: null },
    { id: 'look-twice', variants: ['second'] },
    { id: 'pay', variants: ['first', 'second'] },
  ],
  // Planning reads no more than this of a suite.
} as unknown as Suite;

const plan = (selection: Partial<Selection> = {}): readonly string[] =>
  planGroups(suite, { variants: null, scenarios: null, repeats: 1, ...selection }).map(
    ({ variant, scenario, repeat }) => `${variant.name} ${scenario.id} ${repeat}`,
  );

it.each<[string, Partial<Selection>, readonly string[]]>([
  ['the default variants', {}, ['first look 1', 'first pay 1', 'third look 1']],
  [
    'all variants',
    { variants: '*' },
    [
      'first look 1',
      'first pay 1',
      'second look 1',
      'second look-twice 1',
      'second pay 1',
      'third look 1',
    ],
  ],
  [
    'in the order of the suite',
    { variants: ['third', 'first'], scenarios: ['pay', 'look'] },
    ['first look 1', 'first pay 1', 'third look 1'],
  ],
  [
    'by a pattern',
    { variants: ['sec*'], scenarios: ['look*'] },
    ['second look 1', 'second look-twice 1'],
  ],
  [
    'repeats, from 1',
    { scenarios: ['pay'], repeats: 3 },
    ['first pay 1', 'first pay 2', 'first pay 3'],
  ],
  ['no repeats', { repeats: 0, scenarios: null }, []],
])('plans %s', (_name, selection, wanted) => {
  expect(plan(selection)).toEqual(wanted);
});

it.each<[string, Partial<Selection>, string]>([
  [
    'a scenario with a typo beside a good one',
    { scenarios: ['look', 'nope', 'no*pe'] },
    'Cannot run scenario "nope", "no*pe": the suite "made" has look, look-twice, pay',
  ],
  [
    'a variant with a typo beside a good one',
    { variants: ['first', 'nope'] },
    'Cannot run variant "nope": the suite "made" has first, second, third',
  ],
  [
    'a scenario that is for none of the variants',
    { scenarios: ['look', 'look-twice'], variants: ['first', 'third'] },
    'Cannot run scenario "look-twice" with variant "first", "third": it is only for second',
  ],
  [
    'a variant that none of the scenarios is for',
    { scenarios: ['pay'], variants: ['first', 'third'] },
    'Cannot run variant "third": none of the chosen scenarios is for it',
  ],
])('refuses %s', (_name, selection, message) => {
  expect(() => plan(selection)).toThrow(message);
});

it('takes default variants and all of them as they come, though some have no scenario', () => {
  expect(plan({ scenarios: ['pay'] })).toEqual(['first pay 1']);
  expect(plan({ scenarios: ['pay'], variants: '*' })).toEqual(['first pay 1', 'second pay 1']);
});

it('names each thing that exists once, and says where there is none', () => {
  const refuse = (names: readonly string[]) => () => {
    refuseUnknown(['x'], { what: 'model', names, suite: 'made' });
  };
  expect(refuse(['a', 'b', 'a'])).toThrow('Cannot run model "x": the suite "made" has a, b');
  expect(refuse([])).toThrow('the suite "made" has none');
  expect(refuse(['x'])).not.toThrow();
});
