import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { findNearest } from '../judge/find-nearest.ts';
import type { SchemaPlace } from './schema-place.ts';
import { nameType, showValue, toFound } from '../judge/show-value.ts';
import { toJsonPath } from '../../json/to-json-path.ts';

/** What no single keyword shows: values that their own type rules out, bounds that cross, required fields that are not declared. */
export function checkConsistency(place: SchemaPlace): readonly Problem[] {
  return [
    ...checkValues(place),
    ...checkDefault(place),
    ...checkBounds(place),
    ...checkRequired(place),
  ];
}

/** Whether a value is of the type that `type` asks for; `true` when it asks for none. */
function fitsType(value: JsonValue | undefined, type: JsonValue | undefined): boolean {
  if (type === undefined) return true;
  const types: readonly JsonValue[] = Array.isArray(type) ? (type as readonly JsonValue[]) : [type];
  const name = nameType(value);
  return types.some(
    (wanted) => wanted === name || (wanted === 'integer' && Number.isInteger(value)),
  );
}

function checkValues({ schema, path }: SchemaPlace): readonly Problem[] {
  const values = schema['enum'];
  const constant = schema['const'];
  const problems: Problem[] = [];
  if (constant !== undefined && !fitsType(constant, schema['type'])) {
    problems.push(refuseValue(`${path}.const`, constant, schema));
  }
  if (!Array.isArray(values)) return problems;
  if (values.length === 0) {
    const message = 'is empty, so no value can ever be right';
    problems.push({ code: 'empty_enum', path: `${path}.enum`, message });
  }
  values.forEach((value: JsonValue, index) => {
    if (!fitsType(value, schema['type'])) {
      problems.push(refuseValue(toJsonPath(['enum', index], path), value, schema));
    }
  });
  return problems;
}

function refuseValue(path: string, value: JsonValue, schema: JsonObject): Problem {
  const type = schema['type'] ?? null;
  return {
    code: 'value_of_wrong_type',
    path,
    message: `is ignored, as it can never be right: "type" says ${showValue(type)}, and this is ${nameType(value)} ${showValue(value)}`,
    expected: type,
    found: toFound(value),
  };
}

/** The default that a schema names; `undefined` when it names none, or one that it rules out itself. */
export function usableDefault(schema: JsonObject): JsonValue | undefined {
  const value = schema['default'];
  return fitsType(value, schema['type']) && isListed(value, schema) ? value : undefined;
}

function isListed(value: JsonValue | undefined, schema: JsonObject): boolean {
  const allowed = schema['enum'];
  return !Array.isArray(allowed) || allowed.some((one) => equals(one as JsonValue, value));
}

function checkDefault({ schema, path }: SchemaPlace): readonly Problem[] {
  const value = schema['default'];
  if (value === undefined || usableDefault(schema) !== undefined) return [];
  const allowed = schema['enum'];
  const fits = fitsType(value, schema['type']);
  const expected = fits ? allowed : schema['type'];
  return [
    {
      code: 'bad_default',
      path: `${path}.default`,
      message: `is ignored, as the schema itself does not allow it: ${showValue(value)} is not ${fits ? 'one of' : 'of type'} ${showValue(expected)}`,
      ...(expected === undefined ? {} : { expected }),
      found: toFound(value),
    },
  ];
}

function equals(left: JsonValue, right: JsonValue | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

const bounds: readonly (readonly [string, string])[] = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
];

function checkBounds({ schema, path }: SchemaPlace): readonly Problem[] {
  return bounds.flatMap(([low, high]) => {
    const least = schema[low];
    const most = schema[high];
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return [];
    const message = `can never be right: "${low}" is ${least} and "${high}" is ${most}`;
    return [
      { code: 'crossed_bounds', path: `${path}.${low}`, message, expected: most, found: least },
    ];
  });
}

/** Words that may declare fields elsewhere; where one is present, nothing is said about `required`. */
const composition = ['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties'];

function checkRequired({ schema, path }: SchemaPlace): readonly Problem[] {
  const { properties, required } = schema;
  if (!isJsonObject(properties) || !Array.isArray(required)) return [];
  if (composition.some((word) => schema[word] !== undefined)) return [];
  const known = Object.keys(properties);
  return required.flatMap((name: JsonValue, index) => {
    if (typeof name !== 'string' || known.includes(name)) return [];
    const nearest = findNearest(name, known);
    const guess = nearest === null ? '' : `; did you mean "${nearest}"?`;
    return [
      {
        code: 'required_undeclared',
        path: toJsonPath(['required', index], path),
        message: `names a field that "properties" does not declare: "${name}"${guess}`,
        expected: known,
        found: name,
      },
    ];
  });
}
