import type { JsonObject, ToolContext } from 'toolrig';

/** The state of an order. */
export const orderStatuses = ['paid', 'packed', 'shipped', 'delivered', 'cancelled'] as const;

/** One of {@link orderStatuses}. */
export type OrderStatus = (typeof orderStatuses)[number];

/** Where a parcel goes. `country` is an ISO 3166 code. */
export interface Address {
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
}

/** An order. Money is whole cents, days are ISO 8601. */
export interface Order {
  readonly customer_id: string;
  status: OrderStatus;
  readonly placed_on: string;
  readonly items: readonly {
    readonly title: string;
    readonly quantity: number;
    readonly price_cents: number;
  }[];
  readonly paid_cents: number;
  /** Given back so far, by refunds or by cancelling. */
  returned_cents: number;
  readonly currency: string;
  ship_to: Address;
  readonly parcel?: { readonly carrier: string; readonly last_seen: string };
}

/** Money given back on an order. */
export interface Refund {
  readonly id: string;
  readonly order_id: string;
  readonly amount_cents: number;
  readonly reason: string;
  readonly made_on: string;
  /** The conversation in which it was asked for. */
  readonly conversation_id: string;
}

/** Credit given to a customer. */
export interface Voucher {
  readonly id: string;
  readonly customer_id: string;
  readonly value_cents: number;
  readonly reason: string;
  readonly conversation_id: string;
}

/** The shop behind the tools. */
export interface Shop {
  readonly today: string;
  readonly customers: Record<string, { readonly name: string; readonly email: string }>;
  readonly orders: Record<string, Order>;
  readonly refunds: Refund[];
  readonly vouchers: Voucher[];
  /** Capabilities that were asked for on a customer's behalf. */
  readonly requests: { readonly customer_id: string; readonly capability: string }[];
}

/** What a check or a handler reads: the world and who asks. */
export type Desk = Pick<ToolContext, 'world' | 'session'>;

/** The world as the shop that it is; the suite file gives every scenario this shape. */
export function toShop(desk: Pick<Desk, 'world'>): Shop {
  return desk.world as unknown as Shop;
}

/** The customer on the line, from the session only. */
export function readCustomer(session: JsonObject): string {
  return readField(session, 'customer_id');
}

/** The name of this conversation. */
export function readConversationId(session: JsonObject): string {
  return readField(session, 'conversation_id');
}

/** An order of the customer on the line; others do not exist for this desk. */
export function findOrder(desk: Desk, orderId: string): Order | null {
  const order = toShop(desk).orders[orderId];
  return order !== undefined && order.customer_id === readCustomer(desk.session) ? order : null;
}

function readField(session: JsonObject, field: string): string {
  const value = session[field];
  return typeof value === 'string' ? value : '';
}
