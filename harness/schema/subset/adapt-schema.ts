import type { SchemaLoss, SchemaSubset } from '../../core/suite/schema-subset.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import { adaptValues } from './adapt-values.ts';
import { allowsNull } from './allows-null.ts';
import { findDefinition } from './find-definition.ts';
import { mergeBranches } from './merge-branches.ts';
import { toList } from './to-list.ts';
import { type SubsetRules, subsetRules } from './subset-rules.ts';

/** A schema as a provider takes it, and what it does not say any more. */
export interface AdaptedSchema {
  readonly schema: JsonObject;
  readonly losses: readonly SchemaLoss[];
}

/**
 * Brings the schema of a tool's arguments into a subset. What the subset cannot say is left out and named: the schema that
 * arguments are validated against is not changed. A field that is optional and must be required becomes nullable.
 */
export function adaptSchema(schema: JsonObject, subset: SchemaSubset): AdaptedSchema {
  const losses: SchemaLoss[] = [];
  const rules = subsetRules[subset];
  const walk: Walk = { root: schema, rules, losses, inside: [], size: { schemas: 0 } };
  const { $defs: _defs, definitions: _definitions, ...open } = schema;
  const adapted = adaptObject(dropRootChoice(open, walk), walk, '$');
  const definitions = walk.rules.hasReferences ? adaptDefinitions(schema, walk) : {};
  return { schema: { ...adapted, ...definitions }, losses };
}

interface Walk {
  readonly root: JsonObject;
  readonly rules: SubsetRules;
  readonly losses: SchemaLoss[];
  /** References that the walk is inside of. */
  readonly inside: readonly string[];
  readonly size: { schemas: number };
}

/** Definitions that are written out where they are named can be many times as large as the schema. */
const mostSchemas = 2_000;

/** No provider takes a choice at the root. */
function dropRootChoice(schema: JsonObject, walk: Walk): JsonObject {
  const { anyOf, oneOf, enum: values, ...rest } = schema;
  for (const [keyword, value] of Object.entries({ anyOf, oneOf, enum: values })) {
    if (value !== undefined) lose(walk, { path: '$', keyword, text: 'is not taken at the root' });
  }
  return { ...rest, type: 'object' };
}

function adaptDefinitions(schema: JsonObject, walk: Walk): JsonObject {
  return Object.fromEntries(
    ['$defs', 'definitions'].flatMap((keyword) => {
      const found = schema[keyword];
      if (!isJsonObject(found)) return [];
      const adapted = Object.entries(found).map(
        ([name, one]) => [name, adapt(one, walk, toJsonPath([keyword, name]))] as const,
      );
      return [[keyword, Object.fromEntries(adapted)]];
    }),
  );
}

function lose({ losses }: Walk, loss: SchemaLoss): void {
  const isKnown = losses.some(
    ({ path, keyword }) => path === loss.path && keyword === loss.keyword,
  );
  if (!isKnown) losses.push(loss);
}

function adapt(schema: unknown, walk: Walk, path: string): JsonValue {
  walk.size.schemas += 1;
  if (walk.size.schemas > mostSchemas) {
    const text = `has more than ${mostSchemas} schemas, and the rest is not described`;
    lose(walk, { path: '$', keyword: 'size', text });
    return {};
  }
  if (schema === false) {
    lose(walk, { path, keyword: 'false', text: 'cannot be said, so any value is offered' });
  }
  return adaptObject(isJsonObject(schema) ? schema : {}, walk, path);
}

/** Words for people, and what takes part in validation nowhere. */
const annotations: ReadonlySet<string> = new Set(['description', 'title']);
const silent: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  '$anchor',
  '$defs',
  'definitions',
  'default',
  'deprecated',
  'example',
  'examples',
  'readOnly',
  'writeOnly',
]);

