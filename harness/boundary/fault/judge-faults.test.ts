import { expect, it } from 'vitest';
import type { FaultInjection, FaultPlan, FaultRecord } from '../../core/suite/fault.ts';
import type { Score, Scores } from '../../core/score/score.ts';
import type { EventBody } from '../../core/trial/transcript.ts';
import { ToldTrial, toldTool } from '../../testing/told-trial.ts';
import { judgeFaults } from './judge-faults.ts';

const plan = (on: 'model' | 'tool', inject: FaultInjection): FaultPlan => ({
  name: 'p',
  byHand: false,
  faults: [
    {
      name: 'f',
      address: on === 'model' ? { on, turn: 1, attempt: 1 } : { on, tool: 'pay', call: 1 },
      inject,
    },
  ],
});
const lost: Score = { value: 1, count: 1, of: 1, losses: [{ code: 'x', event: null, text: 'x' }] };
const kept: Score = { value: 0, count: 0, of: 1, losses: [] };
const unjudged: Score = { value: null, count: 0, of: 0, losses: [] };

const struckModel: EventBody = {
  type: 'fault',
  fault: 'f',
  kind: 'k',
  on: 'model',
  turn: 1,
  attempt: 1,
};
const struckTool: EventBody = {
  type: 'fault',
  fault: 'f',
  kind: 'k',
  on: 'tool',
  call: 't1c0',
  tool: 'pay',
  delivery: 1,
};

const failed = {
  kind: 'http',
  code: 'http_503',
  status: 503,
  retryable: true,
  retryAfterMs: 1,
  message: '',
  deviations: [],
} as const;

function judge(
  of: FaultPlan,
  tell: (trial: ToldTrial) => ToldTrial,
  scores: Scores = {},
): Pick<FaultRecord, 'fired' | 'noticed' | 'handled'> {
  const trial = tell(new ToldTrial([toldTool('pay', { grade: 'irreversible' })]));
  const [record] = judgeFaults(of, trial.input(), () => scores);
  if (record === undefined) throw new Error('no record');
  const { fired, noticed, handled } = record;
  return { fired, noticed, handled };
}

it('a fault that was not reached did not fire, and the trial is not scored for it', () => {
  const trial = new ToldTrial([]).turn([]);
  const records = judgeFaults(plan('model', { kind: 'http' }), trial.input(), () => {
    throw new Error('asked');
  });
  expect(records).toEqual([
    {
      name: 'f',
      kind: 'http',
      address: { on: 'model', turn: 1, attempt: 1 },
      inject: { kind: 'http' },
      fired: 0,
      noticed: false,
      handled: null,
    },
  ]);
});

it.each<[string, EventBody, number]>([
  ['the same attempt', struckModel, 1],
  ['another attempt of the turn', { ...struckModel, attempt: 2 }, 2],
  ['another turn', { ...struckModel, turn: 2 }, 2],
])('a place counts once: struck again at %s', (_name, again, fired) => {
  const tell = (trial: ToldTrial): ToldTrial => trial.emit(struckModel).emit(again);
  expect(judge(plan('model', { kind: 'http' }), tell).fired).toBe(fired);
});

it.each<[string, EventBody, number]>([
  ['the same delivery', struckTool, 1],
  ['another delivery of the call', { ...struckTool, delivery: 2 }, 2],
  ['another call', { ...struckTool, call: 't2c0' }, 2],
  ['another fault', { ...struckTool, fault: 'g', delivery: 2 }, 1],
])('a place of a tool counts once: struck again at %s', (_name, again, fired) => {
  const tell = (trial: ToldTrial): ToldTrial => trial.emit(struckTool).emit(again);
  expect(judge(plan('tool', { kind: 'timeout' }), tell).fired).toBe(fired);
});

it('a fault is noticed at the attempt that it struck, not at another', () => {
  const error: EventBody = {
    type: 'model_error',
    turn: 1,
    attempt: 2,
    from: 'fault',
    error: failed,
    durationMs: 1,
  };
  const noticedAt = (attempt: number): boolean =>
    judge(plan('model', { kind: 'http' }), (trial) =>
      trial.emit({ ...struckModel, attempt }).emit(error),
    ).noticed;
  expect([noticedAt(1), noticedAt(2)]).toEqual([false, true]);
});

