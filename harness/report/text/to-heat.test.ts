import { expect, it } from 'vitest';

import { toConfusionHeat } from './to-heat.ts';

it('two sides beside each other have the same rows and columns, and say what the colours mean', () => {
  const first = [{ expected: 'a', called: 'a', count: 2 }];
  const second = [
    { expected: 'a', called: 'b', count: 1 },
    { expected: 'c', called: null, count: 1 },
  ];
  const heats = [first, second].map((own) => toConfusionHeat('t', own, [...first, ...second]));
  for (const heat of heats) {
    expect(heat?.columns).toEqual(['a', 'b', '(no call)']);
    expect(heat?.rows.map(({ label }) => label)).toEqual(['a', 'c']);
    expect(heat?.key).toContain('of the row');
  }
  expect(heats[0]?.rows[1]?.cells.map(({ text }) => text)).toEqual(['', '', '']);
});
