import type { AgentContext } from '../../core/suite/agent.ts';

/** Yields the user's turns one by one; every iterator continues where the last one stopped. */
export function createSay(turns: readonly string[]): AgentContext['say'] {
  let next = 0;
  const iterator: IterableIterator<string> = {
    [Symbol.iterator]: () => iterator,
    next() {
      const text = turns[next];
      next += 1;
      return text === undefined ? { done: true, value: undefined } : { done: false, value: text };
    },
  };
  return () => iterator;
}
