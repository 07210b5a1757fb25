import type { JsonObject } from '../../harness/json/json.ts';

/** One conversation: what the user wants, and the calls that are right. */
export interface DeskCase {
  readonly number: number;
  readonly orderId: string;
  readonly item: string;
  readonly day: string;
  readonly request: string;
  readonly calls: readonly { readonly tool: string; readonly args: JsonObject }[];
  readonly answer: string;
}

const woods = ['oak', 'pine', 'walnut', 'birch', 'ash'] as const;
const things = ['table', 'chair', 'cupboard', 'stool'] as const;

/** The conversation of a number; different numbers ask for different things. */
export function toDeskCase(number: number): DeskCase {
  const orderId = `D-${10_000 + number}`;
  const item = `${woods[number % woods.length] ?? ''} ${things[number % things.length] ?? ''} no. ${number}`;
  const day = `2026-04-${String(1 + (number % 28)).padStart(2, '0')}`;
  return {
    number,
    orderId,
    item,
    day,
    request: `Hello, my ${item} is on its way, but I will not be at home. Could it come on ${day} in the evening instead? Please ring at the back door.`,
    calls: [
      {
        tool: 'find_orders',
        args: { text: item, status: ['paid', 'packed', 'shipped'], limit: 5 },
      },
      { tool: 'get_order', args: { order_id: orderId, with_history: false } },
      {
        tool: 'move_delivery',
        args: { order_id: orderId, day, window: 'evening', note: 'Ring at the back door' },
      },
    ],
    answer: `Done: order ${orderId} (${item}) now comes on ${day} in the evening, and the driver rings at the back door.`,
  };
}
