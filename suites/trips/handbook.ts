import type { Handbook, JsonObject, Playbook, PlayStep } from 'toolrig';

/** What scripted agents know about this agency. No tool can look up whether a whole journey or a deposit went through. */
export const handbook: Handbook = {
  playbooks: [
    toPlaybook('whole-trip', 'Book the Lisbon journey, flight and hotel.', {
      steps: [call('search_live_offers', { place: 'Lisbon' }), call('book_trip', offer('LIS-1'))],
      answer: 'Flight and hotel for LIS-1 are booked.',
    }),
    toPlaybook('half-trip', 'Book the cheapest Porto journey, with any hotel.', {
      steps: [
        call('search_live_offers', { place: 'Porto' }),
        call('book_trip', offer('POR-1')),
        whenPartial('book_hotel'),
        whenPartial('send_itinerary'),
      ],
      answer: 'The flight of POR-1 and the hotel of POR-2 are booked.',
    }),
    toPlaybook('live-down', 'What do journeys to Lisbon cost?', {
      steps: [call('search_live_offers', { place: 'Lisbon' })],
      answer: 'The journey to Lisbon costs 420.',
    }),
    toPlaybook('two-places', 'What do Lisbon and Porto cost?', {
      steps: [
        {
          calls: () => [
            { tool: 'search_live_offers', arguments: { place: 'Lisbon' } },
            { tool: 'search_live_offers', arguments: { place: 'Porto' } },
          ],
        },
      ],
      answer: 'Lisbon costs 420, Porto 380 or 410.',
    }),
    toPlaybook('deposit-lost', 'Pay the deposit for LIS-1.', {
      steps: [call('pay_deposit', offer('LIS-1'))],
      answer: 'The deposit for LIS-1 is paid.',
    }),
    toPlaybook('approves', 'Approve the budget for LIS-1.', {
      steps: [call('approve_budget', offer('LIS-1'))],
      answer: 'The budget for LIS-1 is approved.',
    }),
  ],
  readBacks: {},
  needless: { tool: 'list_bookings', arguments: {} },
};

function toPlaybook(
  name: string,
  user: string,
  { steps, answer }: { readonly steps: readonly PlayStep[]; readonly answer: string },
): Playbook {
  return { name, language: 'en', turns: [{ user, steps, say: () => answer }] };
}

function call(tool: string, args: JsonObject): PlayStep {
  return { calls: () => [{ tool, arguments: args }] };
}

/** What finishes a journey whose hotel was full. */
function whenPartial(tool: string): PlayStep {
  return {
    calls: (seen) =>
      seen.field('book_trip', 'status') === 'partial' ? [{ tool, arguments: offer('POR-2') }] : [],
  };
}

function offer(id: string): JsonObject {
  return { offer_id: id };
}
