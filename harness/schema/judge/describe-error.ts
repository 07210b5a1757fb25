import type { ErrorObject } from 'ajv';
import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { findNearest } from './find-nearest.ts';
import { nameType, showValue, toFound } from './show-value.ts';
import { toJsonPath } from '../../json/to-json-path.ts';

type Segments = readonly (string | number)[];
type Describe = (error: ErrorObject, segments: Segments) => Problem;

/** Says what one validator error means: stable code, place, expected and found. */
export function describeError(error: ErrorObject, segments: Segments): Problem {
  const describe = describers.get(error.keyword);
  if (describe !== undefined) return describe(error, segments);
  const message = `breaks the rule "${error.keyword}"`;
  return { code: 'invalid', path: toJsonPath(segments), message, found: toFound(error.data) };
}

const describers: ReadonlyMap<string, Describe> = new Map([
  ['required', describeMissing],
  ['dependentRequired', describeMissing],
  ['dependencies', describeMissing],
  ['additionalProperties', describeExtra],
  ['unevaluatedProperties', describeExtra],
  ['propertyNames', describeName],
  ['type', describeType],
  ['enum', describeEnum],
  ['const', describeConst],
  ['minimum', limit('out_of_range', 'must be at least')],
  ['maximum', limit('out_of_range', 'must be at most')],
  ['exclusiveMinimum', limit('out_of_range', 'must be more than')],
  ['exclusiveMaximum', limit('out_of_range', 'must be less than')],
  ['multipleOf', limit('not_multiple', 'must be a multiple of')],
  ['minLength', limit('too_short', 'must have this many characters at least:')],
  ['maxLength', limit('too_long', 'must have this many characters at most:')],
  ['minItems', limit('too_few_items', 'must have this many items at least:')],
  ['maxItems', limit('too_many_items', 'must have this many items at most:')],
  ['items', limit('too_many_items', 'must have this many items at most:')],
  ['additionalItems', limit('too_many_items', 'must have this many items at most:')],
  ['unevaluatedItems', limit('too_many_items', 'must have this many items at most:')],
  ['minProperties', limit('too_few_fields', 'must have this many fields at least:')],
  ['maxProperties', limit('too_many_fields', 'must have this many fields at most:')],
  ['pattern', limit('pattern_mismatch', 'must match the pattern')],
  ['format', limit('bad_format', 'must have the format')],
  ['uniqueItems', plain('not_unique', 'must not hold the same item twice')],
  ['contains', plain('missing_item', 'must hold an item of the wanted kind')],
  ['not', plain('not_allowed', 'must not be of the kind that is ruled out')],
  ['false schema', plain('not_allowed', 'must be left out')],
]);

function describeMissing(error: ErrorObject, segments: Segments): Problem {
  const name = String(error.params['missingProperty']);
  const because: unknown = error.params['property'];
  const reason = because === undefined ? '' : `, since ${showValue(because)} is given`;
  const wanted = describeField(error, name);
  return {
    code: 'missing_required',
    path: toJsonPath([...segments, name]),
    message: `is required and missing${reason}`,
    ...(wanted === undefined ? {} : { expected: wanted }),
  };
}

/** What the missing field should have been: its allowed values, else its type. */
function describeField(error: ErrorObject, name: string): JsonValue | undefined {
  const properties: unknown = error.parentSchema?.['properties'];
  const field = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(field) ? (field['enum'] ?? field['type']) : undefined;
}

function describeExtra(error: ErrorObject, segments: Segments): Problem {
  const { additionalProperty, unevaluatedProperty } = error.params as Record<string, unknown>;
  const name = String(additionalProperty ?? unevaluatedProperty);
  const properties: unknown = error.parentSchema?.['properties'];
  const known = isJsonObject(properties) ? Object.keys(properties) : [];
  const nearest = findNearest(name, known);
  const value = isJsonObject(error.data) ? error.data[name] : undefined;
  return {
    code: 'extra_field',
    path: toJsonPath([...segments, name]),
    message: `is not a known field${nearest === null ? '' : `; did you mean "${nearest}"?`}`,
    expected: known,
    found: toFound(value),
  };
}

function describeName(error: ErrorObject, segments: Segments): Problem {
  const name = String(error.params['propertyName']);
  return {
    code: 'bad_name',
    path: toJsonPath([...segments, name]),
    message: 'has a name that is not allowed here',
    found: name,
  };
}

function describeType(error: ErrorObject, segments: Segments): Problem {
  const wanted = error.params['type'] as string | readonly string[];
  const types = typeof wanted === 'string' ? wanted.split(',') : wanted;
  const { data } = error;
  const path = toJsonPath(segments);
  if (typeof data === 'number' && !Number.isFinite(data)) {
    const message = 'must be a finite number, and is too large to be one';
    return { code: 'not_finite', path, message, expected: types, found: String(data) };
  }
  const encoded = holdsJson(data, types);
  const hint = encoded ? '; the text itself holds JSON: send the value, not text' : '';
  return {
    code: 'wrong_type',
    path,
    message: `must be ${types.join(' or ')}, and is ${nameType(data)} ${showValue(data)}${hint}`,
    expected: types.length === 1 && types[0] !== undefined ? types[0] : types,
    found: nameType(data),
    ...(encoded ? { hint: 'double_encoded' } : {}),
  };
}

/** Whether a text holds JSON of one of the structures that were asked for. */
function holdsJson(data: unknown, types: readonly string[]): boolean {
  if (typeof data !== 'string' || !/^\s*[[{]/.test(data)) return false;
  try {
    return types.includes(nameType(JSON.parse(data)));
  } catch {
    return false;
  }
}

function describeEnum(error: ErrorObject, segments: Segments): Problem {
  const allowed = error.params['allowedValues'] as readonly JsonValue[];
  const nearest = typeof error.data === 'string' ? nearestText(error.data, allowed) : null;
  const guess = nearest === null ? '' : `; did you mean "${nearest}"?`;
  return {
    code: 'not_in_enum',
    path: toJsonPath(segments),
    message: `must be one of ${allowed.map(showValue).join(', ')}, and is ${showValue(error.data)}${guess}`,
    expected: allowed,
    found: toFound(error.data),
  };
}

function nearestText(text: string, allowed: readonly JsonValue[]): string | null {
  return findNearest(
    text,
    allowed.filter((value) => typeof value === 'string'),
  );
}

function describeConst(error: ErrorObject, segments: Segments): Problem {
  const wanted = error.params['allowedValue'] as JsonValue;
  return {
    code: 'not_equal',
    path: toJsonPath(segments),
    message: `must be ${showValue(wanted)}, and is ${showValue(error.data)}`,
    expected: wanted,
    found: toFound(error.data),
  };
}

/** Problems of keywords with one limit, such as `maximum` or `pattern`. */
function limit(code: string, text: string): Describe {
  return (error, segments) => {
    const params = error.params as Readonly<Record<string, JsonValue>>;
    const wanted = params['limit'] ?? params['len'] ?? Object.values(params)[0] ?? null;
    return {
      code,
      path: toJsonPath(segments),
      message: `${text} ${showValue(wanted)}, and is ${showValue(error.data)}`,
      expected: wanted,
      found: toFound(error.data),
    };
  };
}

function plain(code: string, text: string): Describe {
  return (error, segments) => ({
    code,
    path: toJsonPath(segments),
    message: text,
    found: toFound(error.data),
  });
}
