import { createContext, Script, type Context } from 'node:vm';

import { limitOf } from '../limit/limits.ts';
import { createStepCount } from './count-steps.ts';
import { SlowPatternError } from './slow-pattern-error.ts';

/** A place where a regular expression fits. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
}

/**
 * A regular expression of someone else's, which no text can keep busy for longer than the limit `patternMs`.
 * Every method throws a {@link SlowPatternError} instead.
 */
export interface GuardedPattern {
  test(text: string): boolean;
  /** All places where it fits, for an expression with the flag `g`. */
  matches(text: string): readonly PatternMatch[];
  /** The text with something else in all those places. */
  replace(text: string, by: string): string;
}

/** Searches that try no more ways than this end within milliseconds, so no one has to watch them. */
const mostFreeSteps = 1_000_000;

/** Guards a regular expression. Where its time is bounded by its form and the text, it runs at its usual speed. */
export function guardPattern(expression: RegExp): GuardedPattern {
  const countSteps = createStepCount(expression.source);
  const isFree = (text: string): boolean => countSteps(text.length) <= mostFreeSteps;
  const guarded: GuardedPattern = {
    test: (text) => {
      expression.lastIndex = 0;
      const isFound = isFree(text)
        ? expression.test(text)
        : watch('test', expression, text) === true;
      expression.lastIndex = 0;
      return isFound;
    },
    matches: (text) =>
      isFree(text) ? findAll(expression, text) : findAllWatched(expression, text),
    replace: (text, by) => {
      let replaced = '';
      let from = 0;
      for (const { start, end } of guarded.matches(text)) {
        replaced += text.slice(from, start) + by;
        from = end;
      }
      return replaced + text.slice(from);
    },
  };
  return guarded;
}

function findAll(expression: RegExp, text: string): readonly PatternMatch[] {
  return Array.from(text.matchAll(expression), ({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

function findAllWatched(expression: RegExp, text: string): readonly PatternMatch[] {
  // The script below gives a list of pairs as JSON: nothing of its own world comes back.
  const places = JSON.parse(String(watch('matches', expression, text))) as readonly [
    number,
    number,
  ][];
  return places.map(([start, end]) => ({ start, end }));
}

/** The engine can break off a script, and a search in it, from another thread: https://nodejs.org/api/vm.html. */
function watch(work: keyof typeof scripts, expression: RegExp, text: string): unknown {
  world ??= createContext({ expression: null, text: '' });
  Object.assign(world, { expression, text });
  try {
    return scripts[work].runInContext(world, { timeout: limitOf('patternMs') });
  } catch (error) {
    // The error may be of another world than this module, so `instanceof` does not know it.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === timedOut) {
      throw new SlowPatternError(expression.source, text.length);
    }
    throw error;
  } finally {
    Object.assign(world, { expression: null, text: '' });
  }
}

const timedOut = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

const scripts = {
  test: new Script('expression.test(text)'),
  matches: new Script(
    'JSON.stringify(Array.from(text.matchAll(expression), (m) => [m.index, m.index + m[0].length]))',
  ),
};

let world: Context | null = null;
