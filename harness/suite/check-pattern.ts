import type { SuiteFinding } from './suite-finding.ts';

/** Checks a regular expression over texts: it can be read, and it does not find something in every text. */
export function checkPattern(pattern: string, path: string): readonly SuiteFinding[] {
  const expression = compile(pattern);
  if (expression === null) {
    const message = 'this is no regular expression that JavaScript can read';
    return [{ code: 'bad_pattern', path, message, found: pattern }];
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
