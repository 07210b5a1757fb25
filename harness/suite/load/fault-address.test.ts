import { expect, it } from 'vitest';
import { model, nameFaultAddress, parseFaultAddress, tool } from './fault-address.ts';
import { toFaults } from './convert/to-faults.ts';

it.each([
  ['tool(refund).call(1)', tool('refund').call(1), 'refund.1'],
  ["tool('refund').call('*')", tool('refund').call('*'), 'refund.*'],
  ['tool(*).call(2)', tool('*').call(2), '*.2'],
  ['model.turn(2)', model.turn(2).address, 'model.2'],
  ['model.turn(2).attempt(3)', model.turn(2).attempt(3), 'model.2.3'],
  ['model.turn(*).attempt(*)', model.turn('*').attempt('*'), 'model.*.*'],
])('reads %s as code writes it', (text, address, name) => {
  expect(parseFaultAddress(text)).toEqual(address);
  expect(nameFaultAddress(address)).toBe(name);
});

it.each([
  'refund',
  'tool(refund)',
  'tool().call(1)',
  'tool(refund).call(x)',
  'model.turn()',
  'model.turn(1).call(2)',
])('reads no place in %s', (text) => {
  expect(parseFaultAddress(text)).toBeNull();
});

it('names faults by kind and place, and takes a kind alone', () => {
  expect(
    toFaults([
      { on: model.turn(2), inject: 'timeout' },
      { on: 'tool(refund).call(1)', inject: { kind: 'http', status: 503 }, name: 'mine' },
    ]),
  ).toEqual([
    {
      name: 'timeout@model.2',
      address: { on: 'model', turn: 2, attempt: 1 },
      inject: { kind: 'timeout' },
    },
    {
      name: 'mine',
      address: { on: 'tool', tool: 'refund', call: 1 },
      inject: { kind: 'http', status: 503 },
    },
  ]);
});
