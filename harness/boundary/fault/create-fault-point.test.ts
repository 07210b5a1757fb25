import { expect, it } from 'vitest';
import type { Fault, FaultAddress, FaultInjection, FaultPlan } from '../../core/suite/fault.ts';
import { chatDialect } from '../../dialect/chat/chat-dialect.ts';
import { createFaultPoint, type RecordingFaultPoint } from './create-fault-point.ts';

const anyBody = {
  status: 200,
  headers: {},
  headersAtMs: 0,
  frames: [{ atMs: 0, text: '{}' }],
  end: 'complete',
  endAtMs: 0,
} as const;

function open(
  ...faults: readonly (readonly [FaultAddress, FaultInjection])[]
): RecordingFaultPoint {
  const named = faults.map(([address, inject], index): Fault => ({
    name: `f${index}`,
    address,
    inject,
  }));
  const plan: FaultPlan = { name: 'plan', byHand: true, faults: named };
  return createFaultPoint(plan, { seed: 'seed' });
}

const lose: FaultInjection = { kind: 'timeout_before' };
const fail: FaultInjection = { kind: 'http', status: 502 };
const firedOf = (point: RecordingFaultPoint): readonly number[] =>
  point.records().map((record) => record.fired);

it('counts deliveries to each tool by itself', () => {
  const point = open([{ on: 'tool', tool: 'b', call: 2 }, lose]);
  const struck = ['a', 'b', 'a', 'b', 'b'].map((tool) => point.atTool(tool).length);
  expect(struck).toEqual([0, 0, 0, 1, 0]);
  expect(firedOf(point)).toEqual([1]);
});

it.each<[FaultAddress, readonly number[]]>([
  [{ on: 'tool', tool: '*', call: '*' }, [1, 1, 1, 1]],
  [{ on: 'tool', tool: '*', call: 1 }, [1, 1, 0, 0]],
  [{ on: 'tool', tool: 'a', call: '*' }, [1, 0, 1, 0]],
  [{ on: 'tool', tool: 'c', call: 1 }, [0, 0, 0, 0]],
])('%j strikes the deliveries %j of a, b, a, b', (address, expected) => {
  const point = open([address, lose]);
  expect(['a', 'b', 'a', 'b'].map((tool) => point.atTool(tool).length)).toEqual(expected);
  expect(firedOf(point)).toEqual([expected.reduce((sum, count) => sum + count, 0)]);
});

it.each<[FaultAddress, readonly number[]]>([
  [{ on: 'model', turn: 1, attempt: 1 }, [1, 0, 0, 0]],
  [{ on: 'model', turn: 1, attempt: 2 }, [0, 1, 0, 0]],
  [{ on: 'model', turn: '*', attempt: 1 }, [1, 0, 1, 0]],
  [{ on: 'model', turn: 2, attempt: '*' }, [0, 0, 1, 1]],
])('%j strikes the attempts %j of two turns', (address, expected) => {
  const point = open([address, fail]);
  const places = [
    [1, 1],
    [1, 2],
    [2, 1],
    [2, 2],
  ] as const;
  expect(places.map(([turn, attempt]) => point.atModel(turn, attempt).length)).toEqual(expected);
});

it('asked twice for one place, it strikes alike and counts once', () => {
  const point = open([{ on: 'model', turn: 1, attempt: 1 }, fail]);
  const [first, again] = [point.atModel(1, 1), point.atModel(1, 1)].map((strikes) =>
    strikes.map((strike) => (strike.type === 'replace' ? strike.toExchange(chatDialect) : null)),
  );
  expect(first).toHaveLength(1);
  expect(first).toEqual(again);
  expect(firedOf(point)).toEqual([1]);
});

it('an edit that does not fit did not strike', () => {
  const point = open(
    [{ on: 'model', turn: 1, attempt: 1 }, { kind: 'malformed_arguments' }],
    [{ on: 'model', turn: 1, attempt: 1 }, { kind: 'stream_no_done' }],
  );
  const [cut, stream] = point.atModel(1, 1);
  expect(cut?.type === 'edit_calls' && cut.apply([])).toBeNull();
  expect(stream?.type === 'transform' && stream.apply(anyBody, chatDialect)).toBe(anyBody);
  expect(firedOf(point)).toEqual([0, 0]);
  expect(
    cut?.type === 'edit_calls' && cut.apply([{ id: '1', name: 'f', argumentsText: '{}' }]),
  ).not.toBeNull();
  expect(firedOf(point)).toEqual([1, 0]);
});

it('several faults at one place strike in the order of the plan', () => {
  const point = open(
    [
      { on: 'tool', tool: 'f', call: 1 },
      { kind: 'slow', delayMs: 10 },
    ],
    [{ on: 'tool', tool: '*', call: '*' }, { kind: 'lost_after_commit' }],
  );
  expect(point.atTool('f').map((strike) => strike.kind)).toEqual(['slow_tool', 'timeout_after']);
});

it('a fault of one boundary never strikes at the other', () => {
  const point = open(
    [{ on: 'tool', tool: '*', call: '*' }, lose],
    [{ on: 'model', turn: '*', attempt: '*' }, fail],
  );
  expect(point.atModel(1, 1).map((strike) => strike.kind)).toEqual(['http']);
  expect(point.atTool('f').map((strike) => strike.kind)).toEqual(['timeout_before']);
});

it('the record has kind, address and injection as planned', () => {
  const address: FaultAddress = { on: 'tool', tool: 'f', call: 1 };
  expect(open([address, { kind: 'unavailable' }]).records()).toEqual([
    {
      name: 'f0',
      kind: 'http_before',
      address,
      inject: { kind: 'unavailable' },
      fired: 0,
      noticed: false,
      handled: null,
    },
  ]);
});

it.each<[FaultInjection, string, string]>([
  [
    { kind: 'earthquake' },
    'FAULT_UNKNOWN',
    'Cannot inject fault "f0": there is no kind "earthquake" at the model boundary',
  ],
  [
    { kind: 'http', status: 1 },
    'FAULT_INVALID',
    'Cannot inject fault "f0": "status" must be one of 500, 502, 503, 504, 529',
  ],
])('refuses %j', (inject, code, message) => {
  expect(() => open([{ on: 'model', turn: 1, attempt: 1 }, inject])).toThrowError(
    expect.objectContaining({ code, message }),
  );
});
