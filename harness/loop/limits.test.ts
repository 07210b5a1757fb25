import { expect, it } from 'vitest';

import type { ToolStrike } from '../core/suite/fault.ts';
import { type LoopSettings, referenceLoop } from '../core/suite/loop-settings.ts';
import { sayCalls, sayText, type ScriptedAnswer } from '../testing/fake-model.ts';
import { kindsOf, run, textOf, tool } from '../testing/loop-bench.ts';

const { guards } = referenceLoop;

function withGuards(own: Partial<LoopSettings['guards']>): LoopSettings {
  return { ...referenceLoop, guards: { ...guards, ...own } };
}

const silent: ToolStrike = { fault: 'f', kind: 'timeout_before', type: 'lose_request' };
const ask: ScriptedAnswer = ({ turn }) =>
  turn < 5 ? sayCalls([['find', { x: String(turn) }]]) : sayText('It is out of order.');

it.each<[breaker: number, deliveries: number, refused: readonly string[]]>([
  [0, 8, []],
  [2, 2, ['unavailable', 'unavailable', 'unavailable']],
  // The retry of the second call is the third failure.
  [3, 3, ['unavailable', 'unavailable']],
])('a breaker of %i delivers %i calls to a dead service', async (breaker, deliveries, refused) => {
  const trial = await run({
    tools: [tool('find', ['x'])],
    script: [ask],
    forever: true,
    settings: withGuards({ breaker, breakerMs: 600_000, toolTimeoutMs: 10_000, noProgress: 0 }),
    strikes: { 'find#*': silent },
  });
  expect(trial.end).toEqual({ stopReason: 'answered', text: 'It is out of order.' });
  expect(trial.sink.of('delivery')).toHaveLength(deliveries);
  expect(kindsOf(trial)).toEqual(refused);
  expect(trial.sink.of('guard').map(({ guard }) => guard)).toEqual(
    breaker === 0 ? [] : ['breaker'],
  );
});

it('the breaker lets one call through when its time is over, and closes on an answer', async () => {
  const trial = await run({
    tools: [
      tool('find', ['x']),
      tool('wait', [], { handler: async (_, { sleep }) => await sleep(5_000) }),
    ],
    script: [
      sayCalls([['find', { x: 'a' }]]),
      sayCalls([['find', { x: 'b' }]]),
      sayCalls([['wait', {}]]),
      sayCalls([['find', { x: 'c' }]]),
      sayText('Found.'),
    ],
    settings: withGuards({ breaker: 1, breakerMs: 5_000 }),
    strikes: { 'find#1': silent },
  });
  const calls = trial.sink.of('delivery').map((event) => event.call);
  expect(calls).toEqual(['t1c0', 't3c0', 't4c0']);
  expect(kindsOf(trial)).toEqual(['unavailable']);
});

it('the breaker counts failures of a service in a row, not errors of calls', async () => {
  const broken = {
    fault: 'f',
    kind: 'k',
    type: 'fail_before',
    error: { kind: 'conflict', message: 'm', retryable: false, recoverable: true },
  } as const;
  const trial = await run({
    tools: [tool('find', ['x'])],
    script: [ask],
    forever: true,
    settings: withGuards({ breaker: 1, noProgress: 0 }),
    strikes: { 'find#1': broken },
  });
  expect(trial.sink.of('delivery')).toHaveLength(4);
});

it('a write to a service that the breaker cut off is not begun', async () => {
  const pay = tool('pay', ['to'], { effect: 'idempotent' });
  const trial = await run({
    tools: [pay],
    script: [sayCalls([['pay', { to: 'a' }]]), sayCalls([['pay', { to: 'b' }]]), sayText('No.')],
    settings: withGuards({ breaker: 2, breakerMs: 600_000 }),
    strikes: { 'pay#*': silent },
  });
  expect(trial.sink.of('delivery').map((event) => event.call)).toEqual(['t1c0', 't1c0']);
  expect(trial.sink.of('journal').every((event) => event.call === 't1c0')).toBe(true);
});

