import { expect, it } from 'vitest';

import type { StoryPart } from '../open/split-turns.ts';
import { alignParts } from './align-parts.ts';

const user = (text: string): StoryPart => ({ type: 'user', text });
const turn = (number: number): StoryPart => ({
  type: 'turn',
  turn: { turn: number, model: [], calls: [] },
});
const guard: StoryPart = { type: 'guard', guard: 'turns', text: '' };
const end: StoryPart = { type: 'end', stopReason: 'answered', text: null };

it.each<[string, [StoryPart[], StoryPart[]], string]>([
  [
    'alike',
    [
      [user('a'), turn(1), end],
      [user('a'), turn(1), end],
    ],
    'user == / 1 == / end ==',
  ],
  [
    'one longer',
    [
      [turn(1), turn(2), end],
      [turn(1), end],
    ],
    '1 == / 2 =- / end ==',
  ],
  [
    'the other longer',
    [
      [turn(1), end],
      [turn(1), turn(2), guard, end],
    ],
    '1 == / 2 -= / guard -= / end ==',
  ],
  [
    'a second wish in between',
    [
      [turn(1), user('b'), turn(2)],
      [turn(1), turn(2)],
    ],
    '1 == / user =- / 2 ==',
  ],
  ['one empty', [[], [turn(1), end]], '1 -= / end -='],
])('parts of two conversations are put beside each other: %s', (_, [left, right], expected) => {
  const sign = (part: StoryPart | null): string => (part === null ? '-' : '=');
  const pairs = alignParts(left, right);
  expect(
    pairs.map((pair) => `${pair.label} ${sign(pair.left)}${sign(pair.right)}`).join(' / '),
  ).toBe(expected);
});
