import { expect, it } from 'vitest';

import { ToldTrial, toldFault, toldTool } from '../testing/told-trial.ts';
import { scoreTrial } from './score-trial.ts';

const tell = (): ToldTrial => new ToldTrial([toldTool('read')]).user('go');

const tooLong = (turn: number) =>
  ({ type: 'fault', fault: 'f', kind: 'context_length', on: 'model', turn, attempt: 1 }) as const;
const ask = (turn: number, attempt: number) =>
  ({ type: 'request', turn, attempt, messages: 1, offered: [] }) as const;

it.each<[string, (trial: ToldTrial) => ToldTrial, number]>([
  ['the same is sent again', (trial) => trial.emit(ask(2, 1)).emit(tooLong(2)).emit(ask(2, 2)), 0],
  ['a new turn is begun', (trial) => trial.emit(ask(2, 1)).emit(tooLong(2)).emit(ask(3, 1)), 1],
  ['nothing more is sent', (trial) => trial.emit(ask(2, 1)).emit(tooLong(2)), 1],
  [
    'the second of two is sent again',
    (trial) =>
      trial.emit(ask(2, 1)).emit(tooLong(2)).emit(ask(3, 1)).emit(tooLong(3)).emit(ask(3, 2)),
    0,
  ],
  [
    'what another fault struck is sent again',
    (trial) =>
      trial
        .emit(ask(2, 1))
        .emit({ ...tooLong(2), kind: 'http_503' })
        .emit(ask(2, 2)),
    1,
  ],
])('a conversation that was refused as too long, after which %s', (_name, add, value) => {
  const trial = add(tell().turn([{ tool: 'read' }])).end('answered', 'Done');
  const score = scoreTrial(trial.input())['termination.clean'];
  expect(score?.value).toBe(value);
  expect(score?.losses.map(({ code }) => code)).toEqual(value === 1 ? [] : ['sent_again']);
});

it('the first of several that were sent again is the reason', () => {
  const trial = tell().emit(ask(1, 1)).emit(tooLong(1)).emit(ask(1, 2)).emit(ask(1, 3));
  const input = trial.end('answered', 'Done').input();
  const first = input.events.find((event) => event.type === 'request' && event.attempt === 2);
  expect(scoreTrial(input)['termination.clean']?.losses[0]?.event).toBe(first?.seq);
});

it.each<[string, Parameters<typeof toldFault>[1], number]>([
  ['that takes the goal out of reach and ends so', { outOfReach: true, ends: ['model_error'] }, 1],
  ['that ends otherwise', { outOfReach: true, ends: ['cancelled'] }, 0],
  ['that says no end', { outOfReach: true }, 0],
  ['that leaves the goal in reach', { ends: ['model_error'] }, 0],
])('an end with model_error under a fault %s', (_name, more, value) => {
  const faults = [toldFault('other'), toldFault('silence', more)];
  const input = tell().end('model_error').input({}, { faults });
  expect(scoreTrial(input)['termination.clean']?.value).toBe(value);
});
