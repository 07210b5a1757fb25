import type { Playbook } from 'toolrig';

import { call, previewAndDo, talk, toPlaybook } from './play.ts';

const malmo = { street: 'Nygatan 4', city: 'Malmö', postcode: '211 20', country: 'SE' };
const hangzhou = { street: '学院路 20 号', city: '杭州', postcode: '310013', country: 'CN' };

/** Wishes about orders, and talk. */
export const changing: readonly Playbook[] = [
  toPlaybook('cancel-zh', [
    {
      steps: previewAndDo('cancel_order', { order_id: 'B-2002' }),
      say: () => '已为您取消订单 B-2002,货款会原路退回。',
    },
  ]),
  toPlaybook('money-back', [
    {
      steps: previewAndDo('cancel_order', { order_id: 'A-1003' }),
      say: () => 'I have cancelled order A-1003, so you get the whole 89.00 euros back.',
    },
  ]),
  toPlaybook('cancel-too-late', [
    {
      steps: [call('cancel_order', { order_id: 'A-1002' })],
      say: () => 'I have cancelled order A-1002.',
      onGiveUp: {
        failed: () =>
          'Order A-1002 is on its way and cannot be cancelled any more; it can be sent back.',
      },
    },
  ]),
  toPlaybook('already-cancelled', [
    {
      steps: [call('get_order', { order_id: 'A-1004' })],
      say: () => 'Order A-1004 was cancelled before; nothing is left to do.',
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
  toPlaybook('new-address-zh', [
    {
      steps: [call('update_address', { order_id: 'B-2002', ...hangzhou })],
      say: () => '已为您修改订单 B-2002 的收货地址。',
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
  toPlaybook('goodbye', [talk('You are welcome. Have a nice evening!')]),
  toPlaybook('opening-hours-zh', [talk('周末我们不发货,周一恢复。')]),
];
