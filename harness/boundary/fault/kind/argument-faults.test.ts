import { expect, it } from 'vitest';
import type { FaultInjection } from '../../../core/suite/fault.ts';
import { createFaultPoint } from '../create-fault-point.ts';

/** The argument text that a fault makes; `null` when it does not strike. */
function edit(inject: FaultInjection, argumentsText: string): string | null {
  const address = { on: 'model', turn: 1, attempt: 1 } as const;
  const plan = { name: 'p', byHand: true, faults: [{ name: 'f1', address, inject }] };
  const [made] = createFaultPoint(plan, { seed: 's' }).atModel(1, 1);
  if (made?.type !== 'edit_calls') throw new Error('edits no calls');
  const edited = made.apply([{ id: 'c1', name: 'query', argumentsText }])?.[0];
  if (edited === undefined) return null;
  expect(edited.edited).toEqual({ fault: 'f1', part: 'arguments' });
  return edited.argumentsText;
}

const nested = '{"metric":"cost","filters":{"country":"DE","tags":["a"]},"n":19}';

it.each<[FaultInjection, string | null]>([
  [{ kind: 'missing_field' }, '{"filters":{"country":"DE","tags":["a"]},"n":19}'],
  [
    { kind: 'missing_field', field: 'n' },
    '{"metric":"cost","filters":{"country":"DE","tags":["a"]}}',
  ],
  [
    { kind: 'missing_field', field: '$.filters.country' },
    '{"metric":"cost","filters":{"tags":["a"]},"n":19}',
  ],
  [{ kind: 'missing_field', field: 'filters.city' }, null],
  [{ kind: 'missing_field', field: 'filters.tags[0]' }, null],
  [
    { kind: 'wrong_type', field: 'filters.country' },
    '{"metric":"cost","filters":{"country":{"value":"DE"},"tags":["a"]},"n":19}',
  ],
  [
    { kind: 'wrong_type', field: 'filters.tags' },
    '{"metric":"cost","filters":{"country":"DE","tags":"null"},"n":19}',
  ],
  [{ kind: 'wrong_type', field: 'filters.city' }, null],
  [
    { kind: 'wrong_enum', field: 'filters.tags[0]' },
    '{"metric":"cost","filters":{"country":"DE","tags":["not_a"]},"n":19}',
  ],
  [
    { kind: 'extra_field', field: 'filters.force' },
    '{"metric":"cost","filters":{"country":"DE","tags":["a"],"force":true},"n":19}',
  ],
  [{ kind: 'extra_field', field: 'gone.force' }, null],
])('%j below the top of the arguments', (inject, made) => {
  expect(edit(inject, nested)).toBe(made);
});
