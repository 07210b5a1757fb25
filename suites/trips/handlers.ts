import {
  emptyResult,
  errorResult,
  type JsonObject,
  type ToolContext,
  type ToolHandler,
} from 'toolrig';
import { type Offer, toAgency } from './world.ts';

/** What one step of a journey came to. */
interface Step {
  readonly step: 'flight' | 'hotel' | 'itinerary';
  readonly done: boolean;
  readonly why?: string;
}

/** Reads the offers for a place. */
export const searchOffers: ToolHandler = ({ place }, { world }) => {
  const offers = toAgency(world).offers.filter((offer) => offer.place === place);
  return offers.length === 0 ? emptyResult('No journey goes there') : offers.map(toView);
};

export const listBookings: ToolHandler = (_args, { world }) => {
  const { flights, hotels } = toAgency(world);
  return { flights: [...flights], hotels: [...hotels] };
};

export const bookFlight: ToolHandler = (args, context) => withOffer(args, context, takeFlight);
export const bookHotel: ToolHandler = (args, context) => withOffer(args, context, takeRoom);
export const sendItinerary: ToolHandler = (args, context) => withOffer(args, context, sendMail);

/** Flight, hotel and itinerary in one call. It stops at the first step that fails, and lists what was done. */
export const bookTrip: ToolHandler = (args, context) =>
  withOffer(args, context, (offer) => {
    const steps = takeSteps(offer, context);
    return { status: steps.every(({ done }) => done) ? 'done' : 'partial', steps };
  });

/** The same work; a failure in the middle says no more than that it failed. */
export const bookTripSilently: ToolHandler = (args, context) =>
  withOffer(args, context, (offer) => {
    const isDone = takeSteps(offer, context).every(({ done }) => done);
    if (isDone) return { status: 'done' };
    return errorResult({
      kind: 'failed',
      message: 'The booking failed',
      retryable: false,
      recoverable: false,
    });
  });

export const approveBudget: ToolHandler = (args, context) =>
  withOffer(args, context, ({ id }) => {
    toAgency(context.world).approved.push(id);
    context.effect(id);
    return { approved: id };
  });

export const payDeposit: ToolHandler = (args, context) =>
  withOffer(args, context, ({ id }) => {
    toAgency(context.world).deposits.push(id);
    context.effect(id);
    return { paid: id };
  });

function takeSteps(offer: Offer, context: ToolContext): readonly Step[] {
  const steps: Step[] = [];
  for (const take of [takeFlight, takeRoom, sendMail]) {
    const step = take(offer, context);
    steps.push(step);
    if (!step.done) break;
  }
  return steps;
}

function takeFlight({ id }: Offer, { world, effect }: ToolContext): Step {
  toAgency(world).flights.push(id);
  effect(`flight/${id}`);
  return { step: 'flight', done: true };
}

function takeRoom(offer: Offer, { world, effect }: ToolContext): Step {
  if (offer.rooms === 0) return { step: 'hotel', done: false, why: `${offer.hotel} is full` };
  offer.rooms -= 1;
  toAgency(world).hotels.push(offer.hotel);
  effect(`hotel/${offer.id}`);
  return { step: 'hotel', done: true };
}

function sendMail({ id }: Offer, { world, effect }: ToolContext): Step {
  toAgency(world).mails.push(id);
  effect(`itinerary/${id}`);
  return { step: 'itinerary', done: true };
}

function withOffer<Result>(
  { offer_id: id }: JsonObject,
  context: ToolContext,
  use: (offer: Offer, context: ToolContext) => Result,
): Result | ReturnType<typeof emptyResult> {
  const offer = toAgency(context.world).offers.find((one) => one.id === id);
  return offer === undefined ? emptyResult('There is no such offer') : use(offer, context);
}

function toView({ id, place, price, hotel, rooms }: Offer): JsonObject {
  return { offer_id: id, place, price, hotel, rooms };
}
