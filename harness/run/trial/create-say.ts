import type { AgentContext } from '../../core/suite/agent.ts';

/** Hands out the user's turns one by one; every iterator goes on where the last one was left. */
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
