import type { FaultInjection } from '../../../core/suite/fault.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import type { Result } from '../../../json/result.ts';
import { RigError } from '../../../core/rig-error.ts';
import type { FaultParameter } from '../fault-kind.ts';

/** The parameters of one injection, checked and with defaults filled in. */
export interface FaultValues {
  number(name: string): number;
  text(name: string): string;
  /** `null` where an optional parameter was not given. */
  any(name: string): JsonValue;
  object(name: string): JsonObject;
}

/** One thing wrong with an injection. */
export interface FaultProblem {
  /** Field of the injection, such as `status`. */
  readonly field: string;
  readonly expected: string;
  readonly found: JsonValue;
}

/** Checks the parameters of an injection: every unknown, missing and ill-typed one is reported. */
export function readValues(
  inject: FaultInjection,
  parameters: readonly FaultParameter[],
): Result<FaultValues, readonly FaultProblem[]> {
  const problems: FaultProblem[] = [];
  const values = new Map<string, JsonValue>();
  const known = new Set(['kind', ...parameters.map((parameter) => parameter.name)]);
  for (const [field, value] of Object.entries(inject)) {
    if (known.has(field)) continue;
    const expected = `one of ${[...known].join(', ')}`;
    problems.push({ field, expected, found: value ?? null });
  }
  for (const parameter of parameters) {
    const value = inject[parameter.name] ?? parameter.default;
    const expected = value === undefined ? 'a value' : checkValue(value, parameter);
    if (expected !== null) problems.push({ field: parameter.name, expected, found: value ?? null });
    else if (value !== undefined) values.set(parameter.name, value);
  }
  return problems.length > 0
    ? { ok: false, error: problems }
    : { ok: true, value: toValues(values) };
}

/** Describes what was expected; `null` when the value is valid. */
function checkValue(value: JsonValue, parameter: FaultParameter): string | null {
  if (value === null && parameter.default === null) return null;
  if (parameter.values !== undefined && !parameter.values.includes(value)) {
    return `one of ${parameter.values.map((allowed) => JSON.stringify(allowed)).join(', ')}`;
  }
  if (!hasType(value, parameter.type)) return `a value of type ${parameter.type}`;
  if (typeof value === 'number' && parameter.min !== undefined && value < parameter.min) {
    return `a number of at least ${parameter.min}`;
  }
  return null;
}

function hasType(value: JsonValue, type: FaultParameter['type']): boolean {
  switch (type) {
    case 'number':
      return Number.isFinite(value);
    case 'text':
      return typeof value === 'string';
    case 'object':
      return isJsonObject(value);
    case 'any':
      return true;
  }
}

function toValues(values: ReadonlyMap<string, JsonValue>): FaultValues {
  return {
    number: (name) => pick(values, name, (value) => typeof value === 'number'),
    text: (name) => pick(values, name, (value) => typeof value === 'string'),
    object: (name) => pick(values, name, isJsonObject),
    any: (name) => values.get(name) ?? null,
  };
}

function pick<Type extends JsonValue>(
  values: ReadonlyMap<string, JsonValue>,
  name: string,
  is: (value: JsonValue | undefined) => value is Type,
): Type {
  const value = values.get(name);
  if (is(value)) return value;
  throw new RigError(
    'FAULT_PARAMETER',
    `Cannot read parameter "${name}": the fault kind does not declare it so`,
  );
}
