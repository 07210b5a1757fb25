import { defineTool } from 'toolrig';
import { z } from 'zod';

import { readCustomer, toShop } from '../world.ts';

/** The way out when a permission is missing: a person is asked to do it. */
export const requestCapability = defineTool({
  name: 'request_capability',
  description:
    'Asks a colleague to do what this desk may not do (writes a note; may be repeated). Use it after a tool was denied. Not to try the same thing another way. Returns the queue it was put in.',
  parameters: z.strictObject({
    capability: z.enum(['refund', 'cancel', 'voucher']),
    why: z.string().min(3).max(200).describe('One sentence for the colleague.'),
  }),
  effect: 'idempotent',
  category: 'desk',
  tags: ['core'],
  keyFields: ['capability'],
  example: { capability: 'refund', why: 'Order A-1001 arrived broken' },
  handler: (args, context) => {
    const { requests } = toShop(context);
    const { capability } = args;
    const customer_id = readCustomer(context.session);
    const known = requests.some(
      (request) => request.customer_id === customer_id && request.capability === capability,
    );
    if (known) context.noEffect();
    else {
      requests.push({ customer_id, capability });
      context.effect(`${customer_id}/${capability}`);
    }
    return { queue: 'colleagues', capability };
  },
});
