import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesName } from './match-name.ts';

it.each([
  ['order', 'order', true],
  ['order', 'orders', false],
  ['order', 'reorder', false],
  ['', '', true],
  ['', 'a', false],
  ['*', '', true],
  ['*', 'order', true],
  ['get_*', 'get_order', true],
  ['get_*', 'get_', true],
  ['get_*', 'forget_order', false],
  ['*_order', 'get_order', true],
  ['*_order', 'get_orders', false],
  ['a*b*c', 'a1b2c', true],
  ['a*b*c', 'abc', true],
  ['a*b*c', 'acb', false],
  ['a*b*c', 'ac', false],
  ['a*b*b', 'ab', false],
  ['a*b*b*c', 'abc', false],
  ['a*b*b*c', 'abbc', true],
  // The beginning and the end may not share characters.
  ['aba*aba', 'ababa', false],
  ['aba*aba', 'abaaba', true],
  ['a*ab*b', 'ab', false],
  ['a.c', 'abc', false],
])('%j and %j: %s', (pattern, name, expected) => {
  expect(matchesName(pattern, name)).toBe(expected);
});

it('does what a regular expression with the same meaning does', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  const said = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
  fc.assert(
    fc.property(word, said, (pattern, name) => {
      const same = new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'u');
      expect(matchesName(pattern, name)).toBe(same.test(name));
    }),
  );
});
