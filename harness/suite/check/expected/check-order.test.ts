import { expect, it } from 'vitest';
import { checkOrder } from './check-order.ts';
import type { ExpectedCallAt } from './expected-context.ts';
import type { ExpectedInput } from '../../input/expected-input.ts';

function at(
  tool: string,
  more: Partial<ExpectedCallAt['call']> = {},
  group: string | null = null,
): ExpectedCallAt {
  return {
    call: { tool, ...more },
    path: `$.${tool}`,
    argumentsPath: `$.${tool}.arguments`,
    group,
  };
}

const twice = [at('find'), at('find'), at('refund')];
const either = [at('find'), at('refund', {}, 'a'), at('cancel', {}, 'a')];

it.each([
  ['as_listed', twice, []],
  [[['find#1', 'find#2']], twice, []],
  [[['find#2', 'refund']], twice, []],
  [[['find', 'refund']], twice, ['unclear_call $.order[0][0]']],
  [[['fnd', 'refund']], twice, ['unknown_expected_call $.order[0][0]']],
  [
    [
      ['find#1', 'find#2'],
      ['find#2', 'refund'],
      ['refund', 'find#1'],
    ],
    twice,
    ['order_circle $.order[2]'],
  ],
  [
    [
      ['find', 'refund'],
      ['find', 'cancel'],
    ],
    either,
    [],
  ],
  [[['refund', 'cancel']], either, ['contradiction $.order[0]']],
  [[['find', 'find']], [at('find')], ['cannot_fail $.order']],
  [undefined, [at('a', { id: 'x' }), at('b', { id: 'x' })], ['duplicate_name $.b.id']],
] as [ExpectedInput['order'], readonly ExpectedCallAt[], readonly string[]][])(
  'holds the order %j against the calls',
  (order, calls, wanted) => {
    const findings = checkOrder(order === undefined ? {} : { order }, calls, '$');
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual(wanted);
  },
);
