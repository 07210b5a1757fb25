import { expect, it } from 'vitest';

import type { JsonObject } from '../../harness/json/json.ts';
import { HandlerOutcome } from '../../harness/core/trial/tool-outcome.ts';
import type { Tool, ToolContext, WorldState } from '../../harness/core/suite/tool.ts';
import { compileSchema } from '../../harness/schema/judge/compile-schema.ts';
import { ilse, mara, xiaoyu } from './scenarios/sessions.ts';
import { toolsets } from './toolsets.ts';
import { shop } from './world-data.ts';
import { toShop } from './world.ts';

/** A desk with a fresh shop behind it. */
interface TestDesk {
  readonly context: ToolContext;
  readonly effects: string[];
}

function openDesk(session: JsonObject): TestDesk {
  const effects: string[] = [];
  let count = 0;
  // A shop is plain data, copied whole for each test.
  const world = structuredClone(shop) as unknown as WorldState;
  const context: ToolContext = {
    world,
    session,
    nowMs: 0,
    idempotencyKey: null,
    signal: new AbortController().signal,
    random: () => 0.5,
    newId: (prefix) => `${prefix}-${(count += 1)}`,
    sleep: () => Promise.resolve(),
    effect: (key) => {
      effects.push(key);
    },
    noEffect: () => undefined,
  };
  return { context, effects };
}

function findTool(name: string, toolset = 'orders@2'): Tool {
  const tools = toolsets.find(({ id }) => id === toolset)?.tools ?? [];
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`No tool ${name}`);
  return found;
}

/** What a call comes to, in short: the value, or the status with what it says. */
function call(tool: Tool, args: JsonObject, desk: TestDesk): unknown {
  const value = tool.handler(structuredClone(args), desk.context);
  if (!(value instanceof HandlerOutcome)) return value;
  const { outcome } = value;
  if (outcome.status === 'empty') return outcome.meaning;
  return 'error' in outcome ? `${outcome.error.kind}: ${outcome.error.message}` : outcome;
}

it.each<[ids: string, args: JsonObject, session: JsonObject]>([
  ['A-1003 A-1005 A-1002 A-1001 A-1004', {}, mara],
  ['A-1003 A-1005 A-1002 A-1001', { statuses: ['paid', 'packed', 'shipped', 'delivered'] }, mara],
  ['A-1003', { limit: 1 }, mara],
  ['A-1002', { placed_from: '2026-06-01', placed_to: '2026-06-01' }, mara],
  ['B-2000', { placed_from: '2026-01-01', placed_to: '2026-03-31' }, xiaoyu],
])('search_orders finds %s by %j', (ids, args, session) => {
  const result = call(findTool('search_orders'), args, openDesk(session)) as {
    readonly orders: readonly { readonly order_id: string }[];
  };
  expect(result.orders.map(({ order_id }) => order_id).join(' ')).toBe(ids);
});

it('search_orders shows 20 of 27, says so, and keeps the defaults that it executed', () => {
  const args = { placed_from: '2026-03-15' };
  const desk = openDesk(ilse);
  const tool = findTool('search_orders');
  expect(tool.handler(args, desk.context)).toMatchObject({ total: 27, is_complete: false });
  expect(args).toEqual({ placed_from: '2026-03-15', placed_to: '2026-06-10', limit: 20 });
});

it.each([
  [
    { statuses: ['cancelled'], placed_from: '2026-05-01', placed_to: '2026-05-31' },
    'The customer placed no orders that are cancelled from 2026-05-01 to 2026-05-31',
  ],
  [
    { placed_from: '2026-01-01', placed_to: '2026-06-10' },
    'invalid_arguments: 2026-01-01 to 2026-06-10 are 160 days: at most 90',
  ],
  [
    { placed_from: '2026-06-10', placed_to: '2026-06-01' },
    'invalid_arguments: placed_from 2026-06-10 is after placed_to 2026-06-01',
  ],
])('search_orders: %j', (args, expected) => {
  expect(call(findTool('search_orders'), args, openDesk(mara))).toBe(expected);
});

it('free text finds nothing for "not cancelled", and everything for nothing', () => {
  const tool = findTool('search_orders', 'orders@1');
  expect(call(tool, { status: 'not cancelled' }, openDesk(mara))).toBe(
    'No orders with the status "not cancelled"',
  );
  expect(call(tool, {}, openDesk(mara))).toMatchObject({ total: 5 });
});

it.each([
  ['refund_order', { order_id: 'B-2001', amount_cents: 100, reason: 'late' }],
  ['cancel_order', { order_id: 'B-2002' }],
  [
    'update_address',
    { order_id: 'B-2002', street: 'Nygatan 4', city: 'X', postcode: '123', country: 'SE' },
  ],
])('%s does not know orders of other customers', (name, args) => {
  const desk = openDesk(mara);
  const tool = findTool(name);
  const id = args.order_id;
  expect(call(tool, args, desk)).toBe(
    `precondition_missing: The customer on the line has no order ${id}`,
  );
  expect(tool.check?.(args, desk.context)).toBeInstanceOf(HandlerOutcome);
  expect(desk.effects).toEqual([]);
});