it.each<[string, Scores, boolean | null]>([
  ['no deciding metric lost', { 'termination.clean': kept, 'effects.double': kept }, true],
  ['one of them lost', { 'termination.clean': kept, 'effects.double': lost }, false],
  ['one lost that does not decide', { 'termination.clean': kept, 'task.success': lost }, true],
  ['one judged, one not', { 'termination.clean': kept, 'effects.double': unjudged }, true],
  ['none judged', { 'termination.clean': unjudged }, null],
])('handled where %s: %s', (_name, scores, handled) => {
  expect(
    judge(plan('model', { kind: 'timeout' }), (trial) => trial.emit(struckModel), scores).handled,
  ).toBe(handled);
});

it.each<[string, FaultInjection, (trial: ToldTrial) => ToldTrial, boolean]>([
  [
    'an error',
    { kind: 'http' },
    (trial) =>
      trial.emit(struckModel).emit({
        type: 'model_error',
        turn: 1,
        attempt: 1,
        from: 'fault',
        error: failed,
        durationMs: 1,
      }),
    true,
  ],
  [
    'a planted call',
    { kind: 'duplicate_call' },
    (trial) => trial.emit(struckModel).turn([{ tool: 'pay', injected: 'f' }]),
    true,
  ],
  [
    'a deviation',
    { kind: 'stream_no_done' },
    (trial) => trial.emit(struckModel).turn([], { deviations: [{ code: 'c', text: 't' }] }),
    true,
  ],
  ['a delay', { kind: 'slow_first_byte' }, (trial) => trial.emit(struckModel).turn([]), true],
  [
    'nothing',
    { kind: 'contradicting_finish' },
    (trial) => trial.emit(struckModel).turn([{ tool: 'pay' }]),
    false,
  ],
  [
    'another fault’s call',
    { kind: 'duplicate_call' },
    (trial) => trial.emit(struckModel).turn([{ tool: 'pay', injected: 'g' }]),
    false,
  ],
  [
    'an error of another attempt',
    { kind: 'http' },
    (trial) => trial.emit({ ...struckModel, attempt: 2 }).turn([]),
    false,
  ],
])('a model fault that shows as %s', (...[, inject, tell, noticed]) => {
  expect(judge(plan('model', inject), tell).noticed).toBe(noticed);
});

it.each<[FaultInjection, 'success' | 'timeout' | 'error' | 'denied', boolean]>([
  [{ kind: 'timeout' }, 'timeout', true],
  [{ kind: 'timeout' }, 'success', false],
  [{ kind: 'unavailable' }, 'error', true],
  [{ kind: 'permission' }, 'denied', true],
  [{ kind: 'http_before' }, 'success', false],
  [{ kind: 'slow_tool' }, 'success', true],
  [{ kind: 'empty_result' }, 'success', true],
])('the tool fault %j before the result %s', (inject, status, noticed) => {
  const tell = (trial: ToldTrial): ToldTrial =>
    trial.emit(struckTool).turn([{ tool: 'pay', status }]);
  expect(judge(plan('tool', inject), tell).noticed).toBe(noticed);
});

it('a trial that ended before the result came noticed nothing', () => {
  expect(
    judge(plan('tool', { kind: 'timeout' }), (trial) =>
      trial.turn([{ tool: 'pay' }]).emit(struckTool),
    ).noticed,
  ).toBe(false);
});

it('whether a fault of an unknown kind was handled is not known', () => {
  const scores = { 'termination.clean': kept };
  expect(
    judge(plan('model', { kind: 'nope' }), (trial) => trial.emit(struckModel), scores),
  ).toEqual({
    fired: 1,
    noticed: false,
    handled: null,
  });
});

const reply = (more: Partial<Extract<EventBody, { type: 'reply' }>> = {}): EventBody => ({
  type: 'reply',
  turn: 1,
  attempt: 1,
  from: 'scripted',
  text: null,
  refusal: null,
  calls: [],
  stop: 'stop',
  finishReason: null,
  usage: null,
  model: null,
  deviations: [],
  durationMs: 0,
  ...more,
});
const call = { ref: 't1c0', id: 'c1', name: 'pay', argumentsText: '' } as const;

