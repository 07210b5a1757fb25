import { defineTool } from 'toolrig';
import { z } from 'zod';

import { listOrders, toPage } from './search-orders.ts';

/** The first version: the status is free text that has to be hit to the letter. */
export const searchOrdersByText = defineTool({
  name: 'search_orders',
  description: 'Search orders.',
  parameters: z.strictObject({
    status: z.string().optional().describe('Status of the orders'),
    limit: z.int().min(1).max(100).optional(),
  }),
  effect: 'read',
  category: 'orders',
  handler: (args, context) => {
    args.limit ??= 20;
    const wanted = args.status?.trim().toLowerCase();
    const found = listOrders(context).filter(
      ([, order]) => wanted === undefined || order.status === wanted,
    );
    return toPage(found, args.limit, `No orders with the status "${args.status ?? 'any'}"`);
  },
});
