import { expect, it } from 'vitest';
import type { FaultAddress, FaultInjection, FaultRecord } from '../core/suite/fault.ts';
import type { ScoredTool } from '../core/score/scorer.ts';
import type { EventBody } from '../core/trial/transcript.ts';
import { scoreTrial } from '../score/score-trial.ts';
import { ToldTrial, toldTool } from '../testing/told-trial.ts';
import { judgeFaults } from '../boundary/fault/judge-faults.ts';

const atModel: FaultAddress = { on: 'model', turn: 1, attempt: 1 };
const atTool: FaultAddress = { on: 'tool', tool: 'pay', call: 1 };

const failed = (attempt: number): EventBody => ({
  type: 'model_error',
  turn: 1,
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
const asked = (attempt: number): EventBody => ({
  type: 'request',
  turn: 1,
  attempt,
  messages: 1,
  offered: [],
});
const struck = (attempt: number, kind = 'http'): EventBody => ({
  type: 'fault',
  fault: 'f',
  kind,
  on: 'model',
  turn: 1,
  attempt,
});

function judge(
  fault: { readonly address: FaultAddress; readonly inject: FaultInjection },
  events: readonly EventBody[],
  tool: Partial<ScoredTool> = {},
): FaultRecord {
  const trial = new ToldTrial([toldTool('pay', { grade: 'irreversible', ...tool })]);
  for (const event of events) trial.emit(event);
  const plan = { name: 'p', byHand: false, faults: [{ name: 'f', ...fault }] };
  const stopReason = 'model_error';
  const input = trial.input({}, { stopReason });
  const [record] = judgeFaults(plan, input, scoreTrial);
  if (record === undefined) throw new Error('no record');
  return record;
}

const everyAttempt: FaultAddress = { on: 'model', turn: 1, attempt: '*' };

it.each<[string, FaultAddress, FaultInjection, readonly EventBody[], boolean]>([
  [
    'one attempt was struck, and none was made after it',
    atModel,
    { kind: 'http' },
    [asked(1), struck(1), failed(1)],
    false,
  ],
  [
    'all attempts were struck, of several',
    everyAttempt,
    { kind: 'http' },
    [asked(1), struck(1), failed(1), asked(2), struck(2), failed(2)],
    true,
  ],
  [
    'the second attempt failed by itself',
    atModel,
    { kind: 'http' },
    [asked(1), struck(1), failed(1), asked(2), failed(2)],
    false,
  ],
  [
    'a wait of a second was asked for',
    atModel,
    { kind: 'rate_limited', retryAfterMs: 1_000 },
    [struck(1), failed(1)],
    false,
  ],
  [
    'a wait of an hour was asked for',
    atModel,
    { kind: 'rate_limited', retryAfterMs: 3_600_000 },
    [struck(1), failed(1)],
    true,
  ],
  [
    'the conversation was too long',
    atModel,
    { kind: 'context_length' },
    [asked(1), struck(1, 'context_length'), failed(1)],
    true,
  ],
])('when %s', (...[, address, inject, events, isLost]) => {
  const record = judge({ address, inject }, events);
  expect(record.outOfReach).toBe(isLost ? true : undefined);
  expect(record.ends?.includes('model_error') ?? false).toBe(isLost);
  expect(record.handled).toBe(isLost);
});

it('what was refused as too long and is sent again is not handled', () => {
  const events = [asked(1), struck(1, 'context_length'), failed(1), asked(2), failed(2)];
  const fault = { address: atModel, inject: { kind: 'context_length' } };
  expect(judge(fault, events).handled).toBe(false);
});

const delivered = (preview: boolean): readonly EventBody[] => [
  {
    type: 'delivery',
    call: 't1c0',
    tool: 'pay',
    delivery: 1,
    preview,
    confirm: 'not_needed',
    arguments: {},
    idempotencyKey: null,
  },
  { type: 'fault', fault: 'f', kind: 'k', on: 'tool', call: 't1c0', tool: 'pay', delivery: 1 },
];

it.each<[string, FaultAddress, string, boolean, Partial<ScoredTool>, boolean]>([
  ['a denial', atTool, 'permission', false, {}, true],
  [
    'a lost request of a write that can be found out about',
    atTool,
    'timeout_before',
    false,
    {},
    false,
  ],
  ['a lost request of one that cannot', atTool, 'timeout_before', false, { oneShot: true }, true],
  ['a lost request of its preview', atTool, 'timeout_before', true, { oneShot: true }, false],
  ['a second delivery', atTool, 'duplicate_delivery', false, { oneShot: true }, false],
  ['a service that is never there', { ...atTool, call: '*' }, 'http_before', false, {}, true],
])('%s takes the task away or does not', (...[, address, kind, preview, tool, isLost]) => {
  const record = judge({ address, inject: { kind } }, delivered(preview), tool);
  expect(record.outOfReach).toBe(isLost ? true : undefined);
});