function adaptObject(given: JsonObject, outer: Walk, path: string): JsonObject {
  if (typeof given['$ref'] === 'string') return adaptReference(given, outer, path);
  const { schema, losses, references } = mergeBranches(given, (reference) =>
    outer.inside.includes(reference) ? undefined : findDefinition(reference, outer.root),
  );
  const walk = { ...outer, inside: [...outer.inside, ...references] };
  for (const keyword of losses) {
    lose(walk, { path, keyword, text: 'is said by several branches of "allOf" and is left out' });
  }
  const adapted: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined) continue;
    Object.assign(adapted, adaptKeyword(keyword, value, { walk, path, schema }));
  }
  const valued = adaptValues(schema, walk.rules, (loss) => lose(walk, { path, ...loss }));
  const whole = { ...adapted, ...valued, ...adaptFields(schema, walk, path) };
  return fillType(whole, walk, path);
}

/** Keywords that are adapted together. */
const together: ReadonlySet<string> = new Set([
  'additionalProperties',
  'const',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'nullable',
  'properties',
  'required',
  'type',
]);

interface At {
  readonly walk: Walk;
  readonly path: string;
  readonly schema: JsonObject;
}

function adaptKeyword(keyword: string, value: JsonValue, { walk, path, schema }: At): JsonObject {
  const { rules } = walk;
  if (silent.has(keyword) || (together.has(keyword) && !rules.keeps.has(keyword))) return {};
  if (annotations.has(keyword)) return { [keyword]: value };
  if (keyword === 'items') return { items: adapt(value, walk, toJsonPath(['items'], path)) };
  if (keyword === 'anyOf' || keyword === 'oneOf')
    return adaptChoice(keyword, value, { walk, path, schema });
  if (keyword === 'format') return adaptFormat(value, walk, path);
  if (rules.keeps.has(keyword))
    return { [keyword]: keepBound(keyword, value, { walk, path, schema }) };
  lose(walk, { path, keyword, text: 'is not sent' });
  return {};
}

function keepBound(keyword: string, value: JsonValue, { walk, path }: At): JsonValue {
  if (keyword !== 'minItems' || !walk.rules.fewItems || Number(value) <= 1) return value;
  lose(walk, { path, keyword, text: `is ${JSON.stringify(value)}, and sent as 1` });
  return 1;
}

function adaptFormat(value: JsonValue, walk: Walk, path: string): JsonObject {
  const { formats } = walk.rules;
  if (formats === null || (typeof value === 'string' && formats.has(value)))
    return { format: value };
  const text = `is ${JSON.stringify(value)}, which is not taken`;
  lose(walk, { path, keyword: 'format', text });
  return {};
}

function adaptChoice(keyword: string, value: JsonValue, { walk, path }: At): JsonObject {
  if (keyword === 'oneOf') {
    const text = 'is sent as "anyOf", so a value may fit several of its branches';
    lose(walk, { path, keyword, text });
  }
  const branches: readonly unknown[] = Array.isArray(value) ? value : [];
  const adapted = branches.map((one, index) =>
    adapt(one, walk, toJsonPath([keyword, index], path)),
  );
  if (walk.rules.null === 'type') return { anyOf: adapted };
  const rest = adapted.filter((one) => !(isJsonObject(one) && one['type'] === 'null'));
  const nullable = rest.length < adapted.length ? { nullable: true } : {};
  const [only] = rest;
  return rest.length === 1 && isJsonObject(only)
    ? { ...only, ...nullable }
    : { anyOf: rest, ...nullable };
}

