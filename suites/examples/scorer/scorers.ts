import { defineScorer } from 'toolrig';

/** A share: 1 where the answer names every order that a tool was called for; n/a where no tool was called. */
export const namesTheOrder = defineScorer({
  name: 'house.names_the_order',
  label: 'Names the order',
  better: 'higher',
  unit: 'share',
  meaning: 'Orders that a tool was called for, and that the final answer names',
  score({ calls, finalText, endEvent }) {
    const orders = calls.flatMap(({ arguments: args }) =>
      typeof args?.['order'] === 'string' ? [args['order']] : [],
    );
    if (orders.length === 0) return null;
    const missing = orders.filter((order) => finalText?.includes(order) !== true);
    return {
      count: orders.length - missing.length,
      of: orders.length,
      reasons: missing.map((order) => ({
        code: 'order_not_named',
        event: endEvent,
        text: `The answer does not name order "${order}"`,
      })),
    };
  },
});

/** An amount: less is better. */
export const wordsSaid = defineScorer({
  name: 'house.words',
  label: 'Words',
  better: 'lower',
  unit: 'count',
  meaning: 'Words in the final answer',
  score({ finalText }) {
    if (finalText === null) return null;
    return { value: finalText.split(/\s+/u).filter((word) => word !== '').length };
  },
});
