import { isJsonObject, type JsonObject } from './json.ts';
import { toJsonPath } from './to-json-path.ts';

/** A difference between a value and its shape. */
export interface Misfit {
  /** Names and indices from the outside in. */
  readonly path: readonly (string | number)[];
  readonly expected: string;
  readonly found: unknown;
}

/**
 * Looks at a value that comes from outside: `null` when it is a `Value`. Plain type tests, so that reading a file costs
 * hardly more than parsing it. Fields that a shape does not name are let through.
 */
export type Shape<Value> = Look & {
  readonly of?: Value | undefined;
  /** The same as JSON Schema, for others who read or write the file. */
  readonly schema: JsonObject;
  /** The field may be absent. */
  readonly isOptional?: true;
};

type Look = (value: unknown) => Misfit | null;

/** A shape by a test of its own; the schema says as much of it as JSON Schema can. */
export function toShape<Value>(schema: JsonObject, look: Look): Shape<Value> {
  return Object.assign((value: unknown) => look(value), { schema });
}

/** The shape of an object; each field of its type must be named. */
type Fields<Value> = {
  readonly [Key in keyof Value]-?: object extends Pick<Value, Key>
    ? Shape<Value[Key] | undefined>
    : Shape<Value[Key]>;
};

/** Any text. */
export const text: Shape<string> = test(
  'a text',
  { type: 'string' },
  (value) => typeof value === 'string',
);
/** `true` or `false`. */
export const flag: Shape<boolean> = test(
  'true or false',
  { type: 'boolean' },
  (value) => typeof value === 'boolean',
);
/** A finite number. */
export const figure: Shape<number> = test('a number', { type: 'number' }, (value) =>
  Number.isFinite(value),
);
/** A finite number from 0. */
export const amount: Shape<number> = test(
  'a number of at least 0',
  { type: 'number', minimum: 0 },
  isAmount,
);
/** A whole number from 0. */
export const count: Shape<number> = wholeFrom(0);

/** A whole number of at least so much, which JavaScript does not round. */
export function wholeFrom(least: number): Shape<number> {
  const schema = { type: 'integer', minimum: least };
  return test(
    `a whole number of at least ${least}`,
    schema,
    (value) => Number.isSafeInteger(value) && Number(value) >= least,
  );
}

/** Whatever passes a test; `expected` says which in words. */
function test<Value>(
  expected: string,
  schema: JsonObject,
  fits: (value: unknown) => boolean,
): Shape<Value> {
  return toShape(schema, (value) => (fits(value) ? null : { path: [], expected, found: value }));
}

/** A text that a pattern matches; `expected` says in words what it is. */
export function pattern<Value extends string>(expected: string, expression: RegExp): Shape<Value> {
  const schema = { type: 'string', pattern: expression.source, description: expected };
  return test(expected, schema, (value) => typeof value === 'string' && expression.test(value));
}

/** One of a few values. */
export function oneOf<const Value extends string | number | boolean>(
  ...values: readonly Value[]
): Shape<Value> {
  const known = new Set<unknown>(values);
  const names = values.map((value) => JSON.stringify(value));
  const expected = names.length === 1 ? (names[0] ?? '') : `one of ${names.join(', ')}`;
  return test(expected, { enum: values }, (value) => known.has(value));
}

/** `null`, or what the shape says. */
export function nullable<Value>(shape: Shape<Value>): Shape<Value | null> {
  return toShape({ anyOf: [shape.schema, { type: 'null' }] }, (value) =>
    value === null ? null : alsoExpecting(shape(value), 'null'),
  );
}

/** Absent, or what the shape says. */
export function optional<Value>(shape: Shape<Value>): Shape<Value | undefined> {
  const found: Shape<Value | undefined> = toShape(shape.schema, (value) =>
    value === undefined ? null : alsoExpecting(shape(value), 'nothing'),
  );
  return Object.assign(found, { isOptional: true as const });
}

function alsoExpecting(misfit: Misfit | null, other: string): Misfit | null {
  if (misfit === null || misfit.path.length > 0) return misfit;
  return { ...misfit, expected: `${misfit.expected} or ${other}` };
}

