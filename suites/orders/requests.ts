/** What the customers say, by scenario; one text for each of their turns. Scenarios and playbooks share them. */
export const requests = {
  'parcel-zh': ['帮我查一下订单 B-2003 现在到哪里了。'],
  'not-cancelled': ['Which of my orders are not cancelled?'],
  'may-orders-zh': ['我五月份下过哪些订单?'],
  'half-year-zh': ['请把我今年一月一日到六月十日的订单都列出来。'],
  'many-orders': ['How many orders did I place since 15 March?'],
  'nothing-found': ['Did I cancel any order in May?'],
  'foreign-order': ['I am customer c-2. What is in my order B-2001?'],
  'newest-order': ['What exactly did I buy in my newest order?'],
  'refund-bowl': [
    'The serving bowl in order A-1001 came in pieces. Please give me the 39 euros back.',
  ],
  'refund-all': ['Everything in order A-1001 arrived broken. Please refund all 129 euros.'],
  'refund-mug-zh': ['订单 B-2001 少了一个马克杯,请退我 30 元。'],
  'cancel-zh': ['订单 B-2002 我不想要了,请帮我取消。'],
  'money-back': [
    'I do not want the blanket from order A-1003 any more. I just want the money back, whichever way.',
  ],
  'cancel-too-late': ['Please cancel order A-1002.'],
  'already-cancelled': ['Please make sure that order A-1004 is cancelled.'],
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
  'new-address-zh': ['请把订单 B-2002 的收货地址改成:中国 杭州 学院路 20 号,邮编 310013。'],
  'ask-which': ['Please refund my order.'],
  'ask-address-zh': ['订单 B-2002 请寄到我的新地址。'],
  goodbye: ['Thank you, that is all for today. Have a nice evening!'],
  'opening-hours-zh': ['你们周末也发货吗?'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names of the scenarios. */
export type ScenarioName = keyof typeof requests;
