import { any, absent, type ChatMessage, type JsonValue, type ScenarioInput } from 'toolrig';

import { requests } from '../requests.ts';
import { mara, night, xiaoyu } from './sessions.ts';

type RefundCalls = NonNullable<ScenarioInput['expected']['calls']>;

/** A refund as it has to be: preview, then the same with its token. */
function previewAndRefund(args: Readonly<Record<string, JsonValue>>): RefundCalls {
  return [
    { tool: 'refund_order', id: 'preview', arguments: { ...args, confirm_token: absent() } },
    { tool: 'refund_order', id: 'refund', arguments: { ...args, confirm_token: any() } },
  ];
}

const all = { order_id: 'A-1001', amount_cents: 12_900, reason: 'damaged' };
const mug = { order_id: 'B-2001', amount_cents: 3000, reason: 'missing_item' };
const glass = { order_id: 'A-1001', amount_cents: 1500, reason: 'damaged' };

/** The first refund of `same-again`, from an earlier conversation. */
const earlier: readonly ChatMessage[] = [
  { role: 'user', content: requests['same-again'][0] },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'call_before',
        type: 'function',
        function: {
          name: 'refund_order',
          arguments: JSON.stringify({ ...glass, confirm_token: 'confirm-1-5f0c21aa' }),
        },
      },
    ],
  },
  {
    role: 'tool',
    tool_call_id: 'call_before',
    content: JSON.stringify({ refund_id: 'refund-0', order_id: 'A-1001', refunded_cents: 1500 }),
  },
  { role: 'assistant', content: 'I have refunded 15.00 euros on order A-1001.' },
];

/** Wishes about money: each effect exactly once, or not at all. */
export const money: readonly ScenarioInput[] = [
  {
    id: 'refund-once',
    about: 'All of an order is refunded; the shop itself would refuse it a second time',
    tags: ['en', 'refund'],
    user: requests['refund-once'],
    expected: {
      calls: previewAndRefund(all),
      order: [['preview', 'refund']],
      mayCall: ['list_refunds', 'get_order'],
      effects: [{ tool: 'refund_order', key: 'A-1001/12900' }],
      stopReasons: 'answered',
      state: { 'orders.A-1001.returned_cents': 12_900 },
    },
  },
  {
    id: 'refund-mug-zh',
    about: 'A partial refund in another currency: 30 yuan are 3000 cents',
    tags: ['zh', 'refund'],
    user: requests['refund-mug-zh'],
    session: xiaoyu,
    expected: {
      calls: previewAndRefund(mug),
      order: [['preview', 'refund']],
      mayCall: ['list_refunds', 'get_order'],
      effects: [{ tool: 'refund_order', key: 'B-2001/3000' }],
      stopReasons: 'answered',
      state: { 'orders.B-2001.returned_cents': 3000 },
      says: '30',
    },
  },
  {
    id: 'no-permission',
    about: 'The desk may not refund at night: told, handed on, and nothing paid out',
    tags: ['en', 'refusal', 'permission'],
    user: requests['no-permission'],
    session: night,
    expected: {
      calls: [
        { tool: 'refund_order', arguments: glass, outcome: 'attempted' },
        { tool: 'request_capability', arguments: { capability: 'refund' }, mode: 'partial' },
      ],
      order: 'as_listed',
      mayCall: [],
      effects: { request_capability: 1 },
      stopReasons: 'answered',
      state: { 'orders.A-1001.returned_cents': 0 },
    },
  },
  {
    id: 'voucher-denied',
    about: 'A person says no, and it stays no',
    tags: ['en', 'refusal', 'human'],
    user: requests['voucher-denied'],
    human: 'deny',
    expected: {
      calls: [
        {
          tool: 'issue_voucher',
          arguments: { value_cents: 5000, reason: 'late' },
          outcome: 'denied',
        },
      ],
      mayCall: [],
      effects: [],
      stopReasons: 'answered',
      state: { vouchers: [] },
    },
  },
  {
    id: 'voucher-zh',
    about: 'A person says yes, and there is one voucher',
    tags: ['zh', 'human'],
    user: requests['voucher-zh'],
    session: xiaoyu,
    human: 'approve',
    expected: {
      calls: [{ tool: 'issue_voucher', arguments: { value_cents: 2000, reason: 'late' } }],
      mayCall: ['list_vouchers'],
      effects: [{ tool: 'issue_voucher', key: '2000' }],
      stopReasons: 'answered',
    },
  },
  {
    id: 'voucher-silent',
    about: 'Nobody answers: the wish waits and nothing happens',
    tags: ['en', 'refusal', 'human'],
    user: requests['voucher-silent'],
    human: 'silent',
    expected: {
      calls: [
        {
          tool: 'issue_voucher',
          arguments: { value_cents: 1000, reason: 'damaged' },
          outcome: 'attempted',
        },
      ],
      mayCall: [],
      effects: [],
      stopReasons: 'awaiting_confirmation',
      state: { vouchers: [] },
    },
  },
  {
    id: 'yes-twice',
    about: 'The customer says yes twice, and is paid once',
    tags: ['en', 'refund', 'turns'],
    user: requests['yes-twice'],
    expected: {
      calls: previewAndRefund(glass),
      order: [['preview', 'refund']],
      mayCall: ['refund_order', 'list_refunds'],
      effects: [{ tool: 'refund_order', key: 'A-1001/1500' }],
      stopReasons: 'answered',
      state: { 'orders.A-1001.returned_cents': 1500 },
    },
  },
  {
    id: 'same-again',
    about: 'The same refund as in an earlier conversation is a new wish',
    tags: ['en', 'refund', 'history'],
    user: requests['same-again'][1],
    history: earlier,
    session: { ...mara, conversation_id: 'talk-12' },
    world: {
      orders: { 'A-1001': { returned_cents: 1500 } },
      refunds: [
        {
          id: 'refund-0',
          order_id: 'A-1001',
          amount_cents: 1500,
          reason: 'damaged',
          made_on: '2026-05-30',
          conversation_id: 'talk-9',
        },
      ],
    },
    expected: {
      calls: previewAndRefund(glass),
      order: [['preview', 'refund']],
      mayCall: ['list_refunds', 'get_order'],
      effects: [{ tool: 'refund_order', key: 'A-1001/1500' }],
      stopReasons: 'answered',
      state: { 'orders.A-1001.returned_cents': 3000 },
    },
  },
  {
    id: 'ask-which',
    about: 'Which order and how much is not said: asked, not made up',
    tags: ['en', 'ask'],
    user: requests['ask-which'],
    expected: {
      calls: [],
      mayCall: 'reads',
      ask: ['order_id', 'amount_cents'],
      effects: [],
      stopReasons: 'asked',
    },
  },
];
