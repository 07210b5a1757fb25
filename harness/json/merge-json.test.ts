import { expect, it } from 'vitest';

import { mergeJson } from './merge-json.ts';

it.each([
  [{ a: 1 }, {}, { a: 1 }],
  [{ a: { x: 1, y: 2 } }, { a: { y: 3 } }, { a: { x: 1, y: 3 } }],
  [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
  [{ a: { x: 1 } }, { a: null }, { a: null }],
  [{}, { b: { c: [] } }, { b: { c: [] } }],
])('lays %j under %j', (base, own, merged) => {
  expect(mergeJson(base, own)).toEqual(merged);
});

it('gives each trial a world of its own', () => {
  const base = { orders: { A1: { paid: 10 } } };
  const own = { outbox: [{ to: 'x' }] };
  const first = mergeJson(base, own);
  expect(mergeJson(base, own)).toEqual(first);
  (first['orders'] as { A1: { paid: number } }).A1.paid = 0;
  (first['outbox'] as unknown[]).pop();
  expect(mergeJson(base, own)).toEqual({ orders: { A1: { paid: 10 } }, outbox: [{ to: 'x' }] });
});
