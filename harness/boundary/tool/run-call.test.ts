import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import { deniedResult } from '../../core/trial/tool-outcome.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { toParts, type BoundaryParts } from '../../testing/loop-trial.ts';
import { createToolBoundary, type TrialToolBoundary } from './create-tool-boundary.ts';

const pay: Tool = {
  name: 'pay',
  description: 'Pays a bill',
  parameters: {
    type: 'object',
    properties: { id: {}, note: { type: 'string' } },
    required: ['id'],
  },
  effect: 'irreversible',
  handler: ({ id }) => (id === 'denied' ? deniedResult('Needs "pay"') : { paid: id ?? null }),
};

function open(tools: readonly Tool[] = [pay]): {
  readonly tools: TrialToolBoundary;
  readonly parts: BoundaryParts;
} {
  const parts = toParts({ tools });
  return { tools: createToolBoundary(parts), parts };
}

function say(id: string | null, args: JsonObject, name = 'pay'): SaidCall {
  return { id, name, argumentsText: JSON.stringify(args) };
}

type Run = readonly [args: unknown, id?: string | null];

/** Calls of two replies, what an agent runs, and as which call each delivery counts, with its arguments. */
it.each<[string, readonly (readonly SaidCall[])[], readonly Run[], readonly string[]]>([
  [
    'by id, in any order',
    [[say('a', { id: 1 }), say('b', { id: 1 })]],
    [
      [{ id: 1 }, 'b'],
      [{ id: 1 }, 'a'],
    ],
    ['t1c1 {"id":1}', 't1c0 {"id":1}'],
  ],
  [
    'by id, with the arguments that are passed',
    [[say('a', { id: 1 })]],
    [[{ id: 1, note: 'x' }, 'a']],
    ['t1c0 {"id":1,"note":"x"}'],
  ],
  [
    'by an id that comes again in a later reply',
    [[say('a', { id: 1 })], [say('a', { id: 2 })]],
    [
      [{ id: 2 }, 'a'],
      [{ id: 1 }, 'a'],
    ],
    ['t2c0 {"id":2}', 't1c0 {"id":1}'],
  ],
  [
    'by an id again: the same call, delivered once more',
    [[say('a', { id: 1 })]],
    [
      [{ id: 1 }, 'a'],
      [{ id: 1 }, 'a'],
    ],
    ['t1c0 {"id":1}', 't1c0/2 {"id":1}'],
  ],
  [
    'by equal arguments, whatever their order',
    [[say('a', { id: 1, note: 'x' }), say('b', { id: 2, note: 'x' })]],
    [[{ note: 'x', id: 2 }], [{ note: 'x', id: 1 }]],
    ['t1c1 {"note":"x","id":2}', 't1c0 {"note":"x","id":1}'],
  ],
  [
    'by an id that no reply has: by equal arguments',
    [[say('a', { id: 1 }), say('b', { id: 2 })]],
    [[{ id: 2 }, 'made-up']],
    ['t1c1 {"id":2}'],
  ],
  [
    'by name, the nearest first',
    [[say('a', { id: 1 }), say('b', { id: 2 })]],
    [[{ id: 2, note: 'none' }], [{ id: 7 }]],
    ['t1c1 {"id":2,"note":"none"}', 't1c0 {"id":7}'],
  ],
  [
    'of the last reply before those of earlier ones',
    [[say('a', { id: 1 })], [say('b', { id: 1 })]],
    [[{ id: 1 }], [{ id: 1 }]],
    ['t2c0 {"id":1}', 't1c0 {"id":1}'],
  ],
  ['as JSON text', [[say('a', { id: 1 })]], [['{"id": 1}']], ['t1c0 {"id":1}']],
  [
    'with digits that JavaScript rounds: those that are passed',
    [[{ id: 'a', name: 'pay', argumentsText: '{"id":12345678901234567891}' }]],
    [[{ id: Number('12345678901234567891') }, 'a']],
    ['t1c0 {"id":12345678901234567000}'],
  ],
  [
    'each once: what is run without an id once more, the model never made',
    [[say('a', { id: 1 })]],
    [[{ id: 1 }], [{ id: 1 }]],
    ['t1c0 {"id":1}', 't1001c0 {"id":1} unsaid'],
  ],
  [
    'not where the model made none of that name',
    [[say('a', { id: 1 }, 'look')]],
    [[{ id: 1 }, 'a'], [{ id: 2 }]],
    ['t1001c0 {"id":1} unsaid', 't1001c1 {"id":2} unsaid'],
  ],
  [
    'in turns of their own, where no reply is seen',
    [],
    [[{ id: 1 }], [{ id: 1 }]],
    ['t1c0 {"id":1}', 't2c0 {"id":1}'],
  ],
])('finds the call that the model made %s', async (...[, replies, runs, wanted]) => {
  const { tools, parts } = open();
  replies.forEach((calls, index) => {
    tools.hear(index + 1, calls);
  });
  for (const [args, id] of runs) await tools.run('pay', args, id === undefined ? {} : { id });
  const unsaid = new Set(
    parts.sink.events.flatMap((event) =>
      event.type === 'judged' && event.unsaid === true ? [event.call] : [],
    ),
  );
  const found = parts.sink.events.flatMap((event) => {
    if (event.type !== 'delivery') return [];
    const { call, delivery, exact, arguments: args } = event;
    const nth = delivery === 1 ? call : `${call}/${delivery}`;
    return [`${nth} ${exact ?? JSON.stringify(args)}${unsaid.has(call) ? ' unsaid' : ''}`];
  });
  expect(found).toEqual(wanted);
  const guards = parts.sink.events.filter(
    (event) => event.type === 'guard' && event.guard === 'unsaid_call',
  );
  expect(guards).toHaveLength(unsaid.size);
});

it('an effect has the key of what really ran', async () => {
  const { tools, parts } = open([{ ...pay, keyFields: ['id'] }]);
  tools.hear(1, [say('a', { id: 1 })]);
  await tools.run('pay', { id: 2 }, { id: 'a' });
  expect(tools.ledger.entries.map(({ key, call }) => [key, call])).toEqual([
    ['pay:{"id":2}', 't1c0'],
  ]);
  expect(parts.sink.events.filter(({ type }) => type === 'judged')).toHaveLength(1);
});

it.each<[string, string, unknown, unknown]>([
  ['a value', 'pay', { id: 1 }, { paid: 1 }],
  ['a refusal', 'pay', { id: 'denied' }, { error: expect.objectContaining({ kind: 'denied' }) }],
  [
    'text that is no JSON',
    'pay',
    '{id',
    { error: expect.objectContaining({ kind: 'invalid_json' }) },
  ],
  [
    'a tool that is not there',
    'pai',
    {},
    { error: expect.objectContaining({ kind: 'unknown_tool' }) },
  ],
  ['no arguments at all', 'look', undefined, expect.objectContaining({ status: 'empty' })],
])('returns the text for the model: %s', async (...[, name, args, told]) => {
  const look: Tool = { ...pay, name: 'look', effect: 'read', parameters: {}, handler: () => null };
  const { tools } = open([pay, look]);
  expect(await tools.run(name, args)).toEqual(told);
});
