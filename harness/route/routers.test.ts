import fc from 'fast-check';
import { expect, it } from 'vitest';
import { routerNames } from '../core/suite/router.ts';
import { routers } from './routers.ts';

const tools = [
  {
    name: 'get_order',
    description: 'Reads an order. Use when the user asks "Where is my parcel?". Not for refunds.',
  },
  { name: 'pay_back', description: 'Refunds an order. Returns the sum.' },
  { name: 'find_shop', description: '查询附近的门店。' },
];

function first(router: (typeof routerNames)[number], text: string): string {
  const figures = routers[router](text, tools);
  if (!Array.isArray(figures)) throw new Error('These routers answer at once');
  const best = Math.max(...figures);
  return best === 0 ? 'none' : (tools[figures.indexOf(best)]?.name ?? '');
}

it.each([
  ['words', 'My parcel is late', 'get_order'],
  ['words', 'Refunds please', 'pay_back'],
  ['words', '门店在哪里', 'find_shop'],
  ['words', 'Rain tomorrow', 'none'],
  ['names', 'Please get it', 'get_order'],
  ['names', 'My parcel is late', 'none'],
  ['names', 'I was charged twice, give it BACK', 'pay_back'],
] as const)('%s: "%s" is for %s', (router, text, wanted) => {
  expect(first(router, text)).toBe(wanted);
});

it.each(routerNames)('%s gives each tool a figure, and the same ones again', (router) => {
  const texts = fc.string({ unit: 'grapheme' });
  const lists = fc.array(fc.record({ name: texts, description: texts }), { maxLength: 6 });
  fc.assert(
    fc.property(texts, lists, (text, listed) => {
      const figures = routers[router](text, listed);
      expect(figures).toHaveLength(listed.length);
      expect(routers[router](text, listed)).toEqual(figures);
      expect(Array.isArray(figures) && figures.every((figure) => Number.isFinite(figure))).toBe(
        true,
      );
    }),
  );
});
