import { checkFault } from '../../../core/own/check-fault.ts';
import { refuseProblems } from '../../../core/own/definition.ts';
import type { OwnFault } from '../../../core/own/own-fault.ts';
import { faultKinds, toolAliases } from '../registry.ts';

/**
 * Defines a kind of fault of one's own: `{ on: tool('refund').call(1), inject: { kind: 'house_stale_cache' } }` in a plan or a
 * scenario strikes with it.
 *
 * @throws UsageError when a field is missing or wrong, or toolrig has a kind of this name.
 */
export function defineFault(fault: OwnFault): OwnFault {
  const problems = checkFault(fault);
  const isKnown = Object.hasOwn(faultKinds, fault.kind) || Object.hasOwn(toolAliases, fault.kind);
  const clash = isKnown ? ['kind: toolrig has a kind of this name'] : [];
  refuseProblems('fault', fault.kind, [...problems, ...clash]);
  return Object.freeze({ ...fault });
}
