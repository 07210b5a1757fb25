import { absent, any, type ScenarioInput } from 'toolrig';

import { requests } from '../requests.ts';
import { xiaoyu } from './sessions.ts';

const malmo = { street: 'Nygatan 4', city: 'Malmö', postcode: '211 20', country: 'SE' };

/** Wishes about orders, and talk that needs no tool. */
export const changing: readonly ScenarioInput[] = [
  {
    id: 'money-back',
    about: 'Cancel or refund, but never both: the money comes back once',
    tags: ['en', 'cancel', 'refund', 'either'],
    user: requests['money-back'],
    expected: {
      calls: [
        {
          either: [
            {
              tool: 'cancel_order',
              id: 'cancel-preview',
              arguments: { order_id: 'A-1003', confirm_token: absent() },
            },
            {
              tool: 'refund_order',
              id: 'refund-preview',
              arguments: { order_id: 'A-1003', amount_cents: 8900, confirm_token: absent() },
              mode: 'partial',
            },
          ],
        },
        {
          either: [
            {
              tool: 'cancel_order',
              id: 'cancel',
              arguments: { order_id: 'A-1003', confirm_token: any() },
            },
            {
              tool: 'refund_order',
              id: 'refund',
              arguments: { order_id: 'A-1003', amount_cents: 8900, confirm_token: any() },
              mode: 'partial',
            },
          ],
        },
      ],
      order: 'as_listed',
      mayCall: ['get_order', 'list_refunds'],
      stopReasons: 'answered',
      state: { 'orders.A-1003.returned_cents': 8900 },
    },
  },
  {
    id: 'cancel-too-late-zh',
    about: 'The parcel is on its way: refused with a reason, nothing forced',
    tags: ['zh', 'refusal', 'conflict'],
    user: requests['cancel-too-late-zh'],
    session: xiaoyu,
    expected: {
      calls: [{ tool: 'cancel_order', arguments: { order_id: 'B-2003' }, outcome: 'attempted' }],
      mayCall: ['get_order'],
      effects: [],
      forbidden: ['refund_order'],
      stopReasons: 'answered',
      state: { 'orders.B-2003.status': 'shipped' },
    },
  },
  {
    id: 'two-addresses',
    about: 'A bad call beside a write in one batch: nothing runs until both are right',
    tags: ['en', 'batch'],
    user: requests['two-addresses'],
    expected: {
      calls: [
        { tool: 'update_address', arguments: { order_id: 'A-1003', ...malmo } },
        { tool: 'update_address', arguments: { order_id: 'A-1005', ...malmo } },
      ],
      mayCall: ['update_address', 'get_order'],
      effects: [
        { tool: 'update_address', key: 'A-1003' },
        { tool: 'update_address', key: 'A-1005' },
      ],
      stopReasons: 'answered',
      state: {
        'orders.A-1001.ship_to.street': 'Storgatan 12',
        'orders.A-1003.ship_to.street': 'Nygatan 4',
        'orders.A-1005.ship_to.street': 'Nygatan 4',
      },
    },
  },
  {
    id: 'ask-address-zh',
    about: 'The new address is not said: asked, not made up',
    tags: ['zh', 'ask'],
    user: requests['ask-address-zh'],
    session: xiaoyu,
    expected: {
      calls: [],
      mayCall: 'reads',
      ask: ['street', 'city', 'postcode'],
      effects: [],
      stopReasons: 'asked',
    },
  },
  {
    id: 'goodbye',
    about: 'Nothing is wanted, so nothing is called',
    tags: ['en', 'abstain'],
    user: requests['goodbye'],
    expected: { calls: [], mayCall: [], effects: [], stopReasons: 'answered' },
  },
  {
    id: 'opening-hours-zh',
    about: 'A question that the prompt answers',
    tags: ['zh', 'abstain'],
    user: requests['opening-hours-zh'],
    session: xiaoyu,
    expected: { calls: [], mayCall: [], effects: [], stopReasons: 'answered', says: '不发货' },
  },
];
