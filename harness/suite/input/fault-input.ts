import type { FaultAddress, FaultInjection } from '../../core/suite/fault.ts';
import type { ModelTurn } from '../load/fault-address.ts';
import { about, as, type InputOf, list, name, need, object, refer } from './format.ts';

export const faultFormat = about(
  'A fault: where it strikes and what it does.',
  object({
    name: about('Default `<kind>@<place>`.', name),
    on: need(
      as<FaultAddress | ModelTurn | string>({
        type: ['string', 'object'],
        description:
          '`tool(refund).call(1)`, `model.turn(2)`, `model.turn(2).attempt(1)`; `*` for each.',
      }),
    ),
    inject: need(
      as<FaultInjection | string>({
        type: ['string', 'object'],
        minLength: 1,
        description: 'A kind, or a kind with its parameters.',
        properties: { kind: name.schema },
        required: ['kind'],
      }),
    ),
  }),
);

/** A fault: where it strikes (`tool('refund').call(1)`, or the same as text) and what it does. */
export type FaultInput = InputOf<typeof faultFormat>;

export const planFormat = about(
  'Named faults that are run as one plan.',
  object({ name: need(name), faults: need(list(refer<FaultInput>('fault'))) }),
);

/** Named faults that are run as one plan. */
export type PlanInput = InputOf<typeof planFormat>;
