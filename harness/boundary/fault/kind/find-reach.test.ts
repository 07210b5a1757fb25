import { expect, it } from 'vitest';
import type { FaultAddress, FaultInjection } from '../../../core/suite/fault.ts';
import type { CallRef } from '../../../core/talk/call.ts';
import type { EventBody } from '../../../core/trial/transcript.ts';
import { ToldTrial, toldTool } from '../../../testing/told-trial.ts';
import { findFaultKind } from '../registry.ts';
import { findReach, type FaultReach } from './find-reach.ts';

const atModel: FaultAddress = { on: 'model', turn: 1, attempt: '*' };
const atTool: FaultAddress = { on: 'tool', tool: 'pay', call: 1 };
const tools = [
  toldTool('pay', { grade: 'irreversible', oneShot: true }),
  toldTool('keyed', { grade: 'irreversible' }),
];

function reach(
  inject: FaultInjection,
  address: FaultAddress,
  events: readonly EventBody[],
): FaultReach {
  const kind = findFaultKind(inject.kind, address.on);
  if (kind === null) throw new Error('no such kind');
  const trial = new ToldTrial(tools);
  for (const event of events) trial.emit(event);
  const struck = trial.events.flatMap((event) =>
    event.type === 'fault' && event.fault === 'f' ? [event] : [],
  );
  return findReach({ fault: { name: 'f', address, inject }, kind }, struck, trial.input());
}

const strike = (turn: number, attempt: number, fault = 'f'): EventBody => ({
  type: 'fault',
  fault,
  kind: 'k',
  on: 'model',
  turn,
  attempt,
});
const fail = (turn: number, attempt: number): EventBody => ({
  type: 'model_error',
  turn,
  attempt,
  from: 'fault',
  error: {
    kind: 'http',
    code: 'http_503',
    status: 503,
    retryable: true,
    retryAfterMs: null,
    message: 'x',
    deviations: [],
  },
  durationMs: 1,
});
const reply = (turn: number): EventBody => ({
  type: 'reply',
  turn,
  attempt: 3,
  from: 'scripted',
  text: 'ok',
  refusal: null,
  calls: [],
  stop: 'stop',
  finishReason: null,
  usage: null,
  model: null,
  deviations: [],
  durationMs: 1,
});
const strikeTool = (delivery: number, tool = 'pay'): EventBody => ({
  type: 'fault',
  fault: 'f',
  kind: 'k',
  on: 'tool',
  call: 't1c0',
  tool,
  delivery,
});
const deliver = (delivery: number, preview: boolean, call: CallRef = 't1c0'): EventBody => ({
  type: 'delivery',
  call,
  tool: 'pay',
  delivery,
  preview,
  confirm: preview ? 'preview' : 'not_needed',
  arguments: {},
  idempotencyKey: null,
});

const lost: FaultReach = { outOfReach: true };
const gaveUp: FaultReach = { outOfReach: true, ends: ['model_error', 'protocol_error'] };
const refused: FaultReach = { outOfReach: true, ends: ['model_error'] };
const twice = [strike(1, 1), fail(1, 1), strike(1, 2), fail(1, 2)];

it.each<[FaultInjection, FaultAddress, FaultReach]>([
  [{ kind: 'context_length' }, atModel, refused],
  [{ kind: 'rate_limited', retryAfterMs: 60_000 }, atModel, refused],
  [{ kind: 'rate_limited', retryAfterMs: 59_999 }, atModel, {}],
  [{ kind: 'http', status: 1 }, atModel, {}],
  [{ kind: 'http' }, atModel, {}],
  [{ kind: 'malformed_arguments' }, { on: 'model', turn: '*', attempt: 1 }, lost],
  [{ kind: 'malformed_arguments' }, { on: 'model', turn: 1, attempt: '*' }, {}],
  [{ kind: 'duplicate_call' }, { on: 'model', turn: '*', attempt: '*' }, {}],
])('%j that struck once at %j leaves of the task: %j', (inject, address, left) => {
  expect(reach(inject, address, [strike(1, 1)])).toEqual(left);
});

it.each<[FaultInjection, FaultAddress, FaultReach]>([
  [{ kind: 'permission' }, atTool, lost],
  [{ kind: 'slow_tool' }, { on: 'tool', tool: 'keyed', call: '*' }, {}],
  [{ kind: 'http_before' }, { on: 'tool', tool: 'keyed', call: '*' }, lost],
  [{ kind: 'http_before' }, { on: 'tool', tool: '*', call: 2 }, {}],
])('%j that struck a delivery at %j leaves of the task: %j', (inject, address, left) => {
  expect(reach(inject, address, [strikeTool(1, 'keyed')])).toEqual(left);
});

it.each<[FaultInjection, FaultAddress]>([
  [{ kind: 'context_length' }, atModel],
  [{ kind: 'permission' }, atTool],
  [{ kind: 'malformed_arguments' }, { on: 'model', turn: '*', attempt: 1 }],
])('%j that did not strike leaves everything', (inject, address) => {
  expect(reach(inject, address, [fail(1, 1), fail(1, 2), deliver(1, false)])).toEqual({});
});

it.each<[string, readonly EventBody[], FaultReach]>([
  ['two attempts, both struck', twice, gaveUp],
  ['one attempt', [strike(1, 1), fail(1, 1)], {}],
  ['a second attempt that failed by itself', [strike(1, 1), fail(1, 1), fail(1, 2)], {}],
  ['a first attempt that failed by itself', [fail(1, 1), strike(1, 2), fail(1, 2)], {}],
  ['two attempts and a reply', [...twice, reply(1)], {}],
  ['two attempts and the reply of another turn', [reply(2), ...twice], gaveUp],
  ['two attempts and errors of another turn', [fail(2, 1), ...twice, fail(2, 3)], gaveUp],
  ['one attempt and one of another turn', [strike(1, 1), fail(1, 1), fail(2, 1)], {}],
  ['a strike at another turn', [strike(1, 1), fail(1, 1), strike(2, 2), fail(1, 2)], {}],
  ['a later turn of two', [strike(2, 1), fail(2, 1), ...twice], gaveUp],
  [
    'another fault at the second',
    [strike(1, 1), fail(1, 1), strike(1, 2, 'g'), fail(1, 2)],
    gaveUp,
  ],
])('a turn whose attempts were struck: %s', (_name, events, left) => {
  expect(reach({ kind: 'timeout' }, atModel, events)).toEqual(left);
  expect(reach({ kind: 'stream_reset' }, atModel, events)).toEqual(left);
});

it('faults of what was said do not end a turn, however often they strike it', () => {
  expect(reach({ kind: 'malformed_arguments' }, atModel, twice)).toEqual({});
});

it.each<[string, readonly EventBody[], FaultReach]>([
  ['a write that must not be repeated', [strikeTool(1), deliver(1, false)], lost],
  ['its preview', [strikeTool(1), deliver(1, true)], {}],
  ['its write after a preview', [deliver(1, true), strikeTool(2), deliver(2, false)], lost],
  ['its preview before a write', [strikeTool(1), deliver(1, true), deliver(2, false)], {}],
  ['a call beside a write', [strikeTool(1), deliver(1, false, 't1c1')], {}],
  ['no delivery at all', [strikeTool(1)], {}],
  ['a write that may be repeated', [strikeTool(1, 'keyed'), deliver(1, false)], {}],
  ['a write after another', [strikeTool(1, 'keyed'), strikeTool(2), deliver(2, false)], lost],
])('an answer that is lost to %s', (_name, events, left) => {
  expect(reach({ kind: 'timeout_after' }, atTool, events)).toEqual(left);
});
