import { defineTool, emptyResult } from 'toolrig';
import { z } from 'zod';

import { findOrder, orderStatuses, readCustomer, toShop } from '../world.ts';
import { orderId } from './order-id.ts';

/** Shows one order in full. */
export const getOrder = defineTool({
  name: 'get_order',
  description:
    'Shows one order of the customer on the line in full (reads only). Use it when the order number is known: where a parcel is, what was in it, what was paid. For a list use search_orders. Returns status, items, money, address and, once shipped, the parcel.',
  parameters: z.strictObject({ order_id: orderId }),
  returns: z.looseObject({
    order_id: z.string(),
    status: z.enum(orderStatuses),
    paid_cents: z.int(),
    returned_cents: z.int(),
  }),
  effect: 'read',
  category: 'orders',
  tags: ['core'],
  coerce: { order_id: 'upper' },
  example: { order_id: 'A-1001' },
  handler: (args, context) => {
    const order = findOrder(context, args.order_id);
    if (order === null) {
      return emptyResult(`The customer on the line has no order ${args.order_id}`, null);
    }
    const { customer_id: _customer, ...shown } = order;
    return { order_id: args.order_id, ...shown };
  },
});

/** Shows who is on the line. */
export const getProfile = defineTool({
  name: 'get_profile',
  description:
    'Shows name and mail address of the customer on the line (reads only). Use it when the customer asks what is stored about them. It is not needed for any other tool. Returns name and email.',
  parameters: z.strictObject({}),
  effect: 'read',
  category: 'customer',
  handler: (_args, context) => {
    const customer = toShop(context).customers[readCustomer(context.session)];
    return customer ?? emptyResult('Nobody is on the line', null);
  },
});
