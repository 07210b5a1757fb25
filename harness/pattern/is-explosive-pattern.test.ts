import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isExplosivePattern } from './is-explosive-pattern.ts';

it.each([
  String.raw`^(a+)+$`,
  String.raw`(a*)*`,
  String.raw`((ab)*)*`,
  String.raw`(?<n>a+)+`,
  String.raw`(?:a|a)*`,
  String.raw`(a|aa)+$`,
  String.raw`(a|A)*$`,
  String.raw`(\w|\d)+`,
  String.raw`(?:x|[^y])*`,
  String.raw`(?:\p{L}|é)*`,
  String.raw`^(\w+\s?)*$`,
  String.raw`(\s*\w*)*`,
  String.raw`(a?b?)*c`,
  String.raw`(x+x+)+y`,
  String.raw`(?:\u0061|\x61)*`,
  String.raw`^(?=(a+)+$)`,
  String.raw`(?<!(a|a)*)b`,
  String.raw`(.*a){12}`,
  String.raw`(a+){1,3}`,
  String.raw`(\d{1,3}){1,9}`,
  String.raw`((b{1,3}){1,3}){1,3}`,
  String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
  String.raw`^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$`,
])('%s can run for ever', (pattern) => {
  expect(isExplosivePattern(pattern)).toBe(true);
});

it.each([
  String.raw``,
  String.raw`^[A-Z][0-9]+$`,
  String.raw`^([0-9]+,)*[0-9]+$`,
  String.raw`^(\w+-)*\w+$`,
  String.raw`^(\d{1,3}\.){3}\d{1,3}$`,
  String.raw`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{12}`,
  String.raw`^([0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$`,
  String.raw`^.*refund.*A-1001.*$`,
  String.raw`(foo|far|bar)+`,
  String.raw`^[^@\s]+@[^@\s]+\.[a-z]{2,}$`,
  String.raw`^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$`,
  String.raw`^"(?:[^"\\]|\\.)*"$`,
  String.raw`^(?!.*\.\.)[a-z.]+$`,
  String.raw`^(a{3})*$`,
  String.raw`(\d{12}){2,}`,
  String.raw`[\]\-a]+`,
  String.raw`a{,5}(b)\1`,
  String.raw`(?<word>\w)=\k<word>`,
  String.raw`不|没有|\bno\b`,
  String.raw`(a{0}|b)*`,
])('%s comes to an end', (pattern) => {
  expect(isExplosivePattern(pattern)).toBe(false);
});

/** Small patterns over a and b, with everything that makes them ambiguous. */
const patterns = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 'ab', '[ab]'),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(?:${parts.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}'))
      .map(([inner, times]) => `(?:${inner})${times}`),
  ),
})).pattern;

it('what comes to an end does so soon', () => {
  const words = ['a', 'b', 'ab', 'aab', 'abb'].map((word) => word.repeat(40 / word.length));
  fc.assert(
    fc.property(patterns, (pattern) => {
      fc.pre(!isExplosivePattern(pattern));
      const expression = new RegExp(`^${pattern}c`);
      const startMs = performance.now();
      for (const word of words) expression.test(word);
      // 2^40 tries would take days; a slow machine takes some milliseconds.
      expect(performance.now() - startMs).toBeLessThan(5_000);
    }),
    { numRuns: 300 },
  );
});
