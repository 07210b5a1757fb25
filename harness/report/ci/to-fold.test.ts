import { expect, it } from 'vitest';

import { toFoldedList } from './to-fold.ts';

const items = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => `- ${place + 1}`);

it.each([
  [0, []],
  [2, ['- 1\n- 2']],
  [3, ['- 1\n- 2', '<details><summary>1 more</summary>\n\n- 3\n\n</details>']],
  [4, ['- 1\n- 2', '<details><summary>2 more</summary>\n\n- 3\n- 4\n\n</details>']],
  [6, ['- 1\n- 2', '<details><summary>4 more</summary>\n\n- 3\n- 4\n- … and 2 more\n\n</details>']],
])('of %d items two are on the page and two more folded', (count, blocks) => {
  expect(toFoldedList(items(count), { shown: 2, most: 4 })).toEqual(blocks);
});
