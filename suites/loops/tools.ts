import { defineTool, emptyResult, errorResult } from 'toolrig';
import { z } from 'zod';

/** Milliseconds for which one look at the stock keeps the service busy; it does one after another. */
const stockMs = 3_000;

/** A service with room for one request at a time. What is no longer waited for keeps it busy all the same. */
const checkStock = defineTool({
  name: 'check_stock',
  description:
    'Tells whether an item is in stock (reads only). Use it when the customer asks what can be had. Returns in_stock.',
  parameters: z.strictObject({ item: z.string().min(1).max(40) }),
  effect: 'read',
  handler: async ({ item }, { world, nowMs, sleep }) => {
    const freeAt = Math.max(nowMs, Number(world['stock_busy_until_ms'] ?? 0)) + stockMs;
    world['stock_busy_until_ms'] = freeAt;
    await sleep(freeAt - nowMs);
    return { item, in_stock: true };
  },
});

/** A carrier whose service takes every request and answers none. */
const trackParcel = defineTool({
  name: 'track_parcel',
  description:
    'Asks the carrier where a parcel is (reads only). Use it when a parcel is on its way. Returns the last place.',
  parameters: z.strictObject({ parcel_id: z.string().regex(/^P-[0-9]{1,4}$/u) }),
  effect: 'read',
  timeoutMs: 5_000,
  handler: async ({ parcel_id }, { sleep }) => {
    await sleep(60_000);
    return { parcel_id, last_place: 'unknown' };
  },
});

const quoteParcel = defineTool({
  name: 'quote_parcel',
  description:
    'Computes the price of a parcel (reads only). Use it when the customer asks what sending costs. At most 30 kg a parcel. Returns price_cents.',
  parameters: z.strictObject({
    weight_grams: z.int().min(1).max(1_000_000),
    country: z.enum(['SE', 'DE', 'CN']),
  }),
  effect: 'read',
  example: { weight_grams: 1500, country: 'SE' },
  check: ({ weight_grams }) => {
    if (weight_grams <= 30_000) return null;
    const message = `${weight_grams} g are too heavy: at most 30000 a parcel`;
    return errorResult({
      kind: 'invalid_arguments',
      message,
      recoverable: true,
      problems: [{ code: 'too_heavy', path: '$.weight_grams', message }],
      next: 'Ask for the price of a part, and multiply it',
    });
  },
  handler: ({ weight_grams }) => ({ price_cents: 500 + Math.ceil(weight_grams / 1000) * 90 }),
});

const listParcels = defineTool({
  name: 'list_parcels',
  description:
    'Lists the parcels that left a depot (reads only). Use it for questions about many parcels. Returns parcel_id, price_cents, weight_grams and sent_on of each, and the total.',
  parameters: z.strictObject({
    depot: z.enum(['north', 'south', 'east', 'west']),
    dearest_first: z.boolean().optional().describe('Sorts by price. Default false.'),
    limit: z.int().min(1).max(500).optional().describe('How many to list. Default 500.'),
  }),
  effect: 'read',
  handler: ({ depot, dearest_first = false, limit = 500 }) => {
    const parcels = listSent(depot);
    const sorted = dearest_first
      ? parcels.toSorted((a, b) => b.price_cents - a.price_cents)
      : parcels;
    return { depot, total: parcels.length, parcels: sorted.slice(0, limit) };
  },
});

/** 120 parcels of a depot; the dearest of all left the east in the second half of the year. */
function listSent(depot: string): readonly {
  readonly parcel_id: string;
  readonly price_cents: number;
  readonly weight_grams: number;
  readonly sent_on: string;
}[] {
  return Array.from({ length: 120 }, (_, index) => ({
    parcel_id: `P-${1000 + index}`,
    price_cents: depot === 'east' && index === 100 ? 9950 : 590 + ((index * 37) % 400),
    weight_grams: 1000 + ((index * 53) % 900),
    sent_on: `2026-0${1 + Math.floor(index / 20)}-${String(1 + (index % 20)).padStart(2, '0')}`,
  }));
}

const lookUp = defineTool({
  name: 'look_up',
  description:
    'Searches the rules of the shop (reads only). Use it for questions about how the shop works. Returns the rule.',
  parameters: z.strictObject({ term: z.string().min(1).max(80) }),
  effect: 'read',
  handler: () => emptyResult('The rules say nothing of it'),
});

/** Has an argument that says who asks, as interfaces that were not made for models do. */
const getPoints = defineTool({
  name: 'get_points',
  description:
    'Shows the points of the customer on the line (reads only). Use it when the customer asks for them. Returns points.',
  parameters: z.strictObject({ customer_id: z.string().max(20).optional() }),
  effect: 'read',
  handler: () => ({ points: 120 }),
});

/** Cannot be undone, and is neither previewed nor confirmed: only the loop keeps it from being done twice. */
const addPoints = defineTool({
  name: 'add_points',
  description:
    'Adds points to the account of the customer (writes; cannot be undone). Use it when a letter or a call earned points. Returns the points added.',
  parameters: z.strictObject({
    points: z.int().min(1).max(500),
    reason: z.enum(['letter', 'call']),
  }),
  effect: 'irreversible',
  confirm: 'none',
  keyFields: ['points', 'reason'],
  handler: ({ points, reason }, { effect }) => {
    effect(`${reason}/${points}`);
    return { added: points };
  },
});

/** The tools of this suite besides those of `orders`. */
export const ownTools = [
  checkStock,
  trackParcel,
  quoteParcel,
  listParcels,
  lookUp,
  getPoints,
  addPoints,
];
