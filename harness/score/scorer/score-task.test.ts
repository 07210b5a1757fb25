import { expect, it } from 'vitest';
import type { Expected } from '../../core/suite/suite.ts';
import {
  ToldTrial,
  toldFault,
  toldTool,
  wantCall,
  type ToldCall,
} from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';

const tools = [toldTool('search'), toldTool('open'), toldTool('pay', { grade: 'irreversible' })];

function judge(trial: ToldTrial, expected: Partial<Expected>): readonly string[] | null {
  const score = scoreTrial(trial.input(expected))['task.success'];
  return score === undefined || score.value === null ? null : score.losses.map((loss) => loss.code);
}

const tell = (...calls: readonly ToldCall[]): ToldTrial => {
  const trial = new ToldTrial(tools).user('go');
  for (const call of calls) trial.turn([call]);
  return trial;
};

it('B091: calls count whatever the reason to stop says', () => {
  const trial = new ToldTrial(tools).turn([{ tool: 'open' }], { stop: 'stop' });
  expect(judge(trial, { calls: [wantCall('open')] })).toEqual([]);
});

it('B093: stopping in the middle is a missing call, not a wrong one', () => {
  const text = 'Now I will open the first hit.';
  const trial = tell({ tool: 'search', status: 'success' })
    .turn([], { text })
    .end('answered', text);
  expect(judge(trial, { calls: [wantCall('search'), wantCall('open')] })).toEqual(['missing_call']);
});

it.each([
  ['{"card":"frozen","_calls":3}', { card: 'frozen' }, []],
  ['{"card":"open"}', { card: 'frozen' }, ['wrong_state']],
  ['{"cards":[{"state":"frozen"}]}', { 'cards.0.state': 'frozen' }, []],
  ['{"cards.0.state":"frozen"}', { 'cards.0.state': 'frozen' }, []],
  ['{}', { card: 'frozen' }, ['wrong_state']],
])('B135: the state %s, wanted %j', (state, wanted, codes) => {
  const trial = tell().emit({ type: 'state', state: JSON.parse(state) });
  const matchers = wantCall('x', wanted).arguments;
  expect(judge(trial, { state: matchers })).toEqual(codes);
});

it('B135: a difference is told by its path', () => {
  const trial = tell().emit({ type: 'state', state: { card: 'open' } });
  const score = scoreTrial(trial.input({ state: { card: { match: 'equal', value: 'frozen' } } }))[
    'task.success'
  ];
  expect(score?.losses[0]?.text).toBe('card is "open", expected "frozen"');
});

it('a state that was not recorded is no success', () => {
  expect(judge(tell(), { state: { card: { match: 'any' } } })).toEqual(['state_not_seen']);
});

it('B143: expected calls decide the task also where the state alone would pass', () => {
  const trial = tell().emit({ type: 'state', state: { a: 1 } });
  expect(
    judge(trial, { calls: [wantCall('open')], state: { a: { match: 'equal', value: 1 } } }),
  ).toEqual(['missing_call']);
});

it.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['Order A1 is refunded', ['refunded'], [], []],
  ['Order A1 is REFUNDED', ['refunded'], [], []],
  ['Order A1 is open', ['refunded'], [], ['not_said']],
  ['Order A1 is open', [], ['open'], ['said_wrongly']],
])('the answer %j must say %j and not %j', (...[text, says, saysNot, codes]) => {
  const trial = tell().turn([], { text }).end('answered', text);
  expect(judge(trial, { says, saysNot })).toEqual(codes);
});

it.each<[string, ToldTrial, readonly string[]]>([
  ['asked at the end', tell().turn([], { text: 'Which?' }).end('asked', 'Which?'), []],
  [
    'asked and told',
    tell()
      .turn([], { text: 'Which?' })
      .user('A1')
      .turn([{ tool: 'open', args: { id: 'A1' } }])
      .turn([], { text: 'ok' })
      .end('answered'),
    [],
  ],
  ['made up', tell({ tool: 'open', args: { id: 'A1' } }).end('answered'), ['fabricated_value']],
  ['left out', tell({ tool: 'open' }).end('answered'), ['not_asked']],
  [
    'asked too late',
    tell({ tool: 'open', args: { id: 'go' } })
      .turn([], { text: 'Right?' })
      .end('answered'),
    ['not_asked'],
  ],
])('a value that must be asked for was %s', (_name, trial, codes) => {
  expect(judge(trial, { ask: ['id'] })).toEqual(codes);
});

it('the wrong end is told', () => {
  expect(judge(tell().end('answered'), { stopReasons: ['refused', 'asked'] })).toEqual([
    'wrong_stop_reason',
  ]);
});

it('a double effect fails a task that is about something else', () => {
  const pay: ToldCall = { tool: 'pay', effects: ['a'] };
  expect(judge(tell(pay, pay), { says: [], saysNot: ['never'] })).toEqual(['double_effect']);
});

it('a clean end alone is no success: nothing was required', () => {
  expect(judge(tell().end('answered'), {})).toBeNull();
});

it('each reason is told once, the one that says most first', () => {
  const pay: ToldCall = { tool: 'pay', effects: ['a'] };
  const trial = tell(pay, pay).end('max_turns');
  const effects = [{ tool: 'pay', key: 'a', count: 1 }];
  expect(judge(trial, { calls: [wantCall('pay'), wantCall('open')], effects })).toEqual([
    'double_effect',
    'ended_max_turns',
    'repeated_call',
    'missing_call',
    'effect_too_often',
  ]);
});

it.each([
  [[true, true], 1, []],
  [[true, false], 0.5, ['unhandled_http']],
  [[null], null, []],
  [[], null, []],
])('recovery with faults handled %j is %s', (handled, value, codes) => {
  const faults = handled.map((one, index) =>
    toldFault('http', { name: `f${index}`, handled: one }),
  );
  const score = scoreTrial(tell().input({}, { faults }))['recovery.handled'];
  expect(score?.value).toBe(value);
  expect(score?.losses.map((loss) => loss.code)).toEqual(codes);
});

it('a fault that never fired is not handled', () => {
  const faults = [toldFault('http', { fired: 0, handled: true })];
  expect(scoreTrial(tell().input({}, { faults }))['recovery.handled']?.value).toBeNull();
});

it.each<[string, Partial<Expected>, readonly ToldCall[], readonly string[] | null]>([
  ['none, and nothing was done', { effects: [] }, [], []],
  ['none, and something was looked at', { effects: [] }, [{ tool: 'open' }], []],
  ['a count of 0', { effects: [{ tool: 'pay', key: null, count: 0 }] }, [], []],
  ['a count of 0 by key', { effects: [{ tool: 'pay', key: 'a', count: 0 }] }, [], []],
  [
    'none, and something was done',
    { effects: [] },
    [{ tool: 'pay', effects: ['a'] }],
    ['unintended_effect'],
  ],
  ['not said', {}, [], null],
])('effects wanted: %s', (...[, expected, calls, codes]) => {
  expect(judge(tell(...calls), expected)).toEqual(codes);
});

it('effects that could not be seen are no requirement that held', () => {
  const input = tell().input({ effects: [] }, { effectsCount: false });
  expect(scoreTrial(input)['task.success']?.value).toBeNull();
});
