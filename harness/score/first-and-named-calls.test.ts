import { expect, it } from 'vitest';

import type { MetricName } from '../core/score/metric.ts';
import type { ScorerInput } from '../core/score/scorer.ts';
import type { Expected } from '../core/suite/suite.ts';
import { ToldTrial, toldTool, wantCall, type ToldCall } from '../testing/told-trial.ts';
import { scoreTrial } from './score-trial.ts';

const tools = [
  toldTool('look'),
  toldTool('refund', { grade: 'irreversible' }),
  toldTool('cancel', { grade: 'irreversible' }),
];

/** Each inner list is a turn. */
function tell(turns: readonly (readonly ToldCall[])[]): ToldTrial {
  const trial = new ToldTrial(tools).user('please');
  for (const calls of turns) trial.turn(calls);
  return trial.turn([], { text: 'Here you are' }).end('answered', 'Here you are');
}

function valueOf(input: ScorerInput, name: MetricName): number | null | undefined {
  return scoreTrial(input)[name]?.value;
}

function codesOf(input: ScorerInput, name: MetricName): readonly string[] {
  return (scoreTrial(input)[name]?.losses ?? []).map((loss) => loss.code);
}

const lookThenRefund: Partial<Expected> = {
  calls: [wantCall('look', null, { id: 'l' }), wantCall('refund', null, { id: 'r' })],
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
  order: [{ first: 'l', then: 'r' }],
};

it.each<[string, ToldTrial, Partial<Expected>, readonly string[]]>([
  ['nothing is said of calls', tell([[{ tool: 'look' }]]), {}, []],
  ['no call is expected', tell([[{ tool: 'look' }]]), { calls: [] }, []],
  [
    'a planted call came first',
    tell([[{ tool: 'cancel', injected: 'f' }, { tool: 'look' }]]),
    { calls: [wantCall('look')] },
    [],
  ],
  [
    'what must come later came first',
    tell([[{ tool: 'refund' }], [{ tool: 'look' }]]),
    lookThenRefund,
    ['wrong_first_call'],
  ],
  [
    'a read that may be called came first',
    tell([[{ tool: 'look' }], [{ tool: 'refund' }]]),
    { calls: [wantCall('refund')], mayCall: 'reads' },
    [],
  ],
  [
    'a read that may be called is expected',
    tell([[{ tool: 'look' }], [{ tool: 'refund' }]]),
    { calls: [wantCall('look'), wantCall('refund')], mayCall: ['look'] },
    [],
  ],
  ['none was made', tell([]), { calls: [wantCall('look')] }, ['missing_call']],
])('the first call where %s', (...[, trial, expected, codes]) => {
  expect(codesOf(trial.input(expected), 'selection.first')).toEqual(codes);
});

it('a call that cannot be read by name is no hallucinated tool, and is named for what it is', () => {
  const input = tell([[{ tool: '' }]]).input({ calls: [wantCall('look')] });
  expect(scoreTrial(input)['selection.hallucinated']).toMatchObject({ value: null, of: 0 });
  expect(codesOf(input, 'selection.exact')).toEqual(['missing_call', 'unreadable_call']);
});

it('a forbidden call is named so, and a planted one is no break of abstention', () => {
  const forbidden = tell([[{ tool: 'look' }]]).input({ calls: [], forbidden: ['look'] });
  expect(codesOf(forbidden, 'selection.exact')).toEqual(['forbidden_tool']);
  const planted = tell([[{ tool: 'refund', injected: 'f' }]]).input({ calls: [] });
  expect(valueOf(planted, 'selection.abstention')).toBe(1);
});

it('calls whose arguments cannot be read are repeats only where their texts are equal', () => {
  const codes = (...texts: readonly string[]): readonly string[] =>
    codesOf(
      tell(texts.map((args) => [{ tool: 'refund', args, status: 'denied' }])).input({
        calls: [wantCall('look')],
      }),
      'selection.exact',
    );
  expect(codes('{"a', '{"a').at(-1)).toBe('repeated_call');
  expect(codes('{"a', '{"b').at(-1)).toBe('unexpected_call');
});
