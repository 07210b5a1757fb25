import { expect, it } from 'vitest';

import { checkPattern } from './check-pattern.ts';
import { matchPattern } from './match-pattern.ts';
import { readModifiers } from './read-modifiers.ts';

it.each<[string, string, string, string]>([
  ['(?-i:Paris)', 'i', 'Paris', ''],
  ['(?i:Paris)', '', 'Paris', 'i'],
  ['(?s-i:a.b)', 'i', 'a.b', 's'],
  ['(?-i:a)|b', 'i', '(?-i:a)|b', 'i'],
  ['(?-i:a)(b)', 'i', '(?-i:a)(b)', 'i'],
  ['(?-i:[)]\\))', 'i', '[)]\\)', ''],
  ['(?-i:a', 'i', '(?-i:a', 'i'],
  ['(?:a)', 'i', '(?:a)', 'i'],
  ['a', 'i', 'a', 'i'],
])('%s with the flags "%s"', (pattern, flags, ...[source, own]) => {
  expect(readModifiers(pattern, flags)).toEqual({ source, flags: own });
});

it('a text inside of modifiers is compared with its case, and checked as it is run', () => {
  expect(matchPattern('(?-i:Paris)', 'In Paris', 'i')).toBe(true);
  expect(matchPattern('(?-i:Paris)', 'IN PARIS', 'i')).toBe(false);
  expect(checkPattern('(?-i:Paris)', '$')).toEqual([]);
  expect(checkPattern('(?-i:(a+)+)', '$')).toMatchObject([{ code: 'explosive_pattern' }]);
  expect(checkPattern('(?-i:.*)', '$')).toMatchObject([{ code: 'cannot_fail' }]);
});
