import type { FaultInjection } from '../../core/suite/fault.ts';
import { readValues, type FaultProblem } from './kind/read-values.ts';
import { faultKinds, findFaultKind, toolAliases } from './registry.ts';

/** Lists every problem of an injection at a boundary; `[]` when the injection can strike there. */
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