it.each<[parallel: number, mostAtOnce: number, durationMs: number]>([
  [0, 5, 1_000],
  [1, 1, 5_000],
  [2, 2, 3_000],
  [9, 5, 1_000],
])(
  'with parallel %i, at most %i of five reads run at the same time',
  async (parallel, mostAtOnce, durationMs) => {
    let atOnce = 0;
    let most = 0;
    const read = tool('read', ['x'], {
      handler: async ({ x }, { sleep }) => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await sleep(1_000);
        atOnce -= 1;
        return { x: x ?? null };
      },
    });
    const trial = await run({
      tools: [read],
      script: [
        sayCalls(['a', 'b', 'c', 'd', 'e'].map((x) => ['read', { x }] as const)),
        sayText('Read.'),
      ],
      settings: withGuards({ parallel }),
    });
    expect(most).toBe(mostAtOnce);
    expect(trial.clock.nowMs()).toBe(durationMs);
    expect(trial.sink.of('observation').map((event) => event.content)).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((x) => JSON.stringify({ x })),
    );
  },
);

it.each<[tokens: number, turns: number, stopReason: string]>([
  [0, 4, 'answered'],
  [200, 2, 'budget'],
  [1_000, 4, 'answered'],
])('with a budget of %i tokens the trial has %i turns', async (tokens, turns, stopReason) => {
  const usage = { inputTokens: 90, outputTokens: 10 };
  const trial = await run({
    tools: [tool('find', ['x'])],
    script: [
      ...['a', 'b', 'c'].map((x) => sayCalls([['find', { x }]], { usage })),
      sayText('Found.', { usage }),
    ],
    settings: withGuards({ tokens }),
  });
  expect([trial.model.asked.length, trial.end.stopReason]).toEqual([turns, stopReason]);
  expect(trial.sink.of('guard').map(({ guard }) => guard)).toEqual(
    stopReason === 'budget' ? ['tokens'] : [],
  );
});

it.each<[string, Partial<LoopSettings>, string, string]>([
  ['arguments that are not JSON', { badJson: 'raise' }, 'find', '{"x": '],
  ['a tool that does not exist', { unknownTool: 'raise' }, 'fnd', '{"x":"a"}'],
])(
  'a loop that raises on %s ends before anything of the reply runs',
  async (...[, own, name, text]) => {
    const script = [
      sayCalls([
        ['find', { x: 'a' }],
        [name, text],
      ]),
      sayText('Mended.'),
    ];
    const setup = { tools: [tool('find', ['x'])], script };
    const raised = await run({ ...setup, settings: { ...referenceLoop, ...own } });
    expect(raised.end).toEqual({ stopReason: 'agent_error', text: null });
    expect(raised.sink.of('delivery')).toEqual([]);
    expect(raised.sink.of('guard')).toMatchObject([{ guard: 'agent' }]);
    expect((await run(setup)).end.stopReason).toBe('answered');
  },
);

it('history "summariseResults" keeps plain fields of earlier results, and counts lists', async () => {
  const result = {
    order_id: 'A-1',
    note: 'x'.repeat(61),
    items: [
      { id: 1, title: 'Lamp' },
      { id: 2, title: 'Bowl' },
    ],
  };
  const trial = await run({
    tools: [
      tool('f', [], { handler: () => result }),
      tool('big', [], {
        handler: () => '{"id": 12345678901234567890, "items": [1, 2, 3, 4, 5, 6, 7, 8]}',
      }),
      tool('text', [], { handler: () => 'plain text' }),
    ],
    script: [
      sayCalls([
        ['f', {}],
        ['big', {}],
        ['text', {}],
      ]),
      sayCalls([['text', {}]]),
      sayCalls([['text', {}]]),
      sayText('Done.'),
    ],
    settings: { ...referenceLoop, history: 'summariseResults' },
  });
  const [, whole = [], short = [], shorter = []] = trial.model.asked.map(({ messages }) =>
    messages.flatMap((message) => (message.role === 'tool' ? [message] : [])),
  );
  expect(whole[0]?.content).toBe(JSON.stringify(result));
  expect(JSON.parse(textOf(short[0]?.content))).toEqual({
    note: 'An earlier result in short: lists are counted, long texts are left out',
    order_id: 'A-1',
    items_items: 2,
  });
  // Its number would lose digits, so it stays as it is.
  expect(short[1]?.content).toContain('12345678901234567890');
  expect(short[2]?.content).toBe('plain text');
  expect(shorter[0]).toBe(short[0]);
});
