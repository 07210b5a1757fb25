import { expect, it } from 'vitest';
import { ToldTrial, toldTool, type ToldReply } from '../../testing/told-trial.ts';
import { type EventBodyOf, usualEvent } from '../../testing/usual-event.ts';
import { readTrial } from './read-trial.ts';
import type { CallView, TrialView } from './trial-view.ts';

const tools = [
  toldTool('look'),
  toldTool('send', { grade: 'idempotent' }),
  toldTool('pay', { grade: 'irreversible', confirm: 'token' }),
];

const { delivery, result, judged, request } = usualEvent;

const tell = (): ToldTrial => new ToldTrial(tools);

const read = (trial: ToldTrial): TrialView => readTrial(trial.input());

function only(calls: readonly CallView[]): CallView {
  const [call, ...others] = calls;
  if (call === undefined || others.length > 0) throw new Error(`${calls.length} calls`);
  return call;
}

const said = (name: string, args = '{}', more: ToldReply = {}): ToldTrial =>
  tell().turn([{ tool: name, args }], more);

const unknown = { stage: 'policy', code: 'unknown_tool', text: '' } as const;

it.each<[string, ToldTrial, 'ran' | 'never_ran']>([
  ['a known tool', said('look'), 'ran'],
  ['a known tool, in a reply that was cut', said('look', '{}', { stop: 'length' }), 'never_ran'],
  ['arguments that cannot be read', said('look', '{'), 'never_ran'],
  ['a tool that is not there', said('extra'), 'never_ran'],
  ['what only asks for a preview', said('pay'), 'never_ran'],
  ['what is confirmed', said('pay', '{"confirm_token":"t"}'), 'ran'],
  ['a tool of the agent', said('extra').emit(request({ offered: ['extra'] })), 'ran'],
  [
    'a tool of the agent, with arguments that cannot be read',
    said('extra', '{').emit(request({ offered: ['extra'] })),
    'never_ran',
  ],
  [
    'a tool of the agent, whose judgement found the arguments unreadable',
    said('extra')
      .emit(request({ offered: ['extra'] }))
      .emit(judged({ name: 'extra', reading: 'invalid', arguments: null, findings: [unknown] })),
    'never_ran',
  ],
  [
    'a tool of the agent, where a boundary speaks of calls',
    said('extra')
      .emit(request({ offered: ['extra'] }))
      .emit(judged({ name: 'extra', findings: [unknown] })),
    'ran',
  ],
  [
    'a known tool that was offered, where a boundary speaks of calls',
    said('look')
      .emit(request({ offered: ['look'] }))
      .emit(judged({})),
    'never_ran',
  ],
  ['a judgement of another call', said('look').emit(judged({ call: 't0c0' })), 'never_ran'],
  ['a delivery of another call', said('look').emit(delivery({ call: 't0c0' })), 'never_ran'],
  ['a result of another call', said('look').emit(result({ call: 't0c0' })), 'never_ran'],
  [
    'a refusal of another call',
    said('look').turn([{ tool: 'send', refused: 'budget' }]),
    'never_ran',
  ],
])('whether a call ran of which no event says so: %s', (...[, trial, fate]) => {
  const views = read(trial).calls.filter(({ ref }) => ref === 't1c0');
  expect(only(views).fate).toBe(fate);
});

it('of a watched run every call that ran has an event', () => {
  expect(only(readTrial(said('look').input({}, { watched: true })).calls).fate).toBe('never_ran');
});

it('a toolset of one tool is one', () => {
  const one = new ToldTrial([toldTool('look')]);
  expect(only(read(one.turn([{ tool: 'extra' }])).calls).fate).toBe('never_ran');
});

it('without a toolset, no tool is unknown', () => {
  expect(only(read(new ToldTrial([]).turn([{ tool: 'any' }])).calls).fate).toBe('ran');
  expect(only(read(new ToldTrial([]).turn([{ tool: 'any', args: '{' }])).calls).fate).toBe(
    'never_ran',
  );
});

it('a denial that a fault made up is a failure of the call it struck, and of no other', () => {
  const trial = (fault: Partial<EventBodyOf<'fault'>>): ToldTrial =>
    tell()
      .turn([{ tool: 'look', status: 'denied' }])
      .emit({ type: 'fault', fault: 'f', kind: 'k', on: 'tool', ...fault });
  expect(only(read(trial({ call: 't1c0' })).calls).fate).toBe('failed');
  expect(only(read(trial({ call: 't2c0' })).calls).fate).toBe('denied');
  expect(only(read(trial({ on: 'model', call: 't1c0' })).calls).fate).toBe('denied');
});
