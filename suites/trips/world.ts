import type { JsonObject, WorldState } from 'toolrig';

/** A journey that is for sale. */
export interface Offer {
  readonly id: string;
  readonly place: string;
  readonly price: number;
  readonly hotel: string;
  /** Rooms that are left in the hotel. */
  rooms: number;
}

/** What is behind the tools. */
export interface Agency {
  readonly offers: readonly Offer[];
  readonly flights: string[];
  readonly hotels: string[];
  readonly mails: string[];
  readonly approved: string[];
  readonly deposits: string[];
}

/** The agency at the start of every trial; the hotel in Porto is full. */
export const agencyWorld = {
  offers: [
    { id: 'LIS-1', place: 'Lisbon', price: 420, hotel: 'Tejo', rooms: 3 },
    { id: 'POR-1', place: 'Porto', price: 380, hotel: 'Douro', rooms: 0 },
    { id: 'POR-2', place: 'Porto', price: 410, hotel: 'Foz', rooms: 2 },
  ],
  flights: [],
  hotels: [],
  mails: [],
  approved: [],
  deposits: [],
} satisfies JsonObject;

/** Reads the agency out of a trial's world. */
export function toAgency(world: WorldState): Agency {
  // The world of a trial is a copy of `agencyWorld`, and only the tools of this folder change it.
  return world as unknown as Agency;
}
