import type { Playbook } from 'toolrig';

import { call, previewAndDo, talk, toPlaybook } from './play.ts';

const malmo = { street: 'Nygatan 4', city: 'Malmö', postcode: '211 20', country: 'SE' };

/** Wishes about orders, and talk. */
export const changing: readonly Playbook[] = [
  toPlaybook('money-back', [
    {
      steps: previewAndDo('cancel_order', { order_id: 'A-1003' }),
      say: () => 'I have cancelled order A-1003, so you get the whole 89.00 euros back.',
    },
  ]),
  toPlaybook('cancel-too-late-zh', [
    {
      steps: [call('cancel_order', { order_id: 'B-2003' })],
      say: () => '已为您取消订单 B-2003。',
      onGiveUp: { failed: () => '订单 B-2003 已经发出,不能再取消;收到以后可以申请退货。' },
    },
  ]),
  toPlaybook('already-cancelled-zh', [
    {
      steps: [call('get_order', { order_id: 'B-2004' })],
      say: () => '订单 B-2004 之前就取消了,不需要再做什么。',
    },
  ]),
  toPlaybook('two-addresses', [
    {
      steps: [
        {
          calls: () => [
            { tool: 'update_address', arguments: { order_id: 'A-1003', ...malmo } },
            {
              tool: 'update_address',
              arguments: { order_id: 'A-1005', ...malmo },
              slip: { order_id: 'A-1001', ...malmo },
            },
          ],
        },
      ],
      say: () => 'I have changed the address of A-1003 and A-1005.',
    },
  ]),
  toPlaybook('ask-address-zh', [
    {
      ...talk('请告诉我新的地址:国家、城市、街道门牌和邮编分别是什么?'),
      invented: [
        {
          tool: 'update_address',
          arguments: {
            order_id: 'B-2002',
            street: '长安街 1 号',
            city: '北京',
            postcode: '100006',
            country: 'CN',
          },
        },
      ],
    },
  ]),
  toPlaybook('foreign-orders', [
    talk('I can only see the orders of the account that you are calling from.'),
  ]),
  toPlaybook('goodbye', [talk('You are welcome. Have a nice evening!')]),
  toPlaybook('opening-hours-zh', [talk('周末我们不发货,周一恢复。')]),
];