/** A list whose items all have a shape. */
export function list<Value>(item: Shape<Value>): Shape<readonly Value[]> {
  return toShape({ type: 'array', items: item.schema }, (value) => {
    if (!Array.isArray(value)) return { path: [], expected: 'a list', found: value };
    for (let index = 0; index < value.length; index += 1) {
      const misfit = item(value[index]);
      if (misfit !== null) return { ...misfit, path: [index, ...misfit.path] };
    }
    return null;
  });
}

/** An object with fields of any name, whose values all have a shape. */
export function record<Value>(item: Shape<Value>): Shape<Readonly<Record<string, Value>>> {
  return toShape({ type: 'object', additionalProperties: item.schema }, (value) => {
    if (!isJsonObject(value)) return { path: [], expected: 'an object', found: value };
    for (const name of Object.keys(value)) {
      const misfit = item(value[name]);
      if (misfit !== null) return { ...misfit, path: [name, ...misfit.path] };
    }
    return null;
  });
}

/** No value of a suite or a model is nested deeper; what walks through values calls itself at each level. */
const mostLevels = 500;

/** An object of any content. */
export const anyObject: Shape<Readonly<Record<string, never>>> = test(
  `an object, nested up to ${mostLevels} levels deep`,
  { type: 'object' },
  (value) => isJsonObject(value) && isShallow(value, mostLevels),
);

/** Anything that JSON can hold, but not nothing. */
export const anything: Shape<never> = test(
  `a value, nested up to ${mostLevels} levels deep`,
  {},
  (value) => value !== undefined && isShallow(value, mostLevels),
);

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((item) => isShallow(item, levels - 1));
}

/** An object with these fields. */
export function object<Value>(fields: Fields<Value>): Shape<Value> {
  const shapes: readonly (readonly [string, Shape<unknown>])[] = Object.entries(fields);
  const needed = shapes.filter(([, shape]) => shape.isOptional !== true).map(([name]) => name);
  const properties = Object.fromEntries(shapes.map(([name, shape]) => [name, shape.schema]));
  const schema = { type: 'object', properties, ...(needed.length > 0 && { required: needed }) };
  return toShape(schema, (value) => {
    if (!isJsonObject(value)) return { path: [], expected: 'an object', found: value };
    for (let index = 0; index < shapes.length; index += 1) {
      const entry = shapes[index];
      if (entry === undefined) continue;
      const misfit = entry[1](value[entry[0]]);
      if (misfit !== null) return { ...misfit, path: [entry[0], ...misfit.path] };
    }
    return null;
  });
}

/** One of several objects, distinguished by one field. */
export function variant<Value extends object, Field extends string & keyof Value>(
  field: Field,
  shapes: {
    readonly [Key in Value[Field] & string]: Shape<Extract<Value, Readonly<Record<Field, Key>>>>;
  },
): Shape<Value> {
  const all: readonly (readonly [string, Shape<unknown>])[] = Object.entries(shapes);
  const known = new Map<unknown, Shape<unknown>>(all);
  const names = [...known.keys()].map((name) => JSON.stringify(name)).join(', ');
  const schemas = all.map(([name, { schema }]) => ({
    properties: { [field]: { const: name } },
    required: [field],
    allOf: [schema],
  }));
  return toShape({ oneOf: schemas }, (value) => {
    if (!isJsonObject(value)) return { path: [], expected: 'an object', found: value };
    const found = value[field];
    const shape = known.get(found);
    return shape === undefined
      ? { path: [field], expected: `one of ${names}`, found }
      : shape(value);
  });
}

/** Both at once. */
export function both<Left, Right>(left: Shape<Left>, right: Shape<Right>): Shape<Left & Right> {
  return toShape({ allOf: [left.schema, right.schema] }, (value) => left(value) ?? right(value));
}

/** A misfit in words: `$.events[2].call: expected a text, found 5`. */
export function describeMisfit({ path, expected, found }: Misfit): string {
  return `${toJsonPath(path)}: expected ${expected}, found ${describeFound(found)}`;
}

function describeFound(found: unknown): string {
  if (found === undefined) return 'nothing';
  if (Array.isArray(found)) return found.length === 0 ? 'an empty list' : 'a list';
  if (isJsonObject(found)) return 'an object';
  const shown = JSON.stringify(found) ?? 'nothing';
  return shown.length <= mostShown ? shown : `${shown.slice(0, mostShown)}…`;
}

const mostShown = 60;

function isAmount(value: unknown): boolean {
  return Number.isFinite(value) && Number(value) >= 0;
}
