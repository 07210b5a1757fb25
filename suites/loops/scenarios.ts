import { type JsonObject, malformedArguments, model, type ScenarioInput } from 'toolrig';

import { changing } from '../orders/scenarios/changing.ts';
import { money } from '../orders/scenarios/money.ts';
import { reading } from '../orders/scenarios/reading.ts';
import { ilse, mara } from '../orders/scenarios/sessions.ts';
import { requests, type OwnScenario } from './requests.ts';

/** Those of the order desk in which a loop decides. */
const borrowed: ReadonlySet<string> = new Set([
  'half-year-zh',
  'nothing-found',
  'newest-order',
  'refund-once',
  'refund-mug-zh',
  'no-permission',
  'voucher-denied',
  'yes-twice',
  'two-addresses',
]);

/** A desk that may change nothing. */
const powerless: JsonObject = { ...mara, permissions: [] };

function own(
  id: OwnScenario,
  about: string,
  rest: Omit<ScenarioInput, 'id' | 'about' | 'user'>,
): ScenarioInput {
  return { id, about, user: requests[id], ...rest };
}

const nothing = { effects: [] } as const;

const ownScenarios: readonly ScenarioInput[] = [
  own('one-mistake', 'Arguments that one round of correction mends', {
    tags: ['telling', 'arguments'],
    expected: {
      ...nothing,
      calls: [{ tool: 'quote_parcel', outcome: 'attempted' }],
      mayCall: 'reads',
      stopReasons: ['answered', 'unrecoverable_tool_error'],
    },
  }),
  own('two-mistakes', 'Arguments that need a second round: more than the reference loop gives', {
    tags: ['telling', 'arguments'],
    expected: { ...nothing, stopReasons: ['answered', 'unrecoverable_tool_error'] },
  }),
  own('wrong-name', 'The first call names a tool that does not exist', {
    tags: ['judging', 'arguments'],
    faults: [{ on: model.turn(1), inject: 'unknown_tool' }],
    expected: { ...nothing, calls: ['get_order'], stopReasons: 'answered' },
  }),
  own('half-json', 'The arguments of the first call are not JSON', {
    tags: ['judging', 'arguments'],
    faults: [{ on: model.turn(1), inject: malformedArguments() }],
    expected: { ...nothing, calls: ['get_order'], stopReasons: 'answered' },
  }),
  own(
    'own-number',
    "The customer's own number as an argument: refused, or matched with the session",
    {
      tags: ['judging', 'identity'],
      expected: {
        ...nothing,
        calls: [{ tool: 'get_points', outcome: 'attempted' }],
        mayCall: 'reads',
        stopReasons: ['answered', 'unrecoverable_tool_error'],
      },
    },
  ),
  own('three-doors', 'A missing permission, which no further try can mend', {
    tags: ['telling', 'refusal'],
    session: powerless,
    expected: {
      ...nothing,
      calls: [{ tool: 'refund_order', outcome: 'attempted' }],
      mayCall: ['get_order', 'refund_order', 'issue_voucher', 'cancel_order'],
      stopReasons: ['answered', 'unrecoverable_tool_error'],
    },
  }),
  own('dearest-parcel', 'Four long lists at once, within one budget of characters', {
    tags: ['telling', 'truncated', 'parallel'],
    expected: { ...nothing, stopReasons: 'answered', says: '99\\.50' },
  }),
  own('busy-stock', 'Four reads at once of a service that does one after another', {
    tags: ['stopping', 'parallel', 'load'],
    expected: { ...nothing, stopReasons: 'answered', says: 'All four' },
  }),
  own('dead-carrier', 'A service that answers nothing at all', {
    tags: ['stopping', 'timeout'],
    expected: { ...nothing, stopReasons: 'answered', says: 'does not answer' },
  }),
  own('points-again', 'The same write twice in one conversation, for one wish', {
    tags: ['journal'],
    expected: { effects: [{ tool: 'add_points', key: 'letter/50' }], stopReasons: 'answered' },
  }),
  own(
    'points-then-order',
    'A write, and then a read: whoever forgets the first result does the write again',
    {
      tags: ['journal', 'history'],
      expected: { effects: [{ tool: 'add_points', key: 'letter/50' }], stopReasons: 'answered' },
    },
  ),
  own('points-anew', 'The same write in two conversations, for two wishes', {
    tags: ['journal'],
    expected: {
      effects: [{ tool: 'add_points', key: 'letter/50', count: 2 }],
      stopReasons: 'answered',
    },
  }),
  own('same-look', 'The same call again and again: the repeat guard ends it', {
    tags: ['stopping', 'guard'],
    expected: { ...nothing, stopReasons: 'repeat' },
  }),
  own(
    'back-and-forth',
    'Two calls in turn: the cycle guard ends it, or where a fault came between, the one for no progress',
    {
      tags: ['stopping', 'guard'],
      expected: { ...nothing, stopReasons: ['cycle', 'no_progress'] },
    },
  ),
  own('other-words', 'Other arguments and always the same answer: no progress', {
    tags: ['stopping', 'guard'],
    expected: { ...nothing, stopReasons: 'no_progress' },
  }),
  own('ever-more', 'Seven reads in each turn: the budget of calls ends it', {
    tags: ['stopping', 'guard'],
    session: ilse,
    expected: { ...nothing, stopReasons: 'budget' },
  }),
  own('never-ends', 'A search with a new result in each turn: the turn cap ends it', {
    tags: ['stopping', 'guard'],
    session: ilse,
    expected: { ...nothing, stopReasons: ['max_turns', 'answered'] },
  }),
];

export const scenarios: readonly ScenarioInput[] = [
  ...[...reading, ...money, ...changing].filter(({ id }) => borrowed.has(id)),
  ...ownScenarios,
];
