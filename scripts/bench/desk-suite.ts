import type { JsonObject } from '../../harness/json/json.ts';
import { referenceLoop } from '../../harness/core/suite/loop-settings.ts';
import type { Matcher } from '../../harness/core/suite/matcher.ts';
import type { ExpectedCall, OrderPair, Scenario, Suite } from '../../harness/core/suite/suite.ts';
import { type DeskCase, toDeskCase } from './desk-case.ts';
import { deskTools } from './desk-tools.ts';

const systemPrompt =
  'You help customers of a furniture shop with their deliveries. Read an order before you change it. Never make up an order number. Answer in one or two sentences, and say only what the tools have told you.';

/** A suite of so many scenarios, each a conversation of four model turns and three calls. */
export function createDeskSuite(scenarios: number): Suite {
  return {
    name: 'desk',
    about: null,
    file: 'scripts/bench',
    toolsets: [{ id: 'desk@1', tools: deskTools }],
    models: [
      {
        name: 'clerk',
        nature: 'scripted',
        about: 'A pure function, for measuring',
        price: { inputPerMillion: 1, outputPerMillion: 4 },
        kind: 'openai',
        model: 'clerk-1',
        baseUrl: null,
        apiKeyEnv: 'OPENAI_API_KEY',
      },
    ],
    variants: [
      {
        name: 'reference',
        model: 'clerk',
        toolset: 'desk@1',
        systemPrompt,
        loop: 'reference',
        settings: referenceLoop,
        params: { temperature: 0 },
        agent: null,
        isDefault: true,
      },
    ],
    scenarios: Array.from({ length: scenarios }, (_, index) => toScenario(toDeskCase(index))),
    plans: [],
    world: { orders: createOrders() },
    identity: ['user_id', 'tenant_id'],
    claims: [
      { pattern: 'now comes on', kind: 'done', tool: 'move_delivery' },
      { pattern: 'there (is|are) no', kind: 'none', tool: 'find_orders' },
    ],
    repeats: 1,
    ignoreState: [],
    drift: [],
    volatile: [],
  };
}

function toScenario(one: DeskCase): Scenario {
  const path = `orders.${one.orderId}.delivery_day`;
  return {
    id: `move-${one.number}`,
    cluster: `move-${one.number}`,
    tags: [],
    about: null,
    turns: [one.request],
    history: [],
    session: { user_id: 'u-1', permissions: [] },
    world: { orders: { [one.orderId]: toOrder(one.item, '2026-03-20') } },
    human: [],
    expected: {
      calls: one.calls.map(({ tool, args }, index) => toExpectedCall(tool, args, index)),
      order: [toPair(0), toPair(1)],
      mayCall: 'reads',
      effects: [{ tool: 'move_delivery', key: null, count: 1 }],
      forbidden: ['cancel_order'],
      ask: [],
      stopReasons: ['answered'],
      state: { [path]: { match: 'equal', value: one.day } },
      says: [one.day],
      saysNot: [],
    },
    expectFail: null,
    faults: [],
    script: null,
    variants: null,
  };
}

function toExpectedCall(tool: string, args: JsonObject, index: number): ExpectedCall {
  const wanted = Object.entries(args).map(([name, value]): readonly [string, Matcher] => [
    name,
    { match: 'equal', value: value ?? null },
  ]);
  return {
    id: `call-${index}`,
    tool,
    arguments: Object.fromEntries(wanted),
    mode: 'exact',
    group: null,
  };
}

/** Each call waits for the result of the one before. */
function toPair(index: number): OrderPair {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
  return { first: `call-${index}`, then: `call-${index + 1}` };
}

/** Orders that every world has besides the one that is asked for. */
function createOrders(): JsonObject {
  const items = [
    'Oak shelf',
    'Desk lamp',
    'Linen sofa',
    'Garden bench',
    'Wall mirror',
    'Bed frame',
  ];
  return Object.fromEntries(
    items.map((item, index) => [`D-2000${index}`, toOrder(item, `2026-03-1${index}`)]),
  );
}

function toOrder(item: string, day: string): JsonObject {
  return { item, status: 'shipped', cents: 12_900, delivery_day: day };
}
