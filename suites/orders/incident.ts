import type { OrderStatus } from './world.ts';

/** A question about orders in some state, in words that are no state of the shop. */
export interface IncidentQuestion {
  readonly user: string;
  /** The customer's words for the state: what a model writes where the status is free text. */
  readonly phrase: string;
  /** The states that are meant. */
  readonly statuses: readonly OrderStatus[];
  /** Orders that the answer must name, and one that it must not. */
  readonly says: readonly string[];
  readonly saysNot: string;
}

const open: readonly OrderStatus[] = ['paid', 'packed', 'shipped'];

/**
 * The incident: a status as free text takes any words, "not cancelled" among them, and finds nothing. Seven more
 * questions with a negation or a synonym, by scenario.
 */
export const incident = {
  'incident-on-the-way': {
    user: 'Which of my parcels are on their way to me?',
    phrase: 'on the way',
    statuses: ['shipped'],
    says: ['A-1002'],
    saysNot: 'A-1001',
  },
  'incident-not-arrived': {
    user: 'What have I ordered that has not arrived yet?',
    phrase: 'not arrived',
    statuses: open,
    says: ['A-1002', 'A-1003', 'A-1005'],
    saysNot: 'A-1001',
  },
  'incident-not-sent': {
    user: 'Which of my orders have you not sent out yet?',
    phrase: 'not shipped',
    statuses: ['paid', 'packed'],
    says: ['A-1003', 'A-1005'],
    saysNot: 'A-1002',
  },
  'incident-called-off': {
    user: 'Is there any order that I called off?',
    phrase: 'called off',
    statuses: ['cancelled'],
    says: ['A-1004'],
    saysNot: 'A-1003',
  },
  'incident-received': {
    user: 'Which orders have I received already?',
    phrase: 'received',
    statuses: ['delivered'],
    says: ['A-1001'],
    saysNot: 'A-1002',
  },
  'incident-not-received-zh': {
    user: '我有哪些订单还没收到?',
    phrase: '未收到',
    statuses: open,
    says: ['B-2002', 'B-2003'],
    saysNot: 'B-2001',
  },
  'incident-not-cancelled-zh': {
    user: '除了取消的,我还有哪些订单?',
    phrase: '非取消',
    statuses: ['paid', 'packed', 'shipped', 'delivered'],
    says: ['B-2001', 'B-2002', 'B-2003'],
    saysNot: 'B-2004',
  },
} as const satisfies Readonly<Record<string, IncidentQuestion>>;

/** Names of the scenarios of the incident, but for `not-cancelled`, which began it. */
export type IncidentName = keyof typeof incident;

/** In the order of the table. */
export const incidentNames: readonly IncidentName[] =
  // The keys of a literal are just these.
  Object.keys(incident) as readonly IncidentName[];

const texts: readonly (readonly [string, readonly string[]])[] = incidentNames.map((name) => [
  name,
  [incident[name].user],
]);

/** What the customers say, as `requests` has it. */
export const incidentRequests =
  // Every name of the table is a key.
  Object.fromEntries(texts) as Readonly<Record<IncidentName, readonly string[]>>;
