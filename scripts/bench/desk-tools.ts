import type { JsonObject, JsonValue } from '../../harness/json/json.ts';
import { emptyResult } from '../../harness/core/trial/tool-outcome.ts';
import type { Tool, ToolContext } from '../../harness/core/suite/tool.ts';

const orderId: JsonObject = {
  type: 'string',
  pattern: '^D-[0-9]{5}$',
  description: 'As in D-10001',
};
const day: JsonObject = { type: 'string', format: 'date', description: 'A day, as 2026-03-17' };

/** What a delivery desk keeps of one order. */
interface DeskOrder {
  readonly item: string;
  readonly status: string;
  readonly cents: number;
  delivery_day: string;
}

/** Five tools of a delivery desk: three that the conversations need, two that they do not. */
export const deskTools: readonly Tool[] = [
  {
    name: 'find_orders',
    description:
      'Find orders of the user by what was bought. Use it when the user names a thing instead of an order number. Reads only; returns at most 10 orders with id, status and delivery day',
    effect: 'read',
    parameters: toObject(
      {
        text: { type: 'string', minLength: 2, maxLength: 80 },
        status: {
          type: 'array',
          items: { enum: ['paid', 'packed', 'shipped', 'delivered', 'cancelled'] },
          minItems: 1,
          uniqueItems: true,
        },
        limit: { type: 'integer', minimum: 1, maximum: 10 },
      },
      ['text', 'status', 'limit'],
    ),
    handler: (args, context) => {
      const found = Object.entries(ordersOf(context))
        .filter(([, order]) => order.item.includes(toText(args['text'])))
        .map(([id, { status, delivery_day: planned }]) => ({ id, status, delivery_day: planned }));
      return found.length === 0 ? emptyResult('No order holds this text') : { orders: found };
    },
  },
  {
    name: 'get_order',
    description:
      'Read one order with its item, price, status and planned delivery day. Use it before anything is changed. Not for searching: that is find_orders',
    effect: 'read',
    parameters: toObject({ order_id: orderId, with_history: { type: 'boolean' } }, ['order_id']),
    handler: (args, context) => ({ id: args['order_id'], ...findOrder(args, context) }),
  },
  {
    name: 'move_delivery',
    description:
      'Move the delivery of one order to another day. A write that may be repeated. Use it only after the order was read and the user named the day',
    effect: 'idempotent',
    parameters: toObject(
      {
        order_id: orderId,
        day,
        window: { enum: ['morning', 'afternoon', 'evening'] },
        note: { type: 'string', maxLength: 200 },
      },
      ['order_id', 'day', 'window'],
    ),
    keyFields: ['order_id', 'day'],
    handler: (args, context) => {
      const order = findOrder(args, context);
      if (order !== undefined) order.delivery_day = toText(args['day']);
      return { order_id: args['order_id'], delivery_day: args['day'], window: args['window'] };
    },
  },
  {
    name: 'cancel_order',
    description:
      'Cancel one order that is not shipped yet. Cannot be undone. Use it only when the user says that the order is not wanted any more',
    effect: 'irreversible',
    confirm: 'token',
    parameters: toObject({ order_id: orderId, confirm_token: { type: 'string' } }, ['order_id']),
    handler: (args) => ({ cancelled: args['order_id'] }),
  },
  {
    name: 'get_profile',
    description: 'Read name, language and address of the user who asks. Takes no arguments',
    effect: 'read',
    parameters: toObject({}, []),
    handler: () => ({ name: 'Robin', language: 'en', city: 'Graz' }),
  },
];

function toObject(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

function ordersOf({ world }: Pick<ToolContext, 'world'>): Record<string, DeskOrder> {
  // The suite's world has just this.
  return world['orders'] as Record<string, DeskOrder>;
}

function findOrder(args: JsonObject, context: Pick<ToolContext, 'world'>): DeskOrder | undefined {
  return ordersOf(context)[toText(args['order_id'])];
}

/** Arguments that fit the schema: these are texts. */
function toText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
