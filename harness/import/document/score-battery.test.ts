import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { scoreDocument, type CaseScore } from './score-document.ts';

type Call = readonly [name: string, text: string];

interface Trajectory {
  readonly expected: JsonObject;
  readonly calls: readonly Call[];
  readonly repeat?: readonly (readonly [string, string, number])[];
  /** The reason that must come first; `null` = it passes. */
  readonly code: string | null;
}

const id = { type: 'string' };
const closed = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const tools: JsonObject = {
  find_order: { effect: 'read', parameters: closed({ order_id: id }, ['order_id']) },
  pay_back: {
    effect: 'irreversible',
    parameters: closed({ order_id: id, amount: { type: 'number' } }, ['order_id', 'amount']),
  },
  drop_customer: { effect: 'irreversible', parameters: closed({ id }, ['id']) },
  query: { effect: 'read', parameters: closed({ q: id, lang: id }, ['q']) },
};

const find: Call = ['find_order', '{"order_id":"B7"}'];
const pay: Call = ['pay_back', '{"order_id":"B7","amount":25}'];
const usual = {
  calls: [
    ['find_order', { order_id: 'B7' }],
    ['pay_back', { order_id: 'B7', amount: 25 }],
  ],
  order: [[0, 1]],
};

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

function scoreOne(text: string): CaseScore {
  const result = scoreDocument(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const [only] = result.value.cases;
  if (only === undefined) throw new Error('no case');
  return only;
}

/** Ways in which a trajectory can be told otherwise and stays what it is. */
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
