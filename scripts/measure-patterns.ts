import { guardPattern } from '../harness/pattern/guard-pattern.ts';
import { SlowPatternError } from '../harness/pattern/slow-pattern-error.ts';

// Usage: npm run measure:patterns
// How the time of a guarded search grows with hostile texts: CPU time for a text, and for one of twice its length over it.
// A search that the limit `patternMs` broke off takes that limit, whatever the length: its growth is about 1.

const cases: readonly (readonly [pattern: string, part: string, length: number])[] = [
  ['^(a+)+$', 'a', 40],
  [String.raw`^(\w+\s?)*$`, 'a', 40],
  ['^(?:[a-z]{0,50}){50}$', 'a', 200],
  ['x*x*x*x*x*x*x*x*y', 'x', 5_000],
  ['^.*a.*b.*c.*d$', 'abc', 5_000],
  ['a{1,1000}a{1,1000}b', 'a', 5_000],
  ['[^!]*refund', 'x', 5_000],
  [String.raw`^[^@\s]+@[^@\s]+\.[a-z]{2,}$`, 'a', 5_000],
  ['^[A-Z][0-9]+$', '1', 5_000],
];

/** CPU milliseconds of one search, and whether it was broken off. */
function measure(pattern: string, text: string): readonly [ms: number, isEnded: boolean] {
  const guarded = guardPattern(new RegExp(pattern, 'u'));
  const before = process.cpuUsage();
  let isEnded = false;
  try {
    guarded.test(text);
  } catch (error) {
    if (!(error instanceof SlowPatternError)) throw error;
    isEnded = true;
  }
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / 1000, isEnded];
}

for (const [pattern, part, length] of cases) {
  const text = part.repeat(length);
  const [once, isEnded] = measure(pattern, `${text}!`);
  const [twice, isTwiceEnded] = measure(pattern, `${text}${text}!`);
  const ends = isTwiceEnded ? (isEnded ? 'both ended by the limit' : 'the longer one ended') : '';
  console.log(
    `${pattern.padEnd(34)} ${String(text.length).padStart(6)} ${once.toFixed(1).padStart(8)} ms  x ${(twice / once).toFixed(2).padStart(6)}  ${ends}`,
  );
}