it.each([
  ['refund_order', 'A-1003', 'conflict: Order A-1003 is paid: only shipped orders are refunded'],
  [
    'refund_order',
    'A-1004',
    'conflict: Order A-1004 is cancelled: only shipped orders are refunded',
  ],
  ['cancel_order', 'A-1002', 'conflict: Order A-1002 is shipped and cannot be cancelled any more'],
  [
    'cancel_order',
    'A-1004',
    'conflict: Order A-1004 is cancelled and cannot be cancelled any more',
  ],
  ['update_address', 'A-1001', 'conflict: Order A-1001 is delivered: its address is fixed'],
])('%s refuses %s', (name, id, expected) => {
  const desk = openDesk(mara);
  const args = { order_id: id, amount_cents: 100, reason: 'late', street: 'x', city: 'x' };
  expect(call(findTool(name), args, desk)).toBe(expected);
  expect(desk.effects).toEqual([]);
  expect(toShop(desk.context)).toEqual(shop);
});

it('a refund adds up, is listed, and stops at what was paid', () => {
  const desk = openDesk(mara);
  const refund = findTool('refund_order');
  const args = { order_id: 'A-1001', amount_cents: 9000, reason: 'damaged' };
  expect(refund.preview?.(args, desk.context)).toEqual({
    will_refund_cents: 9000,
    order_id: 'A-1001',
    currency: 'EUR',
    returned_cents_after: 9000,
    reversible: false,
  });
  expect(desk.effects).toEqual([]);
  expect(call(refund, args, desk)).toMatchObject({ refund_id: 'refund-1', left_cents: 3900 });
  expect(call(refund, args, desk)).toBe(
    'invalid_arguments: 9000 cents are more than the 3900 that are left of what was paid',
  );
  expect(desk.effects).toEqual(['A-1001/9000']);
  expect(call(findTool('list_refunds'), { order_id: 'A-1001' }, desk)).toEqual({
    refunds: [
      {
        refund_id: 'refund-1',
        amount_cents: 9000,
        reason: 'damaged',
        made_on: '2026-06-10',
        this_conversation: true,
      },
    ],
  });
});

it('a cancelled order gives all its money back, once', () => {
  const desk = openDesk(mara);
  const cancel = findTool('cancel_order');
  expect(call(cancel, { order_id: 'A-1003' }, desk)).toEqual({
    order_id: 'A-1003',
    status: 'cancelled',
    returned_cents: 8900,
  });
  expect(call(cancel, { order_id: 'A-1003' }, desk)).toMatch(/^conflict: /u);
  expect(desk.effects).toEqual(['A-1003']);
});

it.each([
  [
    'update_address',
    { order_id: 'A-1003', street: 'Nygatan 4', city: 'Malmö', postcode: '211 20', country: 'SE' },
    'A-1003',
  ],
  ['request_capability', { capability: 'refund', why: 'Broken' }, 'c-1/refund'],
])('%s, repeated, changes nothing more', (name, args, key) => {
  const desk = openDesk(mara);
  const tool = findTool(name);
  expect(call(tool, args, desk)).toEqual(call(tool, args, desk));
  expect(desk.effects).toEqual([key]);
});

it.each([
  ['refund_order', { order_id: 'A-1001', amount_cents: 500, reason: 'late' }],
  ['cancel_order', { order_id: 'A-1003' }],
  ['issue_voucher', { value_cents: 500, reason: 'late' }],
])('%s is read back as not done before, as done after', (name, args) => {
  const desk = openDesk(mara);
  const tool = findTool(name);
  const { reconcile } = tool;
  if (reconcile === undefined) throw new Error('No way to read back');
  const look = (): boolean | null => {
    const value = findTool(reconcile.tool).handler(
      { ...reconcile.toArguments(args) },
      desk.context,
    );
    const isOutcome = value instanceof HandlerOutcome && 'value' in value.outcome;
    const seen = isOutcome ? value.outcome.value : value;
    // A handler without an outcome of its own gives plain JSON.
    return reconcile.happened(seen as JsonObject, args);
  };
  expect(look()).toBe(false);
  call(tool, args, desk);
  expect(look()).toBe(true);
});

it('an older refund of the same size is not taken for this one', () => {
  const desk = openDesk({ ...mara, conversation_id: 'talk-12' });
  const args = { order_id: 'A-1001', amount_cents: 500, reason: 'late' };
  call(findTool('refund_order'), args, openDeskLike(desk, 'talk-9'));
  const list = call(findTool('list_refunds'), { order_id: 'A-1001' }, desk);
  expect(findTool('refund_order').reconcile?.happened(list as JsonObject, args)).toBe(false);
});

/** Another conversation in the same shop. */
function openDeskLike({ context, effects }: TestDesk, conversation: string): TestDesk {
  const session = { ...context.session, conversation_id: conversation };
  return { effects, context: { ...context, session } };
}

it.each(toolsets.flatMap(({ id, tools }) => tools.map((tool) => [id, tool] as const)))(
  '%s: $1.name shows an example that its own schema takes, and says what, when and what it returns',
  (id, tool) => {
    const { example, parameters, description } = tool;
    if (example !== undefined) expect(compileSchema(parameters).validate(example)).toEqual([]);
    expect(parameters).toMatchObject({ type: 'object', additionalProperties: false });
    const isFirst = id === 'orders@1' && tool.name === 'search_orders';
    expect(/Use it .*Returns? /su.test(description)).toBe(!isFirst);
  },
);
