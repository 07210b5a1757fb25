import type { Handbook, JsonObject, PlannedCall, Playbook, PlayStep, PlayTurn } from 'toolrig';

import { handbook as orders } from '../orders/handbook.ts';
import { requests, type OwnScenario } from './requests.ts';

const points: PlannedCall = {
  tool: 'add_points',
  arguments: { points: 50, reason: 'letter' },
};

/** What an agent without the weakness of a scenario does. Where a guard has to end the conversation, there is none. */
const plays: Partial<Readonly<Record<OwnScenario, Omit<PlayTurn, 'user'>>>> = {
  'one-mistake': {
    steps: [step(quote(2000, '2 kg'))],
    say: () => 'It costs 6.80 euros.',
  },
  'two-mistakes': {
    steps: [step(quote(22_500, 45_000))],
    say: () => 'In two parcels of 22.5 kg it costs 51.40 euros.',
  },
  'wrong-name': look('A-1001', 'It was placed on 12 May 2026.'),
  'half-json': look('A-1001', 'It was placed on 12 May 2026.'),
  'own-number': {
    steps: [step({ tool: 'get_points', arguments: {}, slip: { customer_id: 'c-1' } })],
    say: () => 'You have 120 points.',
  },
  'three-doors': {
    steps: [
      step({ tool: 'get_order', arguments: { order_id: 'A-1001' } }),
      {
        calls: (seen) => [
          {
            tool: 'refund_order',
            arguments: {
              order_id: 'A-1001',
              amount_cents: seen.field('get_order', 'paid_cents') ?? 12_900,
              reason: 'damaged',
            },
          },
        ],
      },
    ],
    say: () => 'Your money is on its way.',
    onGiveUp: { denied: () => 'I may not give money back, so nothing was paid out.' },
  },
  'dearest-parcel': {
    steps: [
      step(
        ...['north', 'south', 'east', 'west'].map((depot) => ({
          tool: 'list_parcels',
          arguments: { depot, dearest_first: true, limit: 1 },
        })),
      ),
    ],
    say: () => 'The dearest cost 99.50 euros.',
  },
  'busy-stock': {
    steps: [
      step(
        ...['glass', 'bowl', 'lamp', 'blanket'].map((item) => ({
          tool: 'check_stock',
          arguments: { item },
        })),
      ),
    ],
    say: () => 'All four are in stock.',
  },
  'dead-carrier': {
    steps: [step({ tool: 'track_parcel', arguments: { parcel_id: 'P-1' } })],
    say: () => 'They are on the way.',
    onGiveUp: { unknown: sorry, failed: sorry },
  },
  'points-again': addPoints('The 50 points are on your account.'),
  'points-then-order': {
    steps: [step(points), step({ tool: 'get_order', arguments: { order_id: 'A-1003' } })],
    say: () => 'The points are on your account, and A-1003 is paid.',
  },
  'points-anew': addPoints('I have added 50 points.'),
};

/** What scripted agents know about this desk: that of the order desk, and the own scenarios that no guard has to end. */
export const handbook: Handbook = {
  ...orders,
  playbooks: [
    ...orders.playbooks,
    ...Object.entries(plays).map(([name, play]): Playbook => {
      // The keys of `plays` are those of `requests`.
      const [user] = requests[name as OwnScenario];
      return { name, language: 'en', turns: [{ user, ...play }] };
    }),
  ],
};

function step(...calls: readonly PlannedCall[]): PlayStep {
  return { calls: () => calls };
}

function quote(grams: number, slip: JsonObject[string]): PlannedCall {
  return {
    tool: 'quote_parcel',
    arguments: { weight_grams: grams, country: 'SE' },
    slip: { weight_grams: slip, country: 'SE' },
  };
}

function look(order: string, answer: string): Omit<PlayTurn, 'user'> {
  return {
    steps: [step({ tool: 'get_order', arguments: { order_id: order } })],
    say: () => answer,
  };
}

function addPoints(answer: string): Omit<PlayTurn, 'user'> {
  return { steps: [step(points)], say: () => answer };
}

function sorry(): string {
  return 'The carrier does not answer at the moment. Please ask again tomorrow.';
}
