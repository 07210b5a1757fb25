import type { Playbook } from 'toolrig';

import { call, listField, readItems, toPlaybook } from './play.ts';

const open = ['paid', 'packed', 'shipped', 'delivered'];

/** Questions that are answered by reading. */
export const reading: readonly Playbook[] = [
  toPlaybook('not-cancelled', [
    {
      steps: [
        {
          calls: (seen) => [
            {
              tool: 'search_orders',
              arguments: seen.offers('search_orders', 'statuses')
                ? { statuses: open }
                : { status: 'not cancelled' },
            },
          ],
          onEmpty: () => 'There are no orders on your account.',
        },
      ],
      say: (seen) => {
        const ids = listField(seen, ['search_orders', 'orders'], 'order_id');
        return ids.length === 0
          ? 'There are no orders on your account.'
          : `These are not cancelled: ${ids.join(', ')}.`;
      },
    },
  ]),
  toPlaybook('half-year-zh', [
    {
      steps: [
        {
          calls: () => [
            {
              tool: 'search_orders',
              arguments: { placed_from: '2026-01-01', placed_to: '2026-03-31' },
            },
            {
              tool: 'search_orders',
              arguments: { placed_from: '2026-04-01', placed_to: '2026-06-10' },
            },
          ],
        },
      ],
      say: (seen) => {
        const ids = new Set(
          seen
            .results('search_orders')
            .flatMap((result) => readItems(result['orders'], 'order_id')),
        );
        return `今年以来您一共有 ${ids.size} 个订单:${[...ids].join('、')}。`;
      },
    },
  ]),
  toPlaybook('many-orders', [
    {
      steps: [call('search_orders', { placed_from: '2026-03-15', placed_to: '2026-06-10' })],
      say: (seen) => {
        const total = seen.field('search_orders', 'total');
        return `You placed ${typeof total === 'number' ? total : 'some'} orders since 15 March.`;
      },
    },
  ]),
  toPlaybook('nothing-found', [
    {
      steps: [
        {
          ...call('search_orders', {
            statuses: ['cancelled'],
            placed_from: '2026-05-01',
            placed_to: '2026-05-31',
          }),
          onEmpty: () => 'No, there are no cancelled orders from May.',
        },
      ],
      say: () => 'No, there are no cancelled orders from May.',
    },
  ]),
  toPlaybook('newest-order', [
    {
      steps: [
        call('search_orders', { limit: 1 }),
        {
          calls: (seen) => {
            const [id] = listField(seen, ['search_orders', 'orders'], 'order_id');
            return [{ tool: 'get_order', arguments: { order_id: id ?? 'A-0000' } }];
          },
        },
      ],
      say: (seen) => {
        const titles = listField(seen, ['get_order', 'items'], 'title');
        return `Your newest order holds: ${titles.join(', ')}.`;
      },
    },
  ]),
];
