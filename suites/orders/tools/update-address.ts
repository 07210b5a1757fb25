import { defineTool, errorResult, type HandlerOutcome } from 'toolrig';
import { z } from 'zod';

import { findOrder, type Desk } from '../world.ts';
import { orderId } from './order-id.ts';

/** Sends an order somewhere else; may be repeated. */
export const updateAddress = defineTool({
  name: 'update_address',
  description:
    'Changes where one order is sent (writes; may be changed again). Use it while the order is not shipped yet. Not once the parcel is on its way. All four fields are needed: ask for what is missing. Returns the new address.',
  parameters: z.strictObject({
    order_id: orderId,
    street: z.string().min(3).max(120).describe('Street and number.'),
    city: z.string().min(1).max(80),
    postcode: z.string().min(3).max(12),
    country: z.enum(['SE', 'DK', 'AT', 'DE', 'CN']).describe('ISO 3166 code.'),
  }),
  effect: 'idempotent',
  category: 'orders',
  coerce: { order_id: 'upper', street: 'collapse_space', city: 'collapse_space' },
  example: {
    order_id: 'A-1003',
    street: 'Nygatan 4',
    city: 'Malmö',
    postcode: '211 20',
    country: 'SE',
  },
  check: (args, desk) => checkUpdate(args.order_id, desk),
  handler: (args, context) => {
    const { order_id, street, city, postcode, country } = args;
    const wrong = checkUpdate(order_id, context);
    const order = findOrder(context, order_id);
    if (wrong !== null || order === null) return wrong;
    const before = JSON.stringify(order.ship_to);
    order.ship_to = { street, city, postcode, country };
    if (JSON.stringify(order.ship_to) === before) context.noEffect();
    else context.effect(order_id);
    return { order_id, ship_to: order.ship_to };
  },
});

function checkUpdate(id: string, desk: Desk): HandlerOutcome | null {
  const order = findOrder(desk, id);
  if (order === null) {
    return errorResult({
      kind: 'precondition_missing',
      message: `The customer on the line has no order ${id}`,
      recoverable: true,
      next: 'Ask the customer for the number, or look it up with search_orders',
    });
  }
  if (order.status === 'paid' || order.status === 'packed') return null;
  return errorResult({
    kind: 'conflict',
    message: `Order ${id} is ${order.status}: its address is fixed`,
    recoverable: true,
  });
}