function adaptReference(given: JsonObject, walk: Walk, path: string): JsonObject {
  const { $ref, ...beside } = given;
  const reference = typeof $ref === 'string' ? $ref : '';
  const words =
    typeof beside['description'] === 'string' ? { description: beside['description'] } : {};
  const found = findDefinition(reference, walk.root);
  if (!isJsonObject(found)) {
    lose(walk, {
      path,
      keyword: '$ref',
      text: `names ${JSON.stringify(reference)}, which is not here`,
    });
    return words;
  }
  if (walk.rules.hasReferences) return { $ref: reference, ...words };
  if (walk.inside.includes(reference)) {
    lose(walk, { path, keyword: '$ref', text: 'is a schema inside itself, and is not described' });
    const { type } = found;
    return { ...adaptObject(type === undefined ? {} : { type }, walk, path), ...words };
  }
  const inside = { ...walk, inside: [...walk.inside, reference] };
  return { ...adaptObject({ ...found, ...beside }, inside, path), ...words };
}

/** Fields, which of them are required, and whether there may be others. */
function adaptFields(schema: JsonObject, walk: Walk, path: string): JsonObject {
  const { type, properties, required, additionalProperties } = schema;
  const isFields = isJsonObject(properties);
  const isObject = type === 'object' || (Array.isArray(type) && type.includes('object'));
  if (!isFields && !isObject) return {};
  const given = isFields ? properties : {};
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const { rules } = walk;
  const adapted = Object.entries(given).map(([name, one]): [string, JsonValue] => {
    const field = adapt(one, walk, toJsonPath(['properties', name], path));
    const isMade = rules.requiresAll && !needed.includes(name);
    return [name, isMade ? toNullable(field, walk) : field];
  });
  closeFields(additionalProperties, walk, path);
  const names = rules.requiresAll ? Object.keys(given) : needed.map(String);
  return {
    properties: Object.fromEntries(adapted),
    ...(names.length === 0 && !rules.requiresAll ? {} : { required: names }),
    ...(rules.isClosed ? { additionalProperties: false } : {}),
  };
}

function closeFields(given: JsonValue | undefined, walk: Walk, path: string): void {
  const keyword = 'additionalProperties';
  if (walk.rules.isClosed && isJsonObject(given)) {
    const text = 'describes fields of any name, which cannot be offered';
    lose(walk, { path, keyword, text });
  }
  if (walk.rules.isClosed || given === undefined || given === true) return;
  const text = given === false ? 'is false, and is not sent' : 'is not sent';
  lose(walk, { path, keyword, text });
}

/** An optional field that has to be said: `null` is how it is left out. */
function toNullable(field: JsonValue, { root }: Walk): JsonValue {
  if (!isJsonObject(field) || allowsNull(field, root)) return field;
  const { type, enum: values, anyOf, $ref, const: constant } = field;
  if (Array.isArray(anyOf)) return { ...field, anyOf: [...toList(anyOf), { type: 'null' }] };
  if ($ref !== undefined || constant !== undefined || type === undefined) {
    const { description, ...rest } = field;
    const words = description === undefined ? {} : { description };
    return { ...words, anyOf: [rest, { type: 'null' }] };
  }
  const types: readonly JsonValue[] = Array.isArray(type) ? type : [type];
  return {
    ...field,
    type: [...types, 'null'],
    ...(Array.isArray(values) ? { enum: [...toList(values), null] } : {}),
  };
}

/** A closed subset wants each schema to say what it is. */
function fillType(schema: JsonObject, walk: Walk, path: string): JsonObject {
  const { type, anyOf, $ref, enum: listed, const: constant } = schema;
  const isSaid = [type, anyOf, $ref].some((part) => part !== undefined);
  if (isSaid || !walk.rules.isClosed) return schema;
  const values: readonly unknown[] = Array.isArray(listed) ? listed : [constant];
  const types = [...new Set(values.map(nameType))];
  const [first] = types;
  if (first !== undefined && first !== null && !types.includes(null)) {
    return { ...schema, type: types.length === 1 ? first : types };
  }
  lose(walk, {
    path,
    keyword: 'type',
    text: 'is absent, so a text, number or truth value is offered',
  });
  return { ...schema, type: ['string', 'number', 'boolean'] };
}

/** The type of a value in the words of JSON Schema; `null` for no value. */
function nameType(value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}
