import { expect, it } from 'vitest';

import type { OwnFaultFields } from '../../../core/own/own-fault.ts';
import type { Fault } from '../../../core/suite/fault.ts';
import { createRandom } from '../../../core/random.ts';
import { faultKinds } from '../registry.ts';
import { kindOf } from './to-kind.ts';

const fields: OwnFaultFields = {
  kind: 'house_fault',
  about: 'It strikes.',
  correct: 'Go on.',
  phase: 'before',
  trace: 'error',
  costs: 'nothing',
  decides: [],
};
const toolAddress = { on: 'tool', tool: 'f', call: 1 } as const;
const modelAddress = { on: 'model', turn: 1, attempt: 1 } as const;

/** An own kind reads its parameters itself. */
const unread = (): never => {
  throw new Error('not read');
};
const values = { number: unread, text: unread, any: unread, object: unread };

/** What toolrig makes of a strike, which may be anything: suites are not always type-checked. */
function strike(on: 'tool' | 'model', give: () => unknown): unknown {
  const address = on === 'tool' ? toolAddress : modelAddress;
  const own = { ...fields, on, strike: give } as NonNullable<Fault['own']>;
  const inject = { kind: 'house_fault' };
  const kind = kindOf({ name: 'p.1', address, inject, own });
  return kind?.strike({ fault: 'p.1', random: createRandom('s'), values });
}

it.each([
  ...[
    'lose_request',
    'lose_response',
    'late_response',
    'slow',
    'deliver_twice',
    'fail_before',
    'fail_after',
    'replace_result',
  ].map((type) => ['tool', type] as const),
  ...['replace', 'transform', 'edit_calls'].map((type) => ['model', type] as const),
])('an own fault at the %s boundary may strike by %s, and at the other it may not', (on, type) => {
  expect(strike(on, () => ({ type }))).toEqual({ type });
  const other = on === 'tool' ? 'model' : 'tool';
  expect(() => strike(other, () => ({ type }))).toThrow(/house_fault.*expected a strike of type/u);
});

it.each<[string, () => unknown, RegExp]>([
  ['nothing', () => undefined, /it gave nothing/u],
  ['null', () => null, /it gave null/u],
  ['a text', () => 'slow', /it gave "slow"/u],
  ['a type that is no text', () => ({ type: 7 }), /expected a strike of type lose_request/u],
  [
    'an error',
    () => {
      throw new Error('no stock');
    },
    /Fault kind "house_fault": it threw: no stock/u,
  ],
  [
    'something that is thrown and is no error',
    () => {
      // oxlint-disable-next-line only-throw-error -- code of suites may do so
      throw 'gone';
    },
    /it threw: gone/u,
  ],
])('%s is a fault of the harness, with its kind named', (_, give, message) => {
  expect(() => strike('tool', give)).toThrow(message);
});

it('an own kind is found at its own boundary alone, and others in the catalogue', () => {
  const lost = { type: 'lose_request' } as const;
  const own = { ...fields, on: 'tool', strike: () => lost } as const;
  const fault = { name: 'p.1', inject: { kind: 'house_fault' } };
  expect(kindOf({ ...fault, address: toolAddress, own })).toMatchObject({
    layer: 'tool',
    on: 'tool',
  });
  expect(kindOf({ ...fault, address: modelAddress, own })).toBeNull();
  expect(kindOf({ ...fault, address: modelAddress })).toBeNull();
  const [name = ''] = Object.keys(faultKinds).filter((kind) => faultKinds[kind]?.on === 'model');
  expect(kindOf({ ...fault, address: modelAddress, inject: { kind: name } })).toBe(
    faultKinds[name],
  );
});
