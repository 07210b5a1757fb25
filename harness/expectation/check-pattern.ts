import { toRegExp } from './match-pattern.ts';
import { guardPattern } from '../pattern/guard-pattern.ts';
import { SlowPatternError } from '../pattern/slow-pattern-error.ts';
import { isExplosivePattern } from '../pattern/is-explosive-pattern.ts';
import { readModifiers } from './read-modifiers.ts';
import type { ExpectationProblem } from './expectation-problem.ts';

/**
 * Checks a regular expression over texts: it can be read, it comes to an end, and it does not find something in every text.
 *
 * @param flags Those that it is run with. Default `i`, as for words of an answer.
 */
export function checkPattern(
  pattern: string,
  path: string,
  flags = 'i',
): readonly ExpectationProblem[] {
  const expression = toRegExp(pattern, flags);
  if (expression === null) return [refuse(pattern, path)];
  if (isExplosivePattern(readModifiers(pattern, flags).source)) {
    return [
      {
        code: 'explosive_pattern',
        path,
        message:
          'this regular expression repeats a part that can read the same text in several ways, so some texts would keep it busy for ever',
        expected: 'a regular expression that reads each text in one way',
        found: pattern,
        remedy:
          'Write the repeated part so that it reads a text in one way only: a+ for (a+)+, [ab]* for (a|b|[ab])*',
      },
    ];
  }
  const isIdle = findsInAll(expression, pattern);
  if (isIdle === null) return [refuseSlow(pattern, path)];
  if (!isIdle) return [];
  const message = 'this regular expression finds something in every text, so it checks nothing';
  const expected = 'a regular expression that some text does not fit';
  return [{ code: 'cannot_fail', path, message, expected, found: pattern }];
}

function refuseSlow(pattern: string, path: string): ExpectationProblem {
  return {
    code: 'slow_pattern',
    path,
    message: 'this regular expression takes too long with a short text already',
    expected: 'a regular expression that reads each text in one way',
    found: pattern,
    remedy: 'Leave out neighbours that can read the same characters: a+ for a*a*, [^,]*, for .*,',
  };
}

function refuse(pattern: string, path: string): ExpectationProblem {
  const isForeign = /\(\?[imsx]+[):]/u.test(pattern);
  return {
    code: 'bad_pattern',
    path,
    message: 'this is not a regular expression that JavaScript can read',
    expected: 'a regular expression that JavaScript can read',
    found: pattern,
    ...(isForeign
      ? { remedy: 'Flags are not part of it: write { $pattern: { pattern: "...", flags: "i" } }' }
      : {}),
  };
}

/** Texts of every sort: an expression that fits all of them, and its own words besides, rules nothing out. */
const samples: readonly string[] = [
  '',
  ' ',
  'x',
  'Q',
  '7',
  '-',
  '_',
  'é',
  '订单',
  '😀',
  'Order A1 was refunded: 12.50 EUR!',
  'one line\nand another',
  'z'.repeat(300),
];

/** `null` when that takes too long to find out. */
function findsInAll(expression: RegExp, pattern: string): boolean | null {
  const words = pattern.match(/[\p{L}\p{N}]+/gu) ?? [];
  const guarded = guardPattern(expression);
  try {
    return [...samples, ...words, words.join(' '), pattern].every((text) => guarded.test(text));
  } catch (error) {
    if (error instanceof SlowPatternError) return null;
    throw error;
  }
}
