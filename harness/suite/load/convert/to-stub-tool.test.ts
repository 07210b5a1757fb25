import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../json/json.ts';
import { HandlerOutcome } from '../../../core/trial/tool-outcome.ts';
import type { ToolContext, WorldState } from '../../../core/suite/tool.ts';
import { toStubTool } from './to-stub-tool.ts';
import type { StubToolInput } from '../../input/tool-input.ts';

/** A context that notes effects. */
function createContext(world: WorldState = {}) {
  const effects: string[] = [];
  const context: ToolContext = {
    world,
    session: {},
    nowMs: 0,
    idempotencyKey: null,
    signal: new AbortController().signal,
    random: () => 0,
    newId: (prefix) => prefix,
    sleep: () => Promise.resolve(),
    effect: (key) => effects.push(key),
    noEffect: () => effects.push('(none)'),
  };
  return { context, effects };
}

function stub(more: Partial<StubToolInput>) {
  return toStubTool({
    name: 'refund',
    description: 'x',
    parameters: { type: 'object' },
    effect: 'read',
    ...more,
  });
}

function answer(value: unknown): unknown {
  return value instanceof HandlerOutcome ? value.outcome : value;
}

it('gives the first result that fits, and entries of one kind in sequence', () => {
  const tool = stub({
    results: [
      { when: { id: 'A1' }, give: 'waiting' },
      { when: { id: 'A1' }, give: 'sent' },
      { when: { id: { $anyOf: ['A2', 'A3'] } }, give: 'for {id}' },
      { give: 'other' },
    ],
  });
  const { context } = createContext();
  const say = (id: string): unknown => answer(tool.handler({ id }, context));
  expect([say('A1'), say('A3'), say('A1'), say('B'), say('A1'), say('B')]).toEqual([
    'waiting',
    'for A3',
    'sent',
    'other',
    'sent',
    'other',
  ]);
  // Another world is another trial.
  expect(answer(tool.handler({ id: 'A1' }, createContext().context))).toBe('waiting');
});

it.each([
  ['a read', 'read', { status: 'empty', meaning: 'Nothing was found', value: [] }],
  [
    'a write',
    'irreversible',
    { status: 'error', error: expect.objectContaining({ kind: 'failed' }) },
  ],
] as const)('says that nothing fits: %s', (_name, effect, wanted) => {
  const tool = stub({ effect, results: [{ when: { id: 'A1' }, give: 1 }] });
  const { context, effects } = createContext();
  expect(answer(tool.handler({ id: 'B' }, context))).toEqual(wanted);
  expect(effects).toEqual([]);
});

it.each([
  [
    { status: 'empty', meaning: 'No order is open' },
    { status: 'empty', meaning: 'No order is open', value: [] },
  ],
  [
    { status: 'denied', error: { message: 'Needs refunds', next: 'Ask Ines' } },
    {
      status: 'denied',
      error: {
        kind: 'denied',
        message: 'Needs refunds',
        next: 'Ask Ines',
        retryable: false,
        recoverable: false,
      },
    },
  ],
  [
    { status: 'error', error: { kind: 'unavailable', message: 'Down', retryable: true } },
    {
      status: 'error',
      error: { kind: 'unavailable', message: 'Down', retryable: true, recoverable: false },
    },
  ],
] as const)('gives %j', (result, wanted) => {
  const tool = stub({ effect: 'irreversible', results: [result], effects: { key: ['id'] } });
  const { context, effects } = createContext();
  expect(answer(tool.handler({ id: 'A1' }, context))).toEqual(wanted);
  expect(effects).toEqual([]);
});

it('enters the effect under its key and changes the world', () => {
  const tool = stub({
    effect: 'irreversible',
    effects: {
      key: ['id', 'amount'],
      set: { 'orders.{id}.status': 'refunded', 'orders.{id}.paid': '{amount}' },
    },
  });
  const world = { orders: { A1: { status: 'paid' } } };
  const { context, effects } = createContext(world);
  expect(tool.handler({ id: 'A1', amount: 10 }, context)).toEqual({ done: true });
  expect(effects).toEqual(['A1/10']);
  expect(world).toEqual({ orders: { A1: { status: 'refunded', paid: 10 } } });
  expect(tool.keyFields).toEqual(['id', 'amount']);
});

it('changes nothing twice, where a write may repeat', () => {
  const tool = stub({
    effect: 'idempotent',
    effects: { key: ['id'], set: { 'closed.{id}': true } },
  });
  const { context, effects } = createContext();
  tool.handler({ id: 'A1' }, context);
  tool.handler({ id: 'A1' }, context);
  expect(effects).toEqual(['A1', '(none)']);
});

it('shows what it would do, without the token', () => {
  const tool = stub({ effect: 'irreversible', confirm: 'token' });
  const { context, effects } = createContext();
  const args = { id: 'A1', confirm_token: 't', dry_run: true };
  expect(tool.preview?.(args, context)).toEqual({ will: 'refund', with: { id: 'A1' } });
  expect(effects).toEqual([]);
  const own = stub({ confirm: 'token', preview: { text: 'Refund {id}?' } });
  expect(own.preview?.(args, context)).toEqual({ text: 'Refund A1?' });
});

it('is read back by matchers', () => {
  const { reconcile } = stub({
    reconcile: {
      tool: 'find',
      arguments: { order: '{id}', deep: true },
      happened: { 'refund.amount': '{amount}', status: { $anyOf: ['refunded', 'closed'] } },
    },
  });
  const args: JsonObject = { id: 'A1', amount: 10 };
  const happened = (result: JsonValue): unknown => reconcile?.happened(result, args);
  expect(reconcile?.toArguments(args)).toEqual({ order: 'A1', deep: true });
  expect(happened({ refund: { amount: 10 }, status: 'closed' })).toBe(true);
  expect(happened({ refund: { amount: 9 }, status: 'closed' })).toBe(false);
  expect(happened([])).toBe(false);
});

it('is read back with the arguments as they are, whatever words and signs are in them', () => {
  const { reconcile } = stub({
    reconcile: {
      tool: 'find',
      arguments: {},
      happened: {
        note: '{note}',
        id: { $pattern: '^{id}$' },
        day: { $date: '{day}' },
        tags: [{ $anyOf: ['{tag}', 'none'] }, { $text: '{tag}' }],
      },
    },
  });
  const args = { note: { $any: true }, id: 'A.1', day: '2026-01-31', tag: 'x y' };
  const found = { note: { $any: true }, id: 'A.1', day: '2026/1/31', tags: ['x y', 'XY'] };
  expect(reconcile?.happened(found, args)).toBe(true);
  for (const other of [{ note: 1 }, { id: 'AB1' }, { day: '2026-02-01' }, { tags: ['z', 'xy'] }]) {
    expect(reconcile?.happened({ ...found, ...other }, args)).toBe(false);
  }
});

it('writes into the world and nowhere else', () => {
  const tool = stub({
    effect: 'irreversible',
    effects: { key: ['id'], set: { '{id}.polluted': true } },
  });
  const { context } = createContext();
  tool.handler({ id: '__proto__' }, context);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
