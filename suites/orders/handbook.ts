import type { Handbook, JsonObject, JsonValue } from 'toolrig';

import { changing } from './playbooks/changing.ts';
import { incidents } from './playbooks/incident.ts';
import { money } from './playbooks/money.ts';
import { reading } from './playbooks/reading.ts';
import { wasCancelled, wasIssued, wasRefunded } from './was-done.ts';

/** What scripted agents know about this shop. */
export const handbook: Handbook = {
  playbooks: [...reading, ...money, ...changing, ...incidents],
  readBacks: {
    refund_order: {
      tool: 'list_refunds',
      toArguments: (args) => ({ order_id: args['order_id'] }),
      happened: (result, args) => wasRefunded(result, readCents(args, 'amount_cents')),
    },
    cancel_order: {
      tool: 'get_order',
      toArguments: (args) => ({ order_id: args['order_id'] }),
      happened: (result: JsonValue) => wasCancelled(result),
    },
    issue_voucher: {
      tool: 'list_vouchers',
      toArguments: () => ({}),
      happened: (result, args) => wasIssued(result, readCents(args, 'value_cents')),
    },
  },
  needless: { tool: 'get_profile', arguments: {} },
};

function readCents(args: JsonObject, field: string): number {
  return Number(args[field] ?? Number.NaN);
}
