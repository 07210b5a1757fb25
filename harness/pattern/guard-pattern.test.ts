import fc from 'fast-check';
import { expect, it } from 'vitest';

import { useLimits } from '../testing/use-limits.ts';
import { createStepCount } from './count-steps.ts';
import { guardPattern } from './guard-pattern.ts';

it.each([
  ['exponential', '^(a+)+$', `${'a'.repeat(60)}!`],
  ['exponential, within bounds', '^(?:[a-z]{0,50}){50}$', `${'a'.repeat(200)}!`],
  ['of degree 9', 'x*x*x*x*x*x*x*x*y', 'x'.repeat(20_000)],
  ['of degree 4', '^.*a.*b.*c.*d$', 'abc'.repeat(20_000)],
  ['of degree 3', String.raw`\s*,?\s*;\s*$`, ' '.repeat(100_000)],
  ['bounded', 'a{1,1000}a{1,1000}b', 'a'.repeat(20_000)],
  ['looking ahead', '(?=(a*)*b)c', `${'a'.repeat(60)}!`],
  ['looking behind', '(?<=b(a|a)*)c', `${'a'.repeat(60)}c`],
  ['referring back', String.raw`(a*)*\1b`, 'a'.repeat(60)],
])('a search that is %s is broken off, with the pattern and the remedy', (_, pattern, text) => {
  using _limits = useLimits({ patternMs: 20 });
  const guarded = guardPattern(new RegExp(pattern, 'g'));
  const message = `Cannot match the regular expression "${pattern}" with a text of ${text.length} characters: it took longer than 20 ms (limit patternMs). Write it so that it reads a text in one way, or raise the limit with TOOLRIG_PATTERN_MS`;
  for (const work of [
    () => guarded.test(text),
    () => guarded.matches(text),
    () => guarded.replace(text, '-'),
  ]) {
    expect(work).toThrow(message);
  }
});

/** Patterns from one that is searched freely to one that is watched. */
const patterns = ['refund', '[a-c]+', '(?:ab|b)+', '(?:a|b)*c', 'a*b*', '(?:a*b)*', '^a|b$', ''];

it('gives what the expression itself gives, watched or not', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '😀'), maxLength: 12 });
  fc.assert(
    fc.property(fc.constantFrom(...patterns), texts, (pattern, text) => {
      const plain = new RegExp(pattern, 'gu');
      const guarded = guardPattern(new RegExp(pattern, 'gu'));
      expect(guarded.test(text)).toBe(new RegExp(pattern, 'u').test(text));
      expect(guarded.matches(text)).toEqual(
        Array.from(text.matchAll(plain), (match) => ({
          start: match.index,
          end: match.index + match[0].length,
        })),
      );
      expect(guarded.replace(text, '<v>')).toBe(text.replace(plain, '<v>'));
    }),
  );
});

it.each([
  ['refund', 1],
  ['^[A-Z][0-9]+$', 1],
  ['a+', 2],
  ['a+b+', 3],
  ['^a+b+', 2],
  [String.raw`^(\d{1,3}\.){3}\d{1,3}$`, 0],
])('%s takes steps that grow with the length to the power of %d', (pattern, degree) => {
  const count = createStepCount(pattern);
  const growth = Math.log2(count(8_000) / count(4_000));
  expect(Math.round(growth)).toBe(degree);
});

it.each(['(a+)+', '(?:ab|b)+', '(?:a*b)*', '(?=(a*)*)c'])('%s has no bound', (pattern) => {
  expect(createStepCount(pattern)(4_000)).toBe(Number.POSITIVE_INFINITY);
});
