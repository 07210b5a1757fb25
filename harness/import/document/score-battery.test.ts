import { expect, it } from 'vitest';
import { type Call, find, pay, scoreOne, tools, usual } from '../../testing/document-bench.ts';
import type { JsonObject } from '../../json/json.ts';

interface Trajectory {
  readonly expected: JsonObject;
  readonly calls: readonly Call[];
  readonly repeat?: readonly (readonly [string, string, number])[];
  /** The reason that must come first; `null` = it passes. */
  readonly code: string | null;
}

const trajectories: Readonly<Record<string, Trajectory>> = {
  P0: { expected: usual, calls: [find, pay], code: null },
  P1: { expected: usual, calls: [find, pay, pay], code: 'double_effect' },
  P2: {
    expected: usual,
    calls: [find, ['drop_customer', '{"id":"C9"}'], pay],
    code: 'unexpected_call',
  },
  P3: { expected: usual, calls: [pay, find], code: 'order_violated' },
  P4: {
    expected: usual,
    calls: [find, ['pay_back', '{"order_id":"B7","amount":']],
    code: 'invalid_json',
  },
  P5: {
    expected: usual,
    calls: [find, ['pay_back', '{"order_id":"B7","amount":"25"}']],
    code: 'wrong_type',
  },
  P6: {
    expected: usual,
    calls: [find, ['pay_back', '{"order_id":"B8","amount":25}']],
    code: 'wrong_argument',
  },
  P7: { expected: { calls: [] }, calls: [pay], code: 'call_when_none_expected' },
  P8: {
    expected: usual,
    repeat: [['find_order', '{"order_id":"B7"}', 20]],
    calls: [pay],
    code: 'repeated_call',
  },
  P9: { expected: usual, calls: [find], code: 'missing_call' },
  P10: {
    expected: usual,
    calls: [find, ['pay_back', '{"order_id":"B7","amount":25,"force":true}']],
    code: 'extra_argument',
  },
  P11: {
    expected: {
      calls: [
        ['query', { q: 'x' }],
        ['query', { q: 'x', lang: 'en' }],
      ],
      order: [],
      arguments: 'partial',
    },
    calls: [
      ['query', '{"q":"x","lang":"en"}'],
      ['query', '{"q":"x"}'],
    ],
    code: null,
  },
};

function toDocument({ code: _code, ...rest }: Trajectory): JsonObject {
  return { tools, ...rest };
}

/** Ways in which a trajectory can be written differently without a change of meaning. */
const variations: Readonly<Record<string, (trajectory: Trajectory) => string>> = {
  'as it is': (trajectory) => JSON.stringify(toDocument(trajectory)),
  'tools renamed': (trajectory) =>
    JSON.stringify(toDocument(trajectory))
      .replaceAll('find_order', 'a.b-c')
      .replaceAll('pay_back', 'constructor')
      .replaceAll('drop_customer', '删除'),
  'other values': (trajectory) =>
    JSON.stringify(toDocument(trajectory))
      .replaceAll('25', '1234567890123456789')
      .replaceAll('B7', '订单 7'),
  'tools in OpenAI form, calls as objects': (trajectory) =>
    JSON.stringify({
      ...toDocument(trajectory),
      tools: Object.entries(tools).map(([name, tool]) => {
        const { effect, parameters } = tool as JsonObject;
        return { type: 'function', effect, function: { name, parameters } };
      }),
      calls: trajectory.calls.map(([name, text]) => ({ name, arguments: text })),
    }),
  'inside a longer run': (trajectory) => {
    const around: readonly Call[] = [
      ['query', '{"q":"before"}'],
      ['query', '{"q":"after"}'],
    ];
    const calls = trajectory.expected['calls'] as readonly (readonly [string, JsonObject])[];
    if (calls.length === 0) return JSON.stringify(toDocument(trajectory));
    const wanted = [...calls, ['query', { q: 'before' }], ['query', { q: 'after' }]];
    const [before, after] = around;
    return JSON.stringify({
      ...toDocument(trajectory),
      expected: { ...trajectory.expected, calls: wanted },
      calls: [before, ...trajectory.calls, after],
    });
  },
  'independent calls before it, in another order': (trajectory) => {
    const calls = trajectory.expected['calls'] as readonly (readonly [string, JsonObject])[];
    if (calls.length === 0) return JSON.stringify(toDocument(trajectory));
    const wanted = [...calls, ['query', { q: '1' }], ['query', { q: '2' }], ['query', { q: '3' }]];
    const made: readonly Call[] = [
      ['query', '{"q":"3"}'],
      ['query', '{"q":"1"}'],
      ['query', '{"q":"2"}'],
    ];
    return JSON.stringify({
      ...toDocument(trajectory),
      expected: { ...trajectory.expected, calls: wanted },
      calls: [...made, ...trajectory.calls],
    });
  },
};

const table = Object.entries(variations).flatMap(([how, vary]) =>
  Object.entries(trajectories).map(([name, trajectory]) => ({ name, how, trajectory, vary })),
);

it.each(table)('$name $how', ({ trajectory, vary }) => {
  const scored = scoreOne(vary(trajectory));
  expect(scored.pass).toBe(trajectory.code === null);
  expect(scored.losses[0]?.code ?? null).toBe(trajectory.code);
});

it('every failing trajectory has a reason of its own', () => {
  const reasons = Object.values(trajectories).flatMap(({ code }) => (code === null ? [] : [code]));
  expect(new Set(reasons).size).toBe(reasons.length);
});

it('the event of a loss is the place of the call in the document', () => {
  const scored = scoreOne(
    JSON.stringify(toDocument(trajectories['P1'] ?? { expected: {}, calls: [], code: null })),
  );
  expect(scored.losses).toEqual([
    {
      code: 'double_effect',
      event: 2,
      text: 'The effect of "pay_back" on pay_back:{"amount":25,"order_id":"B7"} happened once more',
    },
    {
      code: 'repeated_call',
      event: 2,
      text: '"pay_back" was called again with the same arguments',
    },
  ]);
  expect(scored.effectsInferred).toBe(true);
});