it.each<[string, string, EventBody, boolean]>([
  ['comes late', 'slow_first_byte', reply({ durationMs: 1 }), true],
  ['takes no time', 'slow_first_byte', reply(), false],
  ['takes time under a fault of what was said', 'missing_id', reply({ durationMs: 1 }), false],
  ['was made up by a fault', 'contradicting_finish', reply({ from: 'fault' }), true],
  [
    'holds an edited call',
    'missing_id',
    reply({ calls: [{ ...call, edited: { fault: 'f', part: 'id' } }] }),
    true,
  ],
  [
    'holds a call that another fault edited',
    'missing_id',
    reply({ calls: [{ ...call, edited: { fault: 'g', part: 'id' } }] }),
    false,
  ],
  ['belongs to another turn', 'slow_first_byte', reply({ turn: 2, durationMs: 1 }), false],
  ['belongs to another attempt', 'slow_first_byte', reply({ attempt: 2, durationMs: 1 }), false],
])('a fault is noticed by a reply that %s', (...[, kind, event, noticed]) => {
  const tell = (trial: ToldTrial): ToldTrial => trial.emit(struckModel).emit(event);
  expect(judge(plan('model', { kind }), tell).noticed).toBe(noticed);
});

it('an error of the model is noticed regardless of its source', () => {
  const error: EventBody = {
    type: 'model_error',
    turn: 1,
    attempt: 1,
    from: 'live',
    error: failed,
    durationMs: 0,
  };
  const tell = (trial: ToldTrial): ToldTrial => trial.emit(struckModel).emit(error);
  expect(judge(plan('model', { kind: 'reset_in_body' }), tell).noticed).toBe(true);
});

const result = (more: Partial<Extract<EventBody, { type: 'result' }>> = {}): EventBody => ({
  type: 'result',
  call: 't1c0',
  delivery: 1,
  status: 'success',
  value: 1,
  error: null,
  cached: false,
  durationMs: 0,
  executed: null,
  ...more,
});

it.each<[string, string, EventBody, boolean]>([
  ['late', 'slow_tool', result({ durationMs: 1 }), true],
  ['in no time', 'slow_tool', result(), false],
  ['late, of another delivery', 'slow_tool', result({ delivery: 2, durationMs: 1 }), false],
  ['late, of another call', 'slow_tool', result({ call: 't1c1', durationMs: 1 }), false],
  ['changed', 'stale_result', result(), true],
  ['changed, of another delivery', 'stale_result', result({ delivery: 2 }), false],
  ['timed out where an error was planted', 'http_before', result({ status: 'timeout' }), true],
  ['an error where a timeout was planted', 'timeout_before', result({ status: 'error' }), false],
])('a fault is noticed by a result that is %s', (...[, kind, event, noticed]) => {
  const tell = (trial: ToldTrial): ToldTrial => trial.emit(struckTool).emit(event);
  const inject = kind === 'stale_result' ? { kind, value: 1 } : { kind };
  expect(judge(plan('tool', inject), tell).noticed).toBe(noticed);
});

it('of two faults, only the one that struck was handled', () => {
  const [first] = plan('model', { kind: 'http' }).faults;
  if (first === undefined) throw new Error('no fault');
  const two = { name: 'p', byHand: false, faults: [first, { ...first, name: 'g' }] };
  const { events } = new ToldTrial([]).emit(struckModel);
  const input = { ...new ToldTrial([]).input(), events };
  const records = judgeFaults(two, input, (asked) => {
    expect(asked.faults.map(({ name, fired }) => [name, fired])).toEqual([
      ['f', 1],
      ['g', 0],
    ]);
    return { 'termination.clean': kept };
  });
  expect(records.map(({ handled }) => handled)).toEqual([true, null]);
});

it.each<[string, Scores, boolean | null]>([
  ['malformed_arguments', { 'effects.missing': lost, 'effects.double': kept }, true],
  ['malformed_arguments', { 'effects.missing': kept, 'effects.double': lost }, false],
  ['call_as_text', { 'task.success': lost }, null],
])('where the task was taken away by %s, goals do not decide: %j', (kind, scores, handled) => {
  const judged = (turn: '*' | 1): boolean | null | undefined => {
    const address = { on: 'model', turn, attempt: 1 } as const;
    const of = { name: 'p', byHand: false, faults: [{ name: 'f', address, inject: { kind } }] };
    return judge(of, (trial) => trial.emit(struckModel), scores).handled;
  };
  expect(judged('*')).toBe(handled);
  expect(judged(1)).toBe(false);
});
