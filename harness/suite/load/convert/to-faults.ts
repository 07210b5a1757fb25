import type { Fault, FaultAddress, FaultInjection } from '../../../core/suite/fault.ts';
import { nameFaultAddress, parseFaultAddress } from '../fault-address.ts';
import type { FaultInput } from '../../input/fault-input.ts';

/** Where a fault strikes; `null` when the text names no place. */
export function toFaultAddress(on: FaultInput['on']): FaultAddress | null {
  if (typeof on === 'string') return parseFaultAddress(on);
  return 'address' in on ? on.address : on;
}

/** Turns faults as people write them into addressed ones, each with a name. */
export function toFaults(inputs: readonly FaultInput[] | undefined): readonly Fault[] {
  return (inputs ?? []).flatMap((input) => {
    const address = toFaultAddress(input.on);
    if (address === null) return [];
    const inject = toInjection(input.inject);
    const { name = `${inject.kind}@${nameFaultAddress(address)}` } = input;
    return [{ name, address, inject }];
  });
}

/** A kind alone is an injection without parameters. */
export function toInjection(input: FaultInput['inject']): FaultInjection {
  return typeof input === 'string' ? { kind: input } : input;
}
