import { defineTool, emptyResult, errorResult, type HandlerOutcome } from 'toolrig';
import { z } from 'zod';

import { orderStatuses, readCustomer, toShop, type Desk, type Order } from '../world.ts';

const maxSpanDays = 90;
const dayMs = 86_400_000;

/** Lists the customer's orders; every choice is from a list, a day or a bounded number. */
export const searchOrders = defineTool({
  name: 'search_orders',
  description:
    'Lists orders of the customer on the line, newest first (reads only). Use it when the customer asks for several orders or does not know the number. For one known order use get_order. Returns order_id, status, placed_on, paid_cents and currency of each, the total, and is_complete: false when there are more than are shown.',
  parameters: z.strictObject({
    statuses: z
      .array(z.enum(orderStatuses))
      .min(1)
      .optional()
      .describe(
        'Only orders in one of these states. "Not cancelled" is the list of all others. Leave out for all.',
      ),
    placed_from: z.iso
      .date()
      .optional()
      .describe('First day. Default: 90 days before the last day.'),
    placed_to: z.iso
      .date()
      .optional()
      .describe(
        'Last day, at most 90 days after the first; ask in batches for more. Default: today.',
      ),
    limit: z.int().min(1).max(100).optional().describe('How many to show. Default 20.'),
  }),
  returns: z.strictObject({
    orders: z.array(
      z.strictObject({
        order_id: z.string(),
        status: z.enum(orderStatuses),
        placed_on: z.string(),
        paid_cents: z.int(),
        currency: z.string(),
      }),
    ),
    total: z.int(),
    is_complete: z.boolean(),
  }),
  effect: 'read',
  category: 'orders',
  tags: ['core'],
  coerce: { placed_from: 'date', placed_to: 'date' },
  example: { statuses: ['shipped'], placed_from: '2026-05-01', placed_to: '2026-05-31', limit: 20 },
  check: (args, desk) => checkSpan(args, desk),
  handler: (args, context) => {
    const wrong = checkSpan(args, context);
    if (wrong !== null) return wrong;
    const { from, to } = toSpan(args, context);
    // What is finally executed is kept in the transcript, defaults included.
    args.placed_from = from;
    args.placed_to = to;
    args.limit ??= 20;
    const wanted = args.statuses;
    const found = listOrders(context).filter(
      ([, order]) =>
        order.placed_on >= from &&
        order.placed_on <= to &&
        (wanted === undefined || wanted.includes(order.status)),
    );
    const which = wanted === undefined ? '' : ` that are ${wanted.join(' or ')}`;
    return toPage(found, args.limit, `The customer placed no orders${which} from ${from} to ${to}`);
  },
});

interface Span {
  readonly placed_from?: string | undefined;
  readonly placed_to?: string | undefined;
}

function checkSpan(args: Span, desk: Desk): HandlerOutcome | null {
  const { from, to } = toSpan(args, desk);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days >= 0 && days <= maxSpanDays) return null;
  const message =
    days < 0
      ? `placed_from ${from} is after placed_to ${to}`
      : `${from} to ${to} are ${days} days: at most ${maxSpanDays}`;
  return errorResult({
    kind: 'invalid_arguments',
    message,
    recoverable: true,
    problems: [
      { code: days < 0 ? 'span_reversed' : 'span_too_wide', path: '$.placed_to', message },
    ],
    next: `Ask in batches of at most ${maxSpanDays} days`,
  });
}

function toSpan(args: Span, desk: Desk): { readonly from: string; readonly to: string } {
  const to = args.placed_to ?? toShop(desk).today;
  const before = new Date(Date.parse(to) - maxSpanDays * dayMs);
  return { from: args.placed_from ?? before.toISOString().slice(0, 10), to };
}

/** The customer's orders, newest first. */
export function listOrders(desk: Desk): readonly (readonly [string, Order])[] {
  const customer = readCustomer(desk.session);
  return Object.entries(toShop(desk).orders)
    .filter(([, order]) => order.customer_id === customer)
    .sort((a, b) => (a[1].placed_on < b[1].placed_on ? 1 : -1));
}

/** The first orders of a list as the model sees them; nothing found is an empty result. */
export function toPage(
  found: readonly (readonly [string, Order])[],
  limit: number,
  nothing: string,
): unknown {
  if (found.length === 0) return emptyResult(nothing);
  const orders = found.slice(0, limit).map(([id, { status, placed_on, paid_cents, currency }]) => ({
    order_id: id,
    status,
    placed_on,
    paid_cents,
    currency,
  }));
  return { orders, total: found.length, is_complete: orders.length === found.length };
}
