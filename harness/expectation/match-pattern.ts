import { type GuardedPattern, guardPattern } from '../pattern/guard-pattern.ts';
import { readModifiers } from './read-modifiers.ts';

/** Patterns that were compiled before: a run uses a few of them very often. `null` = no regular expression. */
const compiled = new Map<string, GuardedPattern | null>();

const mostCompiled = 1_000;

/** A pattern is run over no more than the beginning of a text: what it costs may grow with a power of the length. */
const mostChars = 20_000;

/**
 * Whether a text (its first 20,000 characters) fits a regular expression; `false` for one that is none.
 *
 * @throws SlowPatternError when that takes too long.
 */
export function matchPattern(pattern: string, text: string, flags = ''): boolean {
  const name = `${flags}/${pattern}`;
  let expression = compiled.get(name);
  if (expression === undefined) {
    if (compiled.size >= mostCompiled) compiled.clear();
    const made = toRegExp(pattern, flags);
    expression = made === null ? null : guardPattern(made);
    compiled.set(name, expression);
  }
  return expression?.test(text.slice(0, mostChars)) ?? false;
}

/** A regular expression with the `u` flag, without it where only that works: loose patterns are common. `null` when it is none. */
export function toRegExp(pattern: string, flags: string): RegExp | null {
  const { source, flags: own } = readModifiers(pattern, flags);
  for (const mode of ['u', '']) {
    try {
      return new RegExp(source, mode + own);
    } catch {
      // The next mode, or none.
    }
  }
  return null;
}
