import { defineTool, errorResult, type HandlerOutcome } from 'toolrig';
import { z } from 'zod';

import { wasCancelled } from '../was-done.ts';
import { findOrder, type Desk } from '../world.ts';
import { confirmToken, orderId } from './order-id.ts';

/** Calls an order off and gives all its money back, after a preview. */
export const cancelOrder = defineTool({
  name: 'cancel_order',
  description:
    'Cancels one order that is not shipped yet and gives all its money back (writes; cannot be undone). Use it when the customer no longer wants an order. Not for orders that are on their way or have arrived: use refund_order. Returns a preview with a confirm_token at first, then the new status.',
  parameters: z.strictObject({ order_id: orderId, confirm_token: confirmToken }),
  effect: 'irreversible',
  confirm: 'token',
  category: 'orders',
  requires: ['orders.cancel'],
  coerce: { order_id: 'upper' },
  example: { order_id: 'A-1001' },
  reconcile: {
    tool: 'get_order',
    toArguments: (args) => ({ order_id: args.order_id }),
    happened: wasCancelled,
  },
  check: (args, desk) => checkCancel(args.order_id, desk),
  preview: (args, context) => {
    const { order_id } = args;
    const order = findOrder(context, order_id);
    return (
      checkCancel(order_id, context) ?? {
        will_cancel: order_id,
        will_return_cents: order?.paid_cents,
        currency: order?.currency,
        reversible: false,
      }
    );
  },
  handler: (args, context) => {
    const { order_id } = args;
    const wrong = checkCancel(order_id, context);
    const order = findOrder(context, order_id);
    if (wrong !== null || order === null) return wrong;
    order.status = 'cancelled';
    order.returned_cents = order.paid_cents;
    context.effect(order_id);
    return { order_id, status: order.status, returned_cents: order.returned_cents };
  },
});

function checkCancel(id: string, desk: Desk): HandlerOutcome | null {
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
    message: `Order ${id} is ${order.status} and cannot be cancelled any more`,
    recoverable: true,
    next: order.status === 'cancelled' ? 'Nothing is left to do' : 'It can be refunded instead',
  });
}
