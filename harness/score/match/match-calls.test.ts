import { expect, it } from 'vitest';
import type { Expected } from '../../core/suite/suite.ts';
import { ToldTrial, toldTool, wantCall, type ToldCall } from '../../testing/told-trial.ts';
import { readTrial } from '../view/read-trial.ts';
import { matchCalls } from './match-calls.ts';

const tools = [
  toldTool('look'),
  toldTool('find'),
  toldTool('send', { grade: 'irreversible', confirm: 'token' }),
];

type Turns = readonly (readonly ToldCall[])[];

const names = (calls: readonly { readonly ref: string }[]): readonly string[] =>
  calls.map(({ ref }) => ref);

/** Which call meets which expectation, and what is left of both. */
function match(turns: Turns, expected: Partial<Expected>): Readonly<Record<string, unknown>> {
  const trial = new ToldTrial(tools);
  for (const calls of turns) trial.turn(calls);
  const found = matchCalls(readTrial(trial.input(expected)));
  if (found === null) return { nothing: true };
  const pairs = (list: typeof found.matched): readonly string[] =>
    list.map(({ expected: { id }, call }) => `${id}=${call.ref}`).toSorted();
  return {
    matched: pairs(found.matched),
    unmet: pairs(found.unmet),
    missing: found.missing.map((slot) => slot.map(({ id }) => id).join('/')),
    extras: names(found.extras),
    allowed: names(found.allowed),
  };
}

const look = (a: number): ToldCall => ({ tool: 'look', args: { a } });

it('nothing is matched where nothing is expected about calls', () => {
  expect(match([[look(1)]], {})).toEqual({ nothing: true });
});

it.each<[string, Turns, Partial<Expected>, Readonly<Record<string, readonly string[]>>]>([
  [
    'equal expectations need a call each',
    [[look(1)]],
    { calls: [wantCall('look', null, { id: 'x' }), wantCall('look', null, { id: 'y' })] },
    { matched: ['x=t1c0'], missing: ['y'], extras: [] },
  ],
  [
    'equal calls are taken in order, the rest is too many',
    [[look(1)], [look(1)], [look(1)]],
    { calls: [wantCall('look', null, { id: 'x' }), wantCall('look', null, { id: 'y' })] },
    { matched: ['x=t1c0', 'y=t2c0'], missing: [], extras: ['t3c0'] },
  ],
  [
    'right arguments come before the order',
    [[look(2)], [look(1)]],
    { calls: [wantCall('look', { a: 1 }, { id: 'x' }), wantCall('look', { a: 2 }, { id: 'y' })] },
    { matched: ['x=t2c0', 'y=t1c0'], extras: [] },
  ],
  [
    'of two calls, the one with more right fields is taken',
    [
      [{ tool: 'look', args: { a: 9, b: 9, c: 3 } }],
      [{ tool: 'look', args: { a: 1, b: 2, c: 9 } }],
    ],
    { calls: [wantCall('look', { a: 1, b: 2, c: 3 }, { id: 'x' })] },
    { matched: ['x=t2c0'], extras: ['t1c0'] },
  ],
  [
    'of alternatives one is wanted, the one that fits best',
    [[look(2)]],
    {
      calls: [
        wantCall('look', { a: 1 }, { id: 'x', group: 'g' }),
        wantCall('look', { a: 2 }, { id: 'y', group: 'g' }),
      ],
    },
    { matched: ['y=t1c0'], missing: [] },
  ],
  [
    'alternatives that no one called are missing as one',
    [],
    {
      calls: [
        wantCall('look', null, { id: 'x', group: 'g' }),
        wantCall('find', null, { id: 'y', group: 'g' }),
        wantCall('find', null, { id: 'z', group: 'h' }),
      ],
    },
    { matched: [], missing: ['x/y', 'z'] },
  ],
  [
    'the expected order decides between equal calls',
    [[look(1)], [{ tool: 'find' }], [look(1)]],
    {
      calls: [wantCall('look', null, { id: 'x' }), wantCall('find', null, { id: 'y' })],
      // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
      order: [{ first: 'y', then: 'x' }],
    },
    { matched: ['x=t3c0', 'y=t2c0'], extras: ['t1c0'] },
  ],
  [
    'without an order the earliest call is taken',
    [[look(1)], [{ tool: 'find' }], [look(1)]],
    { calls: [wantCall('look', null, { id: 'x' }), wantCall('find', null, { id: 'y' })] },
    { matched: ['x=t1c0', 'y=t2c0'], extras: ['t3c0'] },
  ],
  [
    'a call that was cut off is an attempt at what is expected',
    [[{ tool: 'look', refused: 'truncated' }]],
    { calls: [wantCall('look', null, { id: 'x' })] },
    { matched: [], unmet: ['x=t1c0'], missing: [], extras: [] },
  ],
  [
    'what is tried again counts once, with its last attempt',
    [[{ ...look(1), status: 'error' }], [{ ...look(1), status: 'success' }]],
    { calls: [wantCall('look', { a: 1 }, { id: 'x' })] },
    { matched: ['x=t2c0'], unmet: [], extras: [] },
  ],
  [
    'calls that a fault planted are left out',
    [[{ ...look(1), injected: 'f' }]],
    { calls: [wantCall('look', null, { id: 'x' })] },
    { matched: [], missing: ['x'], extras: [] },
  ],
  [
    'reads are allowed where reads are',
    [[{ tool: 'find' }], [{ tool: 'other' }]],
    { calls: [], mayCall: 'reads' },
    { allowed: ['t1c0'], extras: ['t2c0'] },
  ],
  [
    'names with a star are allowed',
    [[{ tool: 'find' }], [look(1)]],
    { calls: [], mayCall: ['x', 'fi*'] },
    { allowed: ['t1c0'], extras: ['t2c0'] },
  ],
  [
    'what is forbidden is never allowed',
    [[{ tool: 'find' }]],
    { calls: [], mayCall: 'reads', forbidden: ['find'] },
    { allowed: [], extras: ['t1c0'] },
  ],
  [
    'a preview of what is wanted is allowed',
    [
      [{ tool: 'send', judged: { confirm: 'preview' }, status: 'success' }],
      [{ tool: 'send', judged: { confirm: 'confirmed' }, status: 'success' }],
    ],
    { calls: [wantCall('send', null, { id: 'x' })] },
    { matched: ['x=t2c0'], allowed: ['t1c0'], extras: [] },
  ],
  [
    'a preview of what is not wanted is too many',
    [[{ tool: 'send', judged: { confirm: 'preview' }, status: 'success' }]],
    { calls: [] },
    { allowed: [], extras: ['t1c0'] },
  ],
])('%s', (...[, turns, expected, wanted]) => {
  expect(match(turns, expected)).toMatchObject(wanted);
});

it('a call that must come after two others comes last, whichever of them is listed last', () => {
  const calls = [
    wantCall('find', null, { id: 'z' }),
    wantCall('look', null, { id: 'x' }),
    wantCall('look', null, { id: 'y' }),
  ];
  const pairs = [
    ['x', 'y'],
    ['y', 'z'],
    ['x', 'z'],
  ] as const;
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
  const order = pairs.map(([first, second]) => ({ first, then: second }));
  const turns: Turns = [[look(1)], [{ tool: 'find' }], [look(1)], [{ tool: 'find' }]];
  for (const given of [order, order.toReversed()]) {
    expect(match(turns, { calls, order: given })).toMatchObject({
      matched: ['x=t1c0', 'y=t3c0', 'z=t4c0'],
      extras: ['t2c0'],
    });
  }
});
