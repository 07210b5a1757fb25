import type { FaultAddress, FaultInjection } from '../../core/suite/fault.ts';
import type { ModelTurn } from '../load/fault-address.ts';

/** A fault: where it strikes and what it does. */
export interface FaultInput {
  /** Default: `<kind>@<place>`. */
  readonly name?: string;
  /** `tool('refund').call(1)`, `model.turn(2)`; as data the same in one text: `tool(refund).call(1)`. */
  readonly on: FaultAddress | ModelTurn | string;
  /** A kind with its parameters, or a kind alone. */
  readonly inject: FaultInjection | string;
}
