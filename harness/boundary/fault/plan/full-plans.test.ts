import { expect, it } from 'vitest';
import type { FaultInjection } from '../../../core/suite/fault.ts';
import type { JsonValue } from '../../../json/json.ts';
import { ToldTrial, toldTool, type ToldCall, type ToldReply } from '../../../testing/told-trial.ts';
import { placeAll, type FullTrial } from './full-plans.ts';
import type { PlannedTool } from './standard-plans.ts';

const closed = {
  type: 'object',
  properties: { id: { type: 'string' } },
  additionalProperties: false,
};
const usual: readonly PlannedTool[] = [
  toldTool('look'),
  toldTool('find', { parameters: closed }),
  toldTool('pay', { grade: 'irreversible' }),
];

function tell(
  turns: readonly (readonly ToldCall[])[],
  tools: readonly PlannedTool[] = usual,
  reply: (turn: number) => ToldReply = () => ({ finishReason: 'tool_calls' }),
): FullTrial {
  const scored = tools.map((tool) => toldTool(tool.name, tool));
  const trial = new ToldTrial(scored);
  for (const [index, calls] of turns.entries()) trial.turn(calls, reply(index + 1));
  return { events: trial.turn([], { text: 'ok', finishReason: 'stop' }).events, tools };
}

/** Where a kind is placed, and with what; `null` where it has no place. */
function placed(kind: string, clean: FullTrial): readonly [string, FaultInjection] | null {
  const found = placeAll(clean).find(({ label }) => label === kind);
  if (found === undefined) return null;
  const { address, inject } = found;
  expect(address.on === 'model' ? address.attempt : 1).toBe(1);
  return [
    address.on === 'model' ? `model.${address.turn}` : `${address.tool}.${address.call}`,
    inject,
  ];
}

const placeOf = (kind: string, clean: FullTrial): string | null => placed(kind, clean)?.[0] ?? null;
const read = (value: JsonValue, tool = 'look'): ToldCall => ({ tool, status: 'success', value });
const args = { id: 'A1' };
const pay: ToldCall = { tool: 'pay', args, effects: ['A1'], value: 'paid' };
const preview: ToldCall = {
  tool: 'pay',
  args,
  judged: { confirm: 'preview' },
  status: 'success',
  value: 'to pay: 1',
};

it('the call that comes again is the one that changed the world, one turn later', () => {
  const found = placed('repeated_call', tell([[read(1)], [read(2), pay]]));
  const again = { kind: 'repeated_call', tool: 'pay', arguments: '{"id":"A1"}' };
  expect(found).toEqual(['model.3', again]);
});

it('where nothing changed the world, the first call comes again', () => {
  const found = placed('repeated_call', tell([[], [read(1), read(2, 'find')], [read(2)]]));
  expect(found).toEqual(['model.3', { kind: 'repeated_call', tool: 'look', arguments: '{}' }]);
});

it('where no call was made, none comes again', () => {
  expect(placed('repeated_call', tell([[], []]))).toBeNull();
});

it('an id is reused by the next turn with calls', () => {
  expect(placed('reused_id', tell([[{ ...pay, id: 'c7' }], [], [read(1)]]))).toEqual([
    'model.3',
    { kind: 'reused_id', id: 'c7' },
  ]);
  expect(placed('reused_id', tell([[pay]]))).toBeNull();
});

it.each<[string, readonly (string | undefined)[], string | null]>([
  ['the first', ['stop', 'tool_calls'], 'model.1'],
  ['the second', ['length', 'tool_calls'], 'model.2'],
  ['the second', ['not_stop', 'stop'], 'model.2'],
  ['the second', ['stopped', 'stop'], 'model.2'],
  ['none', ['length', undefined], null],
])('a reason to stop is contradicted at %s turn that names one', (...[, reasons, at]) => {
  const clean = tell([[pay], [read(1)]], usual, (turn) => {
    const finishReason = reasons[turn - 1];
    return finishReason === undefined ? {} : { finishReason };
  });
  expect(placeOf('contradicting_finish', clean)).toBe(at);
});

it('calls come under one index where a turn has two', () => {
  const turns = [[read(1)], [read(1), pay], [read(1), read(2), pay]];
  expect(placeOf('stream_repeated_index', { ...tell(turns), streamed: true })).toBe('model.2');
  expect(placeOf('stream_repeated_index', { ...tell([[pay]]), streamed: true })).toBeNull();
});

it('lines are struck at the first turn, streams and calls at the first turn with calls', () => {
  const clean = { ...tell([[], [read(1)]]), streamed: true };
  const kinds = ['refused', 'stream_reset', 'malformed_arguments'];
  expect(kinds.map((kind) => placeOf(kind, clean))).toEqual(['model.1', 'model.2', 'model.2']);
});

