import type { JsonObject } from 'toolrig';

const permissions = ['orders.refund', 'orders.cancel', 'vouchers.issue'];

/** Mara, who writes English, with a desk that may do everything. The default. */
export const mara: JsonObject = {
  user_id: 'u-7',
  tenant_id: 'north',
  customer_id: 'c-1',
  conversation_id: 'talk-9',
  permissions,
};

/** Xiaoyu, who writes Chinese. */
export const xiaoyu: JsonObject = { ...mara, customer_id: 'c-2' };

/** Ilse, who orders every other day. */
export const ilse: JsonObject = { ...mara, customer_id: 'c-3' };

/** Mara at night, when the desk may give no money back. */
export const night: JsonObject = { ...mara, permissions: ['orders.cancel'] };
