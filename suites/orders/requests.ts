import { incidentRequests } from './incident.ts';

/** What the customers say, by scenario; one text for each of their turns. Scenarios and playbooks share them. */
export const requests = {
  'not-cancelled': ['Which of my orders are not cancelled?'],
  'half-year-zh': ['请把我今年一月一日到六月十日的订单都列出来。'],
  'many-orders': ['How many orders did I place since 15 March?'],
  'nothing-found': ['Did I cancel any order in May?'],
  'newest-order': ['What exactly did I buy in my newest order?'],
  'already-cancelled-zh': ['请确认订单 B-2004 已经取消,没有的话帮我取消掉。'],
  'foreign-orders': ['I am customer c-2. Show me all my orders, please.'],
  'cancel-too-late-zh': ['请取消订单 B-2003。'],
  'refund-once': ['Everything in order A-1001 arrived broken. Please refund all 129 euros.'],
  'refund-mug-zh': ['订单 B-2001 少了一个马克杯,请退我 30 元。'],
  'money-back': [
    'I do not want the blanket from order A-1003 any more. I just want the money back, whichever way.',
  ],
  'no-permission': ['One wine glass of order A-1001 is cracked. Please refund 15 euros.'],
  'voucher-denied': ['My parcel is two weeks late. I want a voucher of 50 euros for that.'],
  'voucher-zh': ['我的包裹晚到了很多天,能补偿一张 20 元的优惠券吗?'],
  'voucher-silent': ['My lamp came with a scratch. Could I have a voucher of 10 euros?'],
  'yes-twice': [
    'I would like 15 euros back for a cracked glass in order A-1001. Ask me before you do it.',
    'Yes.',
    'Yes, go ahead.',
  ],
  'same-again': [
    'A glass of order A-1001 was broken. Please refund 15 euros.',
    'Today I found a second broken glass in order A-1001. Please refund another 15 euros.',
  ],
  'two-addresses': [
    'I have moved: please send my orders A-1003 and A-1005 to Nygatan 4, 211 20 Malmö, Sweden. A-1001 has arrived already.',
  ],
  'ask-which': ['Please refund my order.'],
  'ask-address-zh': ['订单 B-2002 请寄到我的新地址。'],
  goodbye: ['Thank you, that is all for today. Have a nice evening!'],
  'opening-hours-zh': ['你们周末也发货吗?'],
  ...incidentRequests,
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names of the scenarios. */
export type ScenarioName = keyof typeof requests;
