import type { Fault, FaultInjection } from '../core/fault.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { Result } from '../core/result.ts';
import { parseFaultAddress, toFaultAddressText } from './parse-fault-address.ts';
import { readValues, type FaultProblem } from './read-values.ts';
import { faultKinds, findFaultKind, toolAliases } from './registry.ts';

/**
 * Reads a fault as suites write it: `{ on: 'tool(refund).call(1)', inject: { kind: 'timeout_after' } }`, with
 * `name` where its own is not enough. A kind without parameters may be its bare name.
 */
export function parseFault(value: unknown): Result<Fault, readonly FaultProblem[]> {
  if (!isJsonObject(value)) return refuse('', 'an object with `on` and `inject`', null);
  const unknown = Object.keys(value).find((key) => !['on', 'inject', 'name'].includes(key));
  if (unknown !== undefined) return refuse(unknown, 'one of on, inject, name', value[unknown]);
  const { on, name } = value;
  if (typeof on !== 'string') return refuse('on', 'an address such as tool(refund).call(1)', on);
  const address = parseFaultAddress(on);
  if (!address.ok) return refuse('on', address.error, on);
  if (name !== undefined && typeof name !== 'string') return refuse('name', 'a text', name);
  const inject = readInjection(value['inject']);
  if (inject === null) return refuse('inject', 'a kind, or an object with `kind`', value['inject']);
  const problems = checkInjection(inject, address.value.on);
  if (problems.length > 0) return { ok: false, error: problems };
  const fault = {
    name: name ?? `${inject.kind}@${toFaultAddressText(address.value)}`,
    address: address.value,
    inject,
  };
  return { ok: true, value: fault };
}

/** All that is wrong with an injection at a boundary; `[]` when it can strike there. */
export function checkInjection(
  inject: FaultInjection,
  on: 'model' | 'tool',
): readonly FaultProblem[] {
  const kind = findFaultKind(inject.kind, on);
  if (kind !== null) {
    const values = readValues(inject, kind.parameters);
    return values.ok
      ? []
      : values.error.map((problem) => ({ ...problem, field: `inject.${problem.field}` }));
  }
  const known = Object.values(faultKinds).filter((candidate) => candidate.on === on);
  const aliases = on === 'tool' ? Object.keys(toolAliases) : [];
  const names = [...known.map((candidate) => candidate.kind), ...aliases];
  return [{ field: 'inject.kind', expected: `one of ${names.join(', ')}`, found: inject.kind }];
}

function readInjection(value: unknown): FaultInjection | null {
  if (typeof value === 'string') return { kind: value };
  if (!isJsonObject(value)) return null;
  const { kind, ...rest }: JsonObject = value;
  return typeof kind === 'string' ? { ...rest, kind } : null;
}

function refuse(
  field: string,
  expected: string,
  found: JsonValue | undefined,
): Result<never, readonly FaultProblem[]> {
  return { ok: false, error: [{ field, expected, found: found ?? null }] };
}
