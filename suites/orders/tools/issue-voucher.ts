import { defineTool, emptyResult } from 'toolrig';
import { z } from 'zod';

import { wasIssued } from '../was-done.ts';
import { readConversationId, readCustomer, toShop } from '../world.ts';

/** Gives credit, once a person has agreed. The voucher service knows idempotency keys. */
export const issueVoucher = defineTool({
  name: 'issue_voucher',
  description:
    'Gives the customer on the line a voucher (writes; cannot be undone; a shift lead is asked first). Use it to make up for trouble. Not to pay money back: use refund_order. Returns the voucher_id.',
  parameters: z.strictObject({
    value_cents: z.int().min(100).max(5000).describe('In cents: 10 euros are 1000.'),
    reason: z.enum(['late', 'damaged', 'other']),
  }),
  effect: 'irreversible',
  confirm: 'human',
  category: 'money',
  requires: ['vouchers.issue'],
  keyFields: ['value_cents'],
  serviceDedupe: true,
  example: { value_cents: 1000, reason: 'late' },
  reconcile: {
    tool: 'list_vouchers',
    toArguments: () => ({}),
    happened: (result, args) => wasIssued(result, args.value_cents),
  },
  handler: (args, context) => {
    const { value_cents, reason } = args;
    const id = context.newId('voucher');
    toShop(context).vouchers.push({
      id,
      customer_id: readCustomer(context.session),
      value_cents,
      reason,
      conversation_id: readConversationId(context.session),
    });
    context.effect(String(value_cents), { voucher_id: id });
    return { voucher_id: id, value_cents };
  },
});

/** Shows the customer's vouchers; also how an unknown voucher is read back. */
export const listVouchers = defineTool({
  name: 'list_vouchers',
  description:
    'Lists the vouchers of the customer on the line (reads only). Use it when the customer asks for them, or when it is not known whether one was issued. Returns voucher_id, value_cents, and whether it was issued in this conversation.',
  parameters: z.strictObject({}),
  effect: 'read',
  category: 'money',
  handler: (_args, context) => {
    const customer = readCustomer(context.session);
    const here = readConversationId(context.session);
    const vouchers = toShop(context)
      .vouchers.filter((voucher) => voucher.customer_id === customer)
      .map(({ id, value_cents, conversation_id }) => ({
        voucher_id: id,
        value_cents,
        this_conversation: conversation_id === here,
      }));
    if (vouchers.length === 0) {
      return emptyResult('The customer on the line has no vouchers', { vouchers: [] });
    }
    return { vouchers };
  },
});
