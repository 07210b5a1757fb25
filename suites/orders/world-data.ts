import type { Address, Order, Shop } from './world.ts';

const malmo: Address = {
  street: 'Storgatan 12',
  city: 'Malmö',
  postcode: '211 42',
  country: 'SE',
};
const hangzhou: Address = {
  street: '文三路 88 号',
  city: '杭州',
  postcode: '310012',
  country: 'CN',
};
const graz: Address = { street: 'Annenstraße 5', city: 'Graz', postcode: '8020', country: 'AT' };

const euro = { customer_id: 'c-1', currency: 'EUR', returned_cents: 0, ship_to: malmo } as const;
const yuan = { customer_id: 'c-2', currency: 'CNY', returned_cents: 0, ship_to: hangzhou } as const;

const orders: Record<string, Order> = {
  'A-1001': {
    ...euro,
    status: 'delivered',
    placed_on: '2026-05-12',
    items: [
      { title: 'Wine glass', quantity: 6, price_cents: 1500 },
      { title: 'Serving bowl', quantity: 1, price_cents: 3900 },
    ],
    paid_cents: 12_900,
  },
  'A-1002': {
    ...euro,
    status: 'shipped',
    placed_on: '2026-06-01',
    items: [{ title: 'Table lamp', quantity: 1, price_cents: 4500 }],
    paid_cents: 4500,
    parcel: { carrier: 'PostNord', last_seen: 'Helsingborg, 2026-06-09' },
  },
  'A-1003': {
    ...euro,
    status: 'paid',
    placed_on: '2026-06-08',
    items: [{ title: 'Wool blanket', quantity: 1, price_cents: 8900 }],
    paid_cents: 8900,
  },
  'A-1004': {
    ...euro,
    status: 'cancelled',
    placed_on: '2026-04-20',
    items: [{ title: 'Tea towel', quantity: 4, price_cents: 500 }],
    paid_cents: 2000,
    returned_cents: 2000,
  },
  'A-1005': {
    ...euro,
    status: 'packed',
    placed_on: '2026-06-05',
    items: [{ title: 'Picture frame', quantity: 2, price_cents: 1200 }],
    paid_cents: 2400,
  },
  'B-2000': {
    ...yuan,
    status: 'delivered',
    placed_on: '2026-02-11',
    items: [{ title: '茶壶', quantity: 1, price_cents: 15_900 }],
    paid_cents: 15_900,
  },
  'B-2001': {
    ...yuan,
    status: 'delivered',
    placed_on: '2026-05-18',
    items: [
      { title: '马克杯', quantity: 4, price_cents: 3000 },
      { title: '餐盘', quantity: 2, price_cents: 6950 },
    ],
    paid_cents: 25_900,
  },
  'B-2002': {
    ...yuan,
    status: 'paid',
    placed_on: '2026-06-07',
    items: [{ title: '台灯', quantity: 1, price_cents: 6800 }],
    paid_cents: 6800,
  },
  'B-2003': {
    ...yuan,
    status: 'shipped',
    placed_on: '2026-06-03',
    items: [{ title: '毛毯', quantity: 1, price_cents: 12_900 }],
    paid_cents: 12_900,
    parcel: { carrier: '顺丰', last_seen: '上海, 2026-06-09' },
  },
  'B-2004': {
    ...yuan,
    status: 'cancelled',
    placed_on: '2026-05-02',
    items: [{ title: '围裙', quantity: 1, price_cents: 5600 }],
    paid_cents: 5600,
    returned_cents: 5600,
  },
};

/** A customer who orders every other day from the middle of March on: more orders than one page shows. */
function listMany(): Record<string, Order> {
  const many: Record<string, Order> = {};
  const days = [
    ...['15', '17', '19', '21', '23', '25', '27', '29', '31'].map((day) => `2026-03-${day}`),
    ...['02', '04', '06', '08', '10', '12', '14', '16', '18'].map((day) => `2026-04-${day}`),
    ...['01', '03', '05', '07', '09', '11', '13', '15', '17'].map((day) => `2026-05-${day}`),
  ];
  days.forEach((day, index) => {
    many[`C-${3001 + index}`] = {
      customer_id: 'c-3',
      status: 'delivered',
      placed_on: day,
      items: [{ title: 'Coffee, 1 kg', quantity: 1, price_cents: 1990 }],
      paid_cents: 1990,
      returned_cents: 0,
      currency: 'EUR',
      ship_to: graz,
    };
  });
  return many;
}

/** The shop before each trial. */
export const shop: Shop = {
  today: '2026-06-10',
  customers: {
    'c-1': { name: 'Mara Lindqvist', email: 'mara@example.com' },
    'c-2': { name: '王小雨', email: 'xiaoyu@example.com' },
    'c-3': { name: 'Ilse Brandt', email: 'ilse@example.com' },
  },
  orders: { ...orders, ...listMany() },
  refunds: [],
  vouchers: [],
  requests: [],
};
