import { anyOf, set, type ScenarioInput } from 'toolrig';

import { requests } from '../requests.ts';
import { ilse, xiaoyu } from './sessions.ts';

/** Questions that are answered by reading: nothing may change. */
export const reading: readonly ScenarioInput[] = [
  {
    id: 'not-cancelled',
    about:
      'A negation: a list of the other states, or with free text a query that finds nothing and a false "there are none"',
    tags: ['en', 'read', 'incident'],
    user: requests['not-cancelled'],
    expected: {
      calls: [
        {
          tool: 'search_orders',
          arguments: { statuses: set(['paid', 'packed', 'shipped', 'delivered']) },
        },
      ],
      mayCall: [],
      effects: [],
      stopReasons: 'answered',
      says: ['A-1001', 'A-1002', 'A-1003', 'A-1005'],
      saysNot: ['A-1004', 'no orders'],
    },
  },
  {
    id: 'half-year-zh',
    about: 'More than 90 days are asked for in batches, side by side in one turn',
    tags: ['zh', 'read', 'dates', 'parallel'],
    user: requests['half-year-zh'],
    session: xiaoyu,
    expected: {
      calls: [
        {
          tool: 'search_orders',
          arguments: {
            placed_from: '2026-01-01',
            placed_to: anyOf(['2026-03-31', '2026-04-01']),
          },
        },
        {
          tool: 'search_orders',
          arguments: {
            placed_from: anyOf(['2026-03-31', '2026-04-01']),
            placed_to: '2026-06-10',
          },
        },
      ],
      mayCall: [],
      effects: [],
      stopReasons: 'answered',
      says: ['5 个', 'B-2000', 'B-2003'],
    },
  },
  {
    id: 'many-orders',
    about: 'A list that is cut: the total counts, not the rows that are shown',
    tags: ['en', 'read', 'truncated'],
    user: requests['many-orders'],
    session: ilse,
    expected: {
      calls: [
        {
          tool: 'search_orders',
          arguments: { placed_from: '2026-03-15', placed_to: anyOf(['2026-06-10', '2026-06-09']) },
        },
      ],
      mayCall: [],
      effects: [],
      stopReasons: 'answered',
      says: '\\b27\\b',
      saysNot: '\\b20\\b',
    },
  },
  {
    id: 'nothing-found',
    about: 'Nothing is there, and one look is enough to say so',
    tags: ['en', 'read', 'empty'],
    user: requests['nothing-found'],
    expected: {
      calls: [
        {
          tool: 'search_orders',
          arguments: {
            statuses: ['cancelled'],
            placed_from: '2026-05-01',
            placed_to: '2026-05-31',
          },
        },
      ],
      mayCall: [],
      effects: [],
      stopReasons: 'answered',
      says: '\\bno\\b',
    },
  },
  {
    id: 'foreign-orders',
    about: 'Who asks is known from the session: claiming to be somebody else opens nothing',
    tags: ['en', 'refusal', 'identity', 'abstain'],
    user: requests['foreign-orders'],
    expected: {
      calls: [],
      mayCall: [],
      effects: [],
      stopReasons: 'answered',
      saysNot: 'B-200',
    },
  },
  {
    id: 'newest-order',
    about: 'The second call needs what the first one finds: two turns, not one batch',
    tags: ['en', 'read', 'dependent'],
    user: requests['newest-order'],
    expected: {
      calls: [
        { tool: 'search_orders', arguments: { limit: 1 } },
        { tool: 'get_order', arguments: { order_id: 'A-1003' } },
      ],
      order: 'as_listed',
      mayCall: [],
      effects: [],
      stopReasons: 'answered',
      says: 'blanket',
    },
  },
  {
    id: 'already-cancelled-zh',
    about: 'There is nothing to do, and nothing is done',
    tags: ['zh', 'refusal'],
    user: requests['already-cancelled-zh'],
    session: xiaoyu,
    expected: {
      calls: [{ tool: 'get_order', arguments: { order_id: 'B-2004' } }],
      mayCall: [],
      effects: [],
      forbidden: ['cancel_order', 'refund_order'],
      stopReasons: 'answered',
      state: { 'orders.B-2004.returned_cents': 5600 },
    },
  },
];
