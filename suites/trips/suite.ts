import { defineSuite, tool, type SuiteInput } from 'toolrig';
import { askClerk, askFromMemory } from './clerk.ts';
import { toolsets } from './toolsets.ts';
import { agencyWorld } from './world.ts';

/** The loops differ from the reference loop in one setting each, but for `careless`. */
const loops: SuiteInput['loops'] = {
  role: { offer: 'role' },
  phase: { offer: { mode: 'phase', always: ['core'] } },
  'two-stage': { offer: { mode: 'two-stage', always: ['core'] } },
  'bare-errors': { errors: 'bare' },
  careless: {
    enforce: { batch: false, policy: false, validation: false, confirm: false },
    journal: null,
    errors: 'bare',
  },
};

const offers = ['reference', 'by-role', 'by-phase', 'two-stage', 'from-memory', 'careless'];
const macros = ['reference', 'silent-macro', 'careless'];

export default defineSuite({
  name: 'trips',
  about:
    'A travel agency: tools by role and phase, a tool of several steps that can stop in the middle, a second tool for when the first is down, and a payment that cannot be looked up.',
  toolsets,
  models: [
    {
      name: 'clerk',
      respond: askClerk,
      about:
        'A scripted clerk in the process: calls what is offered, opens what is not, follows errors. It can stand for loops and offers, never for a real model.',
    },
    {
      name: 'memory',
      respond: askFromMemory,
      about: 'The same clerk, who calls tools from memory, offered or not.',
    },
  ],
  loops,
  variants: [
    { name: 'reference', model: 'clerk', toolset: 'trips@2', default: true },
    { name: 'by-role', model: 'clerk', toolset: 'trips@2', loop: 'role' },
    { name: 'by-phase', model: 'clerk', toolset: 'trips@2', loop: 'phase' },
    { name: 'two-stage', model: 'clerk', toolset: 'trips@2', loop: 'two-stage' },
    { name: 'from-memory', model: 'memory', toolset: 'trips@2', loop: 'phase' },
    {
      name: 'one-call',
      model: 'clerk',
      toolset: 'trips@2',
      params: { parallel_tool_calls: false },
    },
    { name: 'bare-errors', model: 'clerk', toolset: 'trips@2', loop: 'bare-errors' },
    { name: 'silent-macro', model: 'clerk', toolset: 'trips@1' },
    { name: 'careless', model: 'memory', toolset: 'trips@1', loop: 'careless' },
  ],
  world: agencyWorld,
  session: { user: 'u-5', role: 'clerk' },
  scenarios: [
    {
      id: 'whole-trip',
      user: 'Book the Lisbon journey, flight and hotel.',
      expected: {
        calls: ['search_live_offers', 'book_trip'],
        order: 'as_listed',
        effects: { book_trip: 3 },
      },
      variants: offers,
    },
    {
      id: 'half-trip',
      about: 'The hotel of the offer is full: the macro stops after the flight.',
      user: 'Book the cheapest Porto journey, with any hotel.',
      expected: {
        calls: ['search_live_offers', 'book_trip', 'book_hotel', 'send_itinerary'],
        order: 'as_listed',
        effects: [
          { tool: 'book_trip', key: 'flight/POR-1' },
          { tool: 'book_hotel', key: 'hotel/POR-2' },
          { tool: 'send_itinerary', key: 'itinerary/POR-2' },
        ],
      },
      variants: macros,
    },
    {
      id: 'live-down',
      about: 'The live search is down for the whole conversation; saved offers answer the same.',
      user: 'What do journeys to Lisbon cost?',
      faults: [{ on: tool('search_live_offers').call('*'), inject: 'http_before' }],
      expected: { calls: ['search_saved_offers'], mayCall: ['search_live_offers'], effects: [] },
      variants: ['reference', 'bare-errors'],
    },
    {
      id: 'deposit-lost',
      about:
        'The payment is made and its answer is lost; no tool can look it up, so a person has to.',
      user: 'Pay the deposit for LIS-1.',
      faults: [{ on: tool('pay_deposit').call(1), inject: 'timeout_after' }],
      expected: {
        calls: [{ tool: 'pay_deposit' }],
        effects: { pay_deposit: 1 },
        stopReasons: 'needs_human',
      },
      variants: ['reference', 'careless'],
    },
    {
      id: 'clerk-approves',
      about: 'Only a manager may approve; the role of the session is clerk.',
      user: 'Approve the budget for LIS-1.',
      expected: { calls: [], mayCall: ['approve_budget'], effects: [] },
      variants: offers,
    },
    {
      id: 'manager-approves',
      user: 'Approve the budget for LIS-1.',
      session: { role: 'manager' },
      expected: { calls: ['approve_budget'], effects: { approve_budget: 1 } },
      variants: offers,
    },
    {
      id: 'two-places',
      user: 'What do Lisbon and Porto cost?',
      expected: { calls: ['search_live_offers', 'search_live_offers'] },
      variants: ['reference', 'one-call'],
    },
  ],
});
