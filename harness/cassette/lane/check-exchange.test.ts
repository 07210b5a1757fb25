import { expect, it } from 'vitest';

import { checkExchange } from './check-exchange.ts';

const sound = {
  status: 200,
  headers: {},
  headersAtMs: 1,
  frames: [{ atMs: 2, text: '{}' }],
  end: 'complete',
  endAtMs: 3,
} as const;
const place = { turn: 1, attempt: 1 };

it('a recording as it is written has nothing odd', () => {
  expect(checkExchange(sound, place)).toBeNull();
});

const expected = (most: number): string => `expected a number from 0 to ${most}`;

it.each([
  [{ endAtMs: Number('1e309') }, place, `has "endAtMs": Infinity, ${expected(1e9)}`],
  [{ headersAtMs: -1 }, place, `has "headersAtMs": -1, ${expected(1e9)}`],
  [{ frames: [{ atMs: 1e12, text: '' }] }, place, `has "atMs": 1000000000000, ${expected(1e9)}`],
  [{ frames: [{ atMs: Number.NaN, text: '' }] }, place, `has "atMs": NaN, ${expected(1e9)}`],
  [{ status: -200 }, place, `has "status": -200, ${expected(999)}`],
  [{}, { turn: 1e9, attempt: 1 }, `has "turn": 1000000000, ${expected(1e6)}`],
  [{}, { turn: 1, attempt: -1 }, `has "attempt": -1, ${expected(1e6)}`],
])('%# numbers out of range are named', (change, at, problem) => {
  expect(checkExchange({ ...sound, ...change }, at)).toBe(problem);
});