it('a field too many is put where a schema refuses it, and nowhere else', () => {
  const find = read(1, 'find');
  expect(placeOf('extra_field', tell([[read(1)], [pay], [find]]))).toBe('model.3');
  expect(placeOf('extra_field', tell([[read(1)], [pay]]))).toBeNull();
});

it.each<[string, readonly ToldCall[], string | null]>([
  ['a write', [read(1), preview, pay], 'pay.2'],
  ['a read, where there is no write', [preview, read(1)], 'look.1'],
  ['a preview, where there is nothing else', [preview], 'pay.1'],
  ['nothing', [], null],
])('a service is struck at the first delivery of %s', (...[, calls, at]) => {
  expect(placeOf('permission', tell([calls]))).toBe(at);
});

it.each<[string, readonly ToldCall[], string | null]>([
  ['a read', [pay, read([1])], 'look.1'],
  ['the second read', [read({}), read({ a: 1 }), pay], 'look.2'],
  ['a write, where no read brought anything', [read({}), preview, pay, read([])], 'pay.2'],
  ['a preview, where nothing else brought anything', [read(''), preview], 'pay.1'],
  ['a text of one letter', [read('a'), pay], 'look.1'],
  ['nothing', [read(null), read({}), read([]), read('')], null],
])('a result is struck where there is something in it: %s', (...[, calls, at]) => {
  const clean = tell([calls]);
  expect(placeOf('malformed_result', clean)).toBe(at);
  expect(placed('oversize_result', clean)).toEqual(
    at === null ? null : [at, { kind: 'oversize_result', chars: 10_000 }],
  );
});

it.each<[string, readonly ToldCall[], readonly [string, JsonValue] | null]>([
  ['the second read', [read(1), read(2), read(3)], ['look.2', 1]],
  ['the third, where the second is like the first', [read(1), read(1), read(2)], ['look.3', 1]],
  ['a read of the same tool', [read(1), read(2, 'find'), read(3)], ['look.2', 1]],
  ['a read after one without a result', [read(null), read(1), read(2)], ['look.3', 1]],
  ['none, where the last one has no result', [read(1), read(null)], null],
  ['none, where members are in another order', [read({ a: 1, b: 2 }), read({ b: 2, a: 1 })], null],
  ['none, where only writes differ', [pay, { ...pay, value: 'paid again' }], null],
])('an old result is given to %s', (...[, calls, found]) => {
  expect(placed('stale_result', tell([calls]))).toEqual(
    found === null ? null : [found[0], { kind: 'stale_result', value: found[1] }],
  );
});

it.each<[string, Partial<PlannedTool>, readonly ToldCall[], string | null]>([
  ['a service that cannot recognise duplicates', {}, [pay], null],
  ['a service that knows keys', { dedupes: true }, [read(1), pay], 'pay.1'],
  ['a service that says it does not', { dedupes: false }, [pay, read(1)], 'look.1'],
  ['a write that may be repeated', { grade: 'idempotent' }, [read(1), pay], 'pay.1'],
  ['a preview', {}, [preview, pay, read(1)], 'pay.1'],
])('a call is delivered twice where that does no harm: %s', (...[, more, calls, at]) => {
  const tools = usual.map((tool) => (tool.name === 'pay' ? { ...tool, ...more } : tool));
  expect(placeOf('duplicate_delivery', tell([calls], tools))).toBe(at);
});

it.each<[number | undefined, number | undefined]>([
  [undefined, undefined],
  [5_001, undefined],
  [5_000, 2_500],
  [4_999, 2_499],
  [1, 1],
])('a tool with a time limit of %s ms is slow by %s ms', (timeoutMs, delayMs) => {
  const tools: readonly PlannedTool[] = [
    { ...toldTool('look'), timeoutMs: 10 },
    {
      ...toldTool('pay', { grade: 'irreversible' }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
  ];
  expect(placed('slow_tool', tell([[read(1), pay]], tools))).toEqual([
    'pay.1',
    { kind: 'slow_tool', ...(delayMs === undefined ? {} : { delayMs }) },
  ]);
});

it.each<[string, readonly ToldCall[], string | null]>([
  ['the first that was not used', [read([1])], 'pay'],
  ['the second, where the first was used', [read([1]), pay], 'wipe'],
  ['none, where all were used', [read([1]), pay, { ...pay, tool: 'wipe' }], null],
  ['none, where no result takes the instruction', [read({})], null],
])('an instruction asks for a tool that cannot be taken back: %s', (...[, calls, tool]) => {
  const tools = [...usual, toldTool('wipe', { grade: 'irreversible' })];
  expect(placed('planted_instruction', tell([calls], tools))).toEqual(
    tool === null ? null : ['look.1', { kind: 'planted_instruction', tool }],
  );
});
