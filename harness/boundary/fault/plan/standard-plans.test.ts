import { expect, it } from 'vitest';
import type { FaultPlan } from '../../../core/suite/fault.ts';
import { ToldTrial, toldTool, type ToldCall } from '../../../testing/told-trial.ts';
import { standardPlans } from './standard-plans.ts';

const tools = [
  toldTool('look'),
  toldTool('set', { grade: 'idempotent' }),
  toldTool('pay', { grade: 'irreversible' }),
];
const namesOf = (plans: readonly FaultPlan[], part: string): readonly string[] =>
  plans.map(({ name }) => name).filter((name) => name.includes(part));
const statusesOf = (plans: readonly FaultPlan[], kind: string): readonly unknown[] =>
  plans
    .flatMap(({ faults }) => faults)
    .filter(({ inject }) => inject.kind === kind)
    .map(({ inject }) => inject['status']);

it('turn after turn, a provider answers with every 5xx and begins again', () => {
  const trial = new ToldTrial(tools);
  for (let turn = 0; turn < 7; turn += 1) trial.turn([], { text: 'ok' });
  const plans = standardPlans({ events: trial.events, tools });
  expect(statusesOf(plans, 'http')).toEqual([503, 500, 502, 504, 529, 503, 500]);
});

it('delivery after delivery, the service of a tool answers with every 5xx and begins again', () => {
  const trial = new ToldTrial(tools);
  const tell = (tool: string, id: number): ToldTrial =>
    trial.emit({
      type: 'delivery',
      call: `t1c${id}`,
      tool,
      delivery: 1,
      preview: false,
      confirm: 'not_needed',
      arguments: { id },
      idempotencyKey: null,
    });
  for (let id = 0; id < 6; id += 1) tell('look', id);
  tell('set', 0);
  const plans = standardPlans({ events: trial.events, tools });
  expect(statusesOf(plans, 'http_before')).toEqual([503, 500, 502, 504, 503, 500, 503]);
  expect(namesOf(plans, 'timeout_after')).toEqual(['standard.timeout_after@set.1']);
});

const read: ToldCall = { tool: 'look', status: 'success' };
const pay: ToldCall = { tool: 'pay', effects: ['A1'] };
const set: ToldCall = { tool: 'set', effects: ['A1'] };

it.each<[string, readonly (readonly ToldCall[])[], readonly number[]]>([
  ['every turn that changed the world', [[read], [pay], [read, set]], [2, 3]],
  ['a change that was made again once', [[pay], [pay], [set]], [1, 3]],
  ['the first turn with calls where nothing changed', [[], [read], [read, read]], [2]],
  ['nothing where there are no calls', [[], []], []],
])('%s: its call comes twice', (_name, turns, struck) => {
  const trial = new ToldTrial(tools);
  for (const calls of turns) trial.turn(calls);
  expect(namesOf(standardPlans({ events: trial.events, tools }), 'duplicate')).toEqual(
    struck.flatMap((turn) => [
      `standard.duplicate_same_id@model.${turn}`,
      `standard.duplicate_new_id@model.${turn}`,
    ]),
  );
});

it('where nothing changed the world, the first call of the turn comes twice', () => {
  const { events } = new ToldTrial(tools).turn([read, { ...read, args: { id: 1 } }]);
  const faults = standardPlans({ events, tools }).flatMap((plan) => plan.faults);
  expect(faults.filter(({ inject }) => inject.kind === 'duplicate_call')).toEqual(
    ['same', 'new'].map((id) => ({
      name: `standard.duplicate_${id}_id@model.1`,
      address: { on: 'model', turn: 1, attempt: 1 },
      inject: { kind: 'duplicate_call', id, index: 0 },
    })),
  );
});
