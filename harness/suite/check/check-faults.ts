import type { FaultAddress, FaultInjection } from '../../core/suite/fault.ts';
import type { JsonValue } from '../../json/json.ts';
import { showValue } from '../../schema/judge/show-value.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import type { FaultInput } from '../input/fault-input.ts';
import { refuseUnknownName } from './refuse-unknown-name.ts';
import type { SuiteFinding } from '../load/suite-finding.ts';
import type { SuiteParts } from '../load/suite-parts.ts';
import { toFaultAddress, toInjection } from '../load/convert/to-faults.ts';
import { toVariantUses, usesOf, type VariantUse } from './variant-use.ts';

/** What the catalogue of faults has against an injection. */
export interface InjectionProblem {
  /** Field of the fault, such as `inject.status`. */
  readonly field: string;
  readonly expected: string;
  readonly found: JsonValue;
}

/** Lists every problem of an injection at a boundary; `[]` when the injection can strike there. */
export type CheckInjection = (
  inject: FaultInjection,
  on: 'model' | 'tool',
) => readonly InjectionProblem[];

/** Checks every fault of plans and scenarios: it has a place where it can strike, and a kind that is known there. */
export function checkFaults(
  parts: SuiteParts,
  checkInjection: CheckInjection,
): readonly SuiteFinding[] {
  const all = toVariantUses(parts);
  const plans = parts.plans
    .filter((plan) => plan.sound)
    .flatMap((plan) => [
      ...(plan.value.faults.length === 0 ? [refuseEmpty(plan.name, plan.path)] : []),
      ...checkList(plan.value.faults, plan.path, { uses: all, checkInjection }),
    ]);
  const scenarios = parts.scenarios
    .filter((scenario) => scenario.sound)
    .flatMap(({ value, path }) =>
      checkList(value.faults ?? [], path, { uses: usesOf(value, all), checkInjection }),
    );
  return [...plans, ...scenarios];
}

function refuseEmpty(name: string, path: string): SuiteFinding {
  const message = `plan "${name}" has no faults, so nothing would strike`;
  return { code: 'empty_plan', path: `${path}.faults`, message };
}

interface FaultContext {
  readonly uses: readonly VariantUse[];
  readonly checkInjection: CheckInjection;
}

function checkList(
  faults: readonly FaultInput[],
  path: string,
  context: FaultContext,
): readonly SuiteFinding[] {
  const names = new Set<string>();
  return faults.flatMap((fault, index) => {
    const at = toJsonPath(['faults', index], path);
    const isDouble = fault.name !== undefined && names.has(fault.name);
    names.add(fault.name ?? '');
    return [...(isDouble ? [refuseDouble(fault.name, at)] : []), ...checkFault(fault, at, context)];
  });
}

function refuseDouble(name: string, path: string): SuiteFinding {
  return {
    code: 'duplicate_name',
    path: `${path}.name`,
    message: `two faults are called "${name}"`,
  };
}

function checkFault(
  fault: FaultInput,
  path: string,
  { uses, checkInjection }: FaultContext,
): readonly SuiteFinding[] {
  const address = toFaultAddress(fault.on);
  if (address === null) {
    return [
      {
        code: 'bad_fault_place',
        path: `${path}.on`,
        message: 'this names no place where a fault can strike',
        expected:
          'tool(NAME).call(N), model.turn(N) or model.turn(N).attempt(N), with N from 1, or *',
        found: showValue(fault.on),
      },
    ];
  }
  const problems = checkInjection(toInjection(fault.inject), address.on);
  return [
    ...checkPlace(address, `${path}.on`, uses),
    ...problems.map(({ field, expected, found }) => ({
      code: field === 'inject.kind' ? 'unknown_fault' : 'bad_fault_setting',
      path: `${path}.${field}`,
      message: `this fault cannot strike ${address.on === 'tool' ? 'at a tool' : 'at the model'}`,
      expected,
      found: showValue(found),
    })),
  ];
}

function checkPlace(
  address: FaultAddress,
  path: string,
  uses: readonly VariantUse[],
): readonly SuiteFinding[] {
  const counts = address.on === 'tool' ? [address.call] : [address.turn, address.attempt];
  if (counts.some((count) => count !== '*' && (!Number.isInteger(count) || count < 1))) {
    const message = 'places are counted from 1';
    return [{ code: 'bad_fault_place', path, message, found: counts.join(', ') }];
  }
  if (uses.length === 0) return [];
  return address.on === 'tool' ? checkTool(address, path, uses) : checkModel(address, path, uses);
}

function checkTool(
  address: FaultAddress & { on: 'tool' },
  path: string,
  uses: readonly VariantUse[],
): readonly SuiteFinding[] {
  if (address.tool === '*') return [];
  const known = uses.flatMap((use) => use.toolset?.tools.map((tool) => tool.name) ?? []);
  return refuseUnknownName({
    what: 'tool',
    name: address.tool,
    path,
    known: [...new Set(known)],
    where: 'in the toolsets in use',
  });
}

/** A turn past the guard, or an attempt past the retries, never comes in any variant. */
function checkModel(
  address: FaultAddress & { on: 'model' },
  path: string,
  uses: readonly VariantUse[],
): readonly SuiteFinding[] {
  const own = uses.filter((use) => use.agent === null);
  if (own.length < uses.length) return [];
  const maxTurns = Math.max(...own.map((use) => use.settings.guards.maxTurns));
  const maxAttempts = 1 + Math.max(...own.map((use) => use.settings.retry.modelMax));
  const limits = [
    ['turn', address.turn, maxTurns, 'guards.maxTurns'],
    ['attempt', address.attempt, maxAttempts, '1 + retry.modelMax'],
  ] as const;
  return limits.flatMap(([what, count, max, setting]) => {
    if (count === '*' || count <= max) return [];
    const message = `no variant comes to ${what} ${count}, so this fault can never strike`;
    return [
      {
        code: 'fault_out_of_reach',
        path,
        message,
        expected: `at most ${max} (${setting})`,
        found: String(count),
      },
    ];
  });
}
