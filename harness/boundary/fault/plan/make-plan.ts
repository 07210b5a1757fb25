import type { FaultAddress, FaultInjection, FaultPlan } from '../../../core/suite/fault.ts';

/** Makes a plan of one fault, named after what strikes where: `standard.timeout_after@refund.1`. */
export function makePlan(
  preset: string,
  label: string,
  fault: { readonly address: FaultAddress; readonly inject: FaultInjection },
): FaultPlan {
  const name = `${preset}.${label}@${toTarget(fault.address)}`;
  return { name, byHand: false, faults: [{ name, ...fault }] };
}

function toTarget(address: FaultAddress): string {
  if (address.on === 'tool') return `${address.tool}.${address.call}`;
  return address.attempt === 1
    ? `model.${address.turn}`
    : `model.${address.turn}.${address.attempt}`;
}
