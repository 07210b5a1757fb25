import { defineTool, emptyResult, errorResult, type HandlerOutcome } from 'toolrig';
import { z } from 'zod';

import { findOrder, readConversationId, toShop, type Desk, type Order } from '../world.ts';
import { wasRefunded } from '../was-done.ts';
import { confirmToken, orderId } from './order-id.ts';

interface RefundWish {
  readonly order_id: string;
  readonly amount_cents: number;
}

/** Gives money back: at most once for each wish, after a preview, never more than was paid. */
export const refundOrder = defineTool({
  name: 'refund_order',
  description:
    'Gives money back on one order (writes; cannot be undone). Use it for goods that arrived broken, late or not at all. Not for orders that are not shipped yet: use cancel_order. Returns a preview with a confirm_token at first, then the refund_id.',
  parameters: z.strictObject({
    order_id: orderId,
    amount_cents: z.int().min(1).max(1_000_000).describe('In cents: 15 euros are 1500.'),
    reason: z.enum(['damaged', 'missing_item', 'late', 'other']),
    confirm_token: confirmToken,
  }),
  effect: 'irreversible',
  confirm: 'token',
  category: 'money',
  requires: ['orders.refund'],
  keyFields: ['order_id', 'amount_cents'],
  coerce: { order_id: 'upper' },
  example: { order_id: 'A-1001', amount_cents: 1500, reason: 'damaged' },
  reconcile: {
    tool: 'list_refunds',
    toArguments: (args) => ({ order_id: args.order_id }),
    happened: (result, args) => wasRefunded(result, args.amount_cents),
  },
  check: (args, desk) => checkRefund(args, desk),
  preview: (args, context) => {
    const order = findOrder(context, args.order_id);
    const { order_id, amount_cents } = args;
    return (
      checkRefund(args, context) ?? {
        will_refund_cents: amount_cents,
        order_id,
        currency: order?.currency,
        returned_cents_after: (order?.returned_cents ?? 0) + amount_cents,
        reversible: false,
      }
    );
  },
  handler: (args, context) => {
    const wrong = checkRefund(args, context);
    const order = findOrder(context, args.order_id);
    if (wrong !== null || order === null) return wrong;
    const shop = toShop(context);
    const { order_id, amount_cents, reason } = args;
    const id = context.newId('refund');
    order.returned_cents += amount_cents;
    shop.refunds.push({
      id,
      order_id,
      amount_cents,
      reason,
      made_on: shop.today,
      conversation_id: readConversationId(context.session),
    });
    context.effect(`${order_id}/${amount_cents}`, { refund_id: id });
    return {
      refund_id: id,
      order_id,
      refunded_cents: amount_cents,
      left_cents: order.paid_cents - order.returned_cents,
    };
  },
});

/** Shows what was refunded; also how an unknown refund is read back. */
export const listRefunds = defineTool({
  name: 'list_refunds',
  description:
    'Lists the refunds of one order (reads only). Use it when the customer asks what was given back, or when it is not known whether a refund went through. Returns amount_cents, reason, made_on, and whether it was made in this conversation.',
  parameters: z.strictObject({ order_id: orderId }),
  effect: 'read',
  category: 'money',
  example: { order_id: 'A-1001' },
  handler: (args, context) => {
    const { order_id } = args;
    if (findOrder(context, order_id) === null) {
      return emptyResult(`The customer on the line has no order ${order_id}`, { refunds: [] });
    }
    const here = readConversationId(context.session);
    const refunds = toShop(context)
      .refunds.filter((refund) => refund.order_id === order_id)
      .map(({ id, amount_cents, reason, made_on, conversation_id }) => ({
        refund_id: id,
        amount_cents,
        reason,
        made_on,
        this_conversation: conversation_id === here,
      }));
    if (refunds.length === 0) {
      return emptyResult(`Nothing was refunded on ${order_id}`, { refunds: [] });
    }
    return { refunds };
  },
});

function checkRefund(wish: RefundWish, desk: Desk): HandlerOutcome | null {
  const order = findOrder(desk, wish.order_id);
  if (order === null) {
    return errorResult({
      kind: 'precondition_missing',
      message: `The customer on the line has no order ${wish.order_id}`,
      recoverable: true,
      next: 'Ask the customer for the number, or look it up with search_orders',
    });
  }
  return checkState(wish.order_id, order) ?? checkAmount(wish, order);
}

function checkState(id: string, order: Order): HandlerOutcome | null {
  if (order.status === 'delivered' || order.status === 'shipped') return null;
  const paid = order.status !== 'cancelled';
  return errorResult({
    kind: 'conflict',
    message: `Order ${id} is ${order.status}: only shipped orders are refunded`,
    recoverable: true,
    next: paid ? 'Use cancel_order' : 'Nothing is left to do',
  });
}

function checkAmount(wish: RefundWish, order: Order): HandlerOutcome | null {
  const leftCents = order.paid_cents - order.returned_cents;
  if (wish.amount_cents <= leftCents) return null;
  const message = `${wish.amount_cents} cents are more than the ${leftCents} that are left of what was paid`;
  return errorResult({
    kind: 'invalid_arguments',
    message,
    recoverable: true,
    problems: [
      {
        code: 'above_paid',
        path: '$.amount_cents',
        message,
        expected: leftCents,
        found: wish.amount_cents,
      },
    ],
  });
}
