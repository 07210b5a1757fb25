import { defineSuite, type ScenarioInput } from 'toolrig';

import { mara } from '../orders/scenarios/sessions.ts';
import { toolsets } from '../orders/toolsets.ts';
import { shop } from '../orders/world-data.ts';
import { respond, wishes } from './respond.ts';

/** The order ids of each state, of the customer on the line. */
const found: Readonly<Record<string, string>> = {
  shipped: 'A-1002',
  delivered: 'A-1001',
  packed: 'A-1005',
  cancelled: 'A-1004',
};

/** A conversation that ran under the first version of the tools: the call is one that the second refuses. */
const begun: ScenarioInput['history'] = [
  { role: 'user', content: 'Which of my orders are packed?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      {
        id: 'call_old',
        type: 'function',
        function: { name: 'search_orders', arguments: '{"status":"packed"}' },
      },
    ],
  },
  {
    role: 'tool',
    tool_call_id: 'call_old',
    content:
      '{"orders":[{"order_id":"A-1005","status":"packed","placed_on":"2026-06-05","paid_cents":2400,"currency":"EUR"}],"total":1,"is_complete":true}',
  },
  { role: 'assistant', content: 'This one: A-1005.' },
];

const conversations = Object.entries(wishes).map(([user, { state }], index): ScenarioInput => ({
  id: `talk-${index + 1}`,
  about: 'One conversation among several, told apart by its id',
  user,
  session: { conversation_id: `talk-${index + 1}` },
  variants: ['old', 'gray', 'new'],
  expected: {
    calls: [{ tool: 'search_orders' }],
    mayCall: [],
    effects: [],
    stopReasons: 'answered',
    says: found[state] ?? '',
  },
}));

export default defineSuite({
  name: 'versions',
  about:
    'Two versions of a tool: a conversation that outlives the first, and a gray release of the second',
  toolsets,
  models: [
    {
      name: 'regular',
      nature: 'scripted',
      about: 'A script that repeats the form of calls that it sees in a conversation.',
      respond,
    },
  ],
  variants: [
    { name: 'new', toolset: 'orders@2', default: true },
    { name: 'old', toolset: 'orders@1' },
    {
      name: 'gray',
      toolset: 'orders@1',
      release: { toolset: 'orders@2', share: 0.5, key: 'conversation_id' },
    },
    {
      name: 'switched',
      toolset: 'orders@1',
      switch: { toolset: 'orders@2', turn: 2 },
    },
  ],
  world: shop,
  session: mara,
  identity: ['user_id', 'tenant_id', 'customer_id'],
  claims: [{ kind: 'none', tool: 'search_orders', pattern: 'there are no (?:\\w+ )?orders' }],
  scenarios: [
    {
      id: 'resumed',
      about:
        'Begun under orders@1 and continued under orders@2: the model repeats the old form once and mends it',
      user: 'Which of my orders are shipped?',
      history: begun,
      variants: ['new'],
      expected: {
        calls: [{ tool: 'search_orders', arguments: { statuses: ['shipped'] } }],
        mayCall: [],
        effects: [],
        stopReasons: 'answered',
        says: 'A-1002',
      },
    },
    {
      id: 'outlived',
      about:
        'The tools change between the first and the second text: the model repeats the old form once and mends it',
      user: ['Which of my orders are packed?', 'Which of my orders are shipped?'],
      variants: ['switched', 'old'],
      expected: {
        calls: ['search_orders', 'search_orders'],
        mayCall: [],
        effects: [],
        stopReasons: 'answered',
        says: 'A-1002',
      },
    },
    ...conversations,
  ],
});
