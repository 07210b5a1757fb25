import type { Tool, Toolset } from 'toolrig';

import { cancelOrder } from './tools/cancel-order.ts';
import { issueVoucher, listVouchers } from './tools/issue-voucher.ts';
import { getOrder, getProfile } from './tools/read-order.ts';
import { listRefunds, refundOrder } from './tools/refund-order.ts';
import { requestCapability } from './tools/request-capability.ts';
import { searchOrdersByText } from './tools/search-orders-by-text.ts';
import { searchOrders } from './tools/search-orders.ts';
import { updateAddress } from './tools/update-address.ts';

const shared: readonly Tool[] = [
  getOrder,
  getProfile,
  refundOrder,
  listRefunds,
  cancelOrder,
  updateAddress,
  issueVoucher,
  listVouchers,
  requestCapability,
];

/** Both versions of the tools; a conversation may have begun under the first. */
export const toolsets: readonly Toolset[] = [
  { id: 'orders@1', tools: [searchOrdersByText, ...shared] },
  {
    id: 'orders@2',
    tools: [searchOrders, ...shared],
    note: 'search_orders takes a list of states instead of free text, and days',
  },
];
