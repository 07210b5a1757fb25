/** What the customers of the own scenarios say; scenarios and the agent share the texts. */
export const requests = {
  'one-mistake': ['What does it cost to send a parcel of 2 kg to Sweden?'],
  'two-mistakes': ['What does it cost to send a parcel of 45 kg to Sweden?'],
  'wrong-name': ['When was order A-1001 placed?'],
  'half-json': ['When did I place order A-1001?'],
  'own-number': ['I am customer c-1. How many points do I have?'],
  'three-doors': ['I want my money back for A-1001, in whatever way you can.'],
  'dearest-parcel': ['Which of our parcels cost the most to send?'],
  'busy-stock': ['Are glasses, bowls, lamps and blankets in stock?'],
  'dead-carrier': ['Where are my three parcels?'],
  'points-again': ['Please add the 50 points of my last letter.'],
  'points-then-order': ['Please add 50 points for my letter, and tell me whether A-1003 is paid.'],
  'points-anew': [
    'Please add 50 points for my letter.',
    '/new',
    'Please add 50 points for my letter.',
  ],
  'same-look': ['Is order A-1003 paid?'],
  'back-and-forth': ['Which of A-1001 and A-1002 came first?'],
  'other-words': ['What is your rule about gift wrapping?'],
  'ever-more': ['Please read me all my orders, one by one.'],
  'never-ends': ['Please find the order with the red ribbon.'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Names of the own scenarios. */
export type OwnScenario = keyof typeof requests;
