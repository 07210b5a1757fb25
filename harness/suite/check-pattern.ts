import { isExplosivePattern } from '../schema/is-explosive-pattern.ts';
import type { SuiteFinding } from './suite-finding.ts';

/** Checks a regular expression over texts: it can be read, it comes to an end, and it does not find something in every text. */
export function checkPattern(pattern: string, path: string): readonly SuiteFinding[] {
  const expression = compile(pattern);
  if (expression === null) {
    const message = 'this is no regular expression that JavaScript can read';
    return [{ code: 'bad_pattern', path, message, found: pattern }];
  }
  if (isExplosivePattern(pattern)) {
    return [
      {
        code: 'explosive_pattern',
        path,
        message:
          'this regular expression repeats a part that can read the same text in several ways, so some texts would keep it busy for ever',
        found: pattern,
        remedy:
          'Write the repeated part so that it reads a text in one way only: a+ for (a+)+, [ab]* for (a|b|[ab])*',
      },
    ];
  }
  if (!expression.test('')) return [];
  const message = 'this regular expression finds something in every text, so it tells nothing';
  return [{ code: 'cannot_fail', path, message, found: pattern }];
}

function compile(pattern: string): RegExp | null {
  for (const flags of ['iu', 'i']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Loose expressions are valid only without the `u` flag.
    }
  }
  return null;
}
