import { checkInjection } from '../boundary/fault/check-injection.ts';
import type { Fault, FaultInjection } from '../core/suite/fault.ts';
import { UsageError } from '../core/usage-error.ts';
import { toFaults } from '../suite/load/convert/to-faults.ts';
import { parseFaultAddress } from '../suite/load/fault-address.ts';

/**
 * Reads a fault of the command line: `PLACE=KIND`, or `PLACE={"kind":…}` with the parameters of the kind.
 *
 * @throws UsageError for anything else.
 */
export function readFaultWord(text: string): Fault {
  const at = text.indexOf('=');
  const place = at < 0 ? text : text.slice(0, at);
  const address = parseFaultAddress(place);
  const inject = at < 0 ? null : readInjection(text.slice(at + 1));
  if (address === null || inject === null || address.on !== 'model') {
    throw new UsageError(
      `Cannot strike the fault "${text}": expected PLACE=KIND with a place at the model, such as model.turn(2)=timeout, or model.turn(1)={"kind":"http","status":503}`,
    );
  }
  const [problem] = checkInjection(inject, address.on);
  if (problem !== undefined) {
    throw new UsageError(
      `Cannot strike the fault "${text}": "${problem.field}" must be ${problem.expected}`,
    );
  }
  const [fault] = toFaults([{ on: address, inject }]);
  if (fault === undefined) throw new UsageError(`Cannot strike the fault "${text}"`);
  return fault;
}

function readInjection(text: string): FaultInjection | null {
  if (!text.startsWith('{')) return text === '' ? null : { kind: text };
  try {
    const value: unknown = JSON.parse(text);
    // What the catalogue wants of it is checked next.
    return typeof value === 'object' && value !== null && 'kind' in value
      ? (value as FaultInjection)
      : null;
  } catch {
    return null;
  }
}
