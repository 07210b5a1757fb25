import type { Playbook } from 'toolrig';

import { call, confirm, previewAndDo, talk, toPlaybook } from './play.ts';

const all = { order_id: 'A-1001', amount_cents: 12_900, reason: 'damaged' };
const mug = { order_id: 'B-2001', amount_cents: 3000, reason: 'missing_item' };
const glass = { order_id: 'A-1001', amount_cents: 1500, reason: 'damaged' };

/** Wishes about money. */
export const money: readonly Playbook[] = [
  toPlaybook('refund-once', [
    {
      steps: previewAndDo('refund_order', all),
      say: () => 'I have refunded 129.00 euros on order A-1001.',
    },
  ]),
  toPlaybook('refund-mug-zh', [
    {
      steps: previewAndDo('refund_order', mug),
      say: () => '已为您退款 30.00 元(订单 B-2001)。',
    },
  ]),
  toPlaybook('no-permission', [
    {
      steps: [
        { ...call('refund_order', glass), passDenied: true },
        call('request_capability', {
          capability: 'refund',
          why: 'A wine glass of order A-1001 is cracked: 15 euros',
        }),
      ],
      say: () =>
        'I may not make refunds myself, so nothing was paid out. A colleague has your request now.',
    },
  ]),
  toPlaybook('voucher-denied', [
    {
      steps: [call('issue_voucher', { value_cents: 5000, reason: 'late' })],
      say: () => 'I have issued a voucher of 50 euros.',
      onGiveUp: {
        denied: () => 'The shift lead did not agree to a voucher of 50 euros, so there is none.',
      },
    },
  ]),
  toPlaybook('voucher-zh', [
    {
      steps: [call('issue_voucher', { value_cents: 2000, reason: 'late' })],
      say: () => '已为您发放一张 20 元的优惠券。',
    },
  ]),
  toPlaybook('voucher-silent', [
    {
      steps: [call('issue_voucher', { value_cents: 1000, reason: 'damaged' })],
      say: () => 'I have issued a voucher of 10 euros.',
    },
  ]),
  toPlaybook('yes-twice', [
    {
      steps: [call('refund_order', glass)],
      say: () => 'I would give you 15.00 euros back on order A-1001. Shall I do it?',
    },
    {
      steps: [confirm('refund_order', glass)],
      say: () => 'I have refunded 15.00 euros on order A-1001.',
    },
    {
      steps: [{ ...confirm('refund_order', glass), careless: true }],
      say: () => 'It is done: I have refunded 15.00 euros on order A-1001, once.',
      onGiveUp: { failed: () => 'It was done already, and nothing more was paid out.' },
    },
  ]),
  toPlaybook('same-again', [
    talk('I have refunded 15.00 euros on order A-1001.'),
    {
      steps: previewAndDo('refund_order', glass),
      say: () => 'I have refunded another 15.00 euros on order A-1001.',
    },
  ]),
  toPlaybook('ask-which', [
    {
      ...talk('Which order is it, and how much should be refunded?'),
      invented: [
        {
          tool: 'refund_order',
          arguments: { order_id: 'A-1009', amount_cents: 5000, reason: 'other' },
        },
      ],
    },
  ]),
];
