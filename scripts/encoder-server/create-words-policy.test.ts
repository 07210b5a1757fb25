import { expect, it } from 'vitest';
import { createWordsPolicy } from './create-words-policy.ts';

const tools = [
  { name: 'open_door', description: 'Opens the red door. Not for windows.' },
  { name: 'open_window', description: 'Opens the blue window.' },
];

it.each([
  ['open the blue one', [false, true]],
  ['a red door, please', [true, false]],
  ['windows', [false, false]],
  ['', [false, false]],
])('finds the rare words of %j', async (text, isNear) => {
  const similarities = await createWordsPolicy().similarities(text, tools);
  expect(similarities.map((similarity) => similarity > 0.3)).toEqual(isNear);
});

it('offers nothing where there is no tool', async () => {
  expect(await createWordsPolicy().similarities('open the door', [])).toEqual([]);
});
