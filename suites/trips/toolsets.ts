import type { JsonObject, Tool, Toolset } from 'toolrig';
import {
  approveBudget,
  bookFlight,
  bookHotel,
  bookTrip,
  bookTripSilently,
  listBookings,
  payDeposit,
  searchOffers,
  sendItinerary,
} from './handlers.ts';
import { isObject } from './is-object.ts';

const place = fields({
  place: { type: 'string', enum: ['Lisbon', 'Porto'], description: 'Where the journey goes' },
});
const offer = fields({
  offer_id: {
    type: 'string',
    pattern: '^[A-Z]{3}-[0-9]$',
    description: 'The offer_id of a search',
  },
});

const search: readonly Tool[] = [
  {
    name: 'search_live_offers',
    description:
      'Reads the journeys to a place with the prices of this minute. Use when the user asks what a journey costs or what there is. Not for bookings that exist (list_bookings). Returns offer_id, price, hotel and free rooms of each offer.',
    parameters: place,
    effect: 'read',
    category: 'search',
    tags: ['core'],
    phases: ['looking'],
    fallback: 'search_saved_offers',
    handler: searchOffers,
  },
  {
    name: 'search_saved_offers',
    description:
      'Reads the journeys to a place as they were saved last night. Use when search_live_offers is down. Not for prices of this minute (search_live_offers). Returns offer_id, price, hotel and free rooms of each offer.',
    parameters: place,
    effect: 'read',
    category: 'search',
    phases: ['looking'],
    handler: searchOffers,
  },
  {
    name: 'list_bookings',
    description:
      'Reads what is booked. Use when the user asks what was booked already. Not for offers (search_live_offers). Returns the offer_id of each flight and the name of each hotel.',
    parameters: fields({}),
    effect: 'read',
    category: 'search',
    phases: ['looking'],
    handler: listBookings,
  },
];

const booking: readonly Tool[] = [
  {
    name: 'book_flight',
    description:
      'Books only the flight of an offer; it cannot be undone. Use when the user wants no hotel. Not for a whole journey (book_trip). Returns whether it is booked.',
    parameters: offer,
    effect: 'irreversible',
    category: 'booking',
    phases: ['booking'],
    handler: bookFlight,
    reconcile: {
      tool: 'list_bookings',
      toArguments: () => ({}),
      happened: (result, { offer_id: id }) =>
        isObject(result) && Array.isArray(result['flights'])
          ? result['flights'].includes(id ?? null)
          : null,
    },
  },
  {
    name: 'book_hotel',
    description:
      'Books only the hotel of an offer; it cannot be undone. Use when the flight is booked and the hotel is not. Not for a whole journey (book_trip). Returns whether it is booked.',
    parameters: offer,
    effect: 'irreversible',
    category: 'booking',
    phases: ['booking'],
    handler: bookHotel,
  },
  {
    name: 'send_itinerary',
    description:
      'Sends the plan of a booked journey to the user by mail. Use when flight and hotel are booked. Not for offers. Returns whether it is sent.',
    parameters: offer,
    effect: 'idempotent',
    category: 'booking',
    phases: ['booking'],
    handler: sendItinerary,
  },
  {
    name: 'pay_deposit',
    description:
      'Pays the deposit of an offer to the hotel; it cannot be undone. Use when the user wants to pay. Not for a booking (book_trip). Returns the offer_id that was paid.',
    parameters: offer,
    effect: 'irreversible',
    category: 'money',
    phases: ['paying'],
    handler: payDeposit,
  },
  {
    name: 'approve_budget',
    description:
      'Approves the budget of a journey. Use when a manager says that a journey may be paid. Not for paying (pay_deposit). Returns the offer_id that was approved.',
    parameters: offer,
    effect: 'idempotent',
    category: 'money',
    roles: ['manager'],
    phases: ['paying'],
    handler: approveBudget,
  },
];

const macro: Omit<Tool, 'handler' | 'description'> = {
  name: 'book_trip',
  parameters: offer,
  effect: 'irreversible',
  category: 'booking',
  phases: ['booking'],
};

/** The same tools; only what `book_trip` says when it stops in the middle differs. */
export const toolsets: readonly Toolset[] = [
  {
    id: 'trips@1',
    tools: [
      ...search,
      {
        ...macro,
        description:
          'Books flight and hotel of an offer and sends the plan; it cannot be undone. Use when the user wants a whole journey. Not for a flight alone (book_flight). Returns whether it is done.',
        handler: bookTripSilently,
      },
      ...booking,
    ],
  },
  {
    id: 'trips@2',
    note: 'A macro that stops in the middle lists the steps that were done',
    tools: [
      ...search,
      {
        ...macro,
        description:
          'Books flight and hotel of an offer and sends the plan; it cannot be undone. Use when the user wants a whole journey. Not for a flight alone (book_flight). Returns the steps that were done, also when one fails.',
        handler: bookTrip,
      },
      ...booking,
    ],
  },
];

function fields(properties: JsonObject): JsonObject {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}
