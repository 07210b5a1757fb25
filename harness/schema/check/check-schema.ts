import type { Problem } from '../../core/trial/tool-error.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import { type Dialect, dialectOf, supportedDialects } from '../judge/dialect.ts';
import { findNearest } from '../judge/find-nearest.ts';
import { showValue, toFound } from '../judge/show-value.ts';
import { checkConsistency } from './check-consistency.ts';
import { checkKeywordValue, type KeywordReading } from './check-keyword-value.ts';
import { keywordTable, shapeOfItems } from './keyword-table.ts';
import { resolveReference } from './resolve-reference.ts';
import type { SchemaPlace } from './schema-place.ts';

/**
 * Checks a schema as a suite is loaded, without compiling it: every known keyword of the right form and
 * dialect, patterns readable, references leading somewhere, bounds that do not cross, required fields declared.
 * What a validator passes over is no error: see {@link findIgnored}.
 *
 * @param where JSON path of the schema itself; problems lie at or below it.
 * @param root `object`: arguments of a tool, so the root must say `type: object`. `any`: a result.
 */
export function checkSchema(
  schema: unknown,
  where: string,
  root: 'object' | 'any' = 'object',
): readonly Problem[] {
  const found = walk(schema, where, (place) => checkConsistency(place)).filter(isError);
  if (root === 'any' || !isJsonObject(schema) || dialectOf(schema) === null) return found;
  return [...checkRoot(toRootPlace(schema, where, '2020-12')), ...found];
}

/** Only what keeps a schema from being compiled: the form of keywords, patterns and references. */
export function checkSchemaForm(schema: unknown, where: string): readonly Problem[] {
  return walk(schema, where, () => []).filter(isError);
}

/**
 * What a schema says and no judgement heeds: unknown keywords and formats, defaults and enum values that the schema itself
 * rules out. Tool definitions in use have them, so they are warnings; each says what is ignored.
 */
export function findIgnored(schema: unknown, where: string): readonly Problem[] {
  return walk(schema, where, (place) => checkConsistency(place)).filter((one) => !isError(one));
}

const ignored: readonly string[] = [
  'unknown_keyword',
  'unknown_format',
  'bad_default',
  'value_of_wrong_type',
];

function isError(problem: Problem): boolean {
  return !ignored.includes(problem.code);
}

/** Every schema inside a schema that has passed {@link checkSchemaForm}, itself included. */
export function listSchemas(schema: JsonObject): ReadonlySet<JsonObject> {
  const found = new Set<JsonObject>();
  walk(schema, '$', (place) => {
    found.add(place.schema);
    return [];
  });
  return found;
}

type CheckPlace = (place: SchemaPlace) => readonly Problem[];

function walk(schema: unknown, where: string, check: CheckPlace): readonly Problem[] {
  if (!isJsonObject(schema)) return [refuseRoot(schema, where)];
  const dialect = dialectOf(schema);
  if (dialect === null) return [refuseDialect(schema, where)];
  const problems: Problem[] = [];
  const open: SchemaPlace[] = [toRootPlace(schema, where, dialect)];
  // A schema object that is used in two places is one to check, and one that holds itself would never end.
  const seen = new Set<JsonObject>();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (seen.has(place.schema)) continue;
    seen.add(place.schema);
    const inner: SchemaPlace[] = [];
    for (const [name, value] of Object.entries(place.schema)) {
      if (value === undefined) continue;
      const reading = checkKeyword(place, name, value);
      problems.push(...reading.found);
      inner.push(...reading.inner);
    }
    problems.push(...check(place));
    open.push(...inner.reverse());
  }
  return problems;
}

function toRootPlace(schema: JsonObject, path: string, dialect: Dialect): SchemaPlace {
  return { schema, path, dialect, resource: schema, root: schema };
}

/** Arguments are always an object; a schema that does not say so would let anything through. */
function checkRoot(place: SchemaPlace): readonly Problem[] {
  const target = typeof place.schema['$ref'] === 'string' ? resolveReference(place, '$ref') : null;
  const type = (isJsonObject(target) ? target : place.schema)['type'];
  if (type === 'object') return [];
  return [
    {
      code: 'root_not_object',
      path: `${place.path}.type`,
      message: `the arguments of a tool are an object, so the schema must say "type": "object", and says ${showValue(type)}`,
      expected: 'object',
      found: toFound(type ?? null),
    },
  ];
}

function refuseRoot(schema: unknown, where: string): Problem {
  return {
    code: 'not_a_schema',
    path: where,
    message: `must be a JSON Schema object, and is ${showValue(schema)}; a tool without arguments has {"type": "object", "properties": {}}`,
    expected: 'object',
    found: toFound(schema ?? null),
  };
}

function refuseDialect(schema: JsonObject, where: string): Problem {
  return {
    code: 'unknown_dialect',
    path: `${where}.$schema`,
    message: `names a dialect that cannot be judged: ${showValue(schema['$schema'])}; use ${supportedDialects.join(' or ')}`,
    expected: supportedDialects,
    found: toFound(schema['$schema'] ?? null),
  };
}

/** Checks one keyword of a schema: known, of this dialect, with a value of the right form. */
function checkKeyword(place: SchemaPlace, name: string, value: JsonValue): KeywordReading {
  if (name === 'items') return checkItems(place, value);
  const keyword = keywordTable.get(name);
  if (keyword !== undefined && (keyword.only === null || keyword.only === place.dialect)) {
    return checkKeywordValue(place, { name, value, shape: keyword.shape });
  }
  // OpenAPI's way to carry notes along; nothing that judges reads them.
  if (keyword === undefined && name.startsWith('x-')) return { found: [], inner: [] };
  const problem =
    keyword === undefined ? refuseUnknown(place, name) : refuseClash(place, name, keyword.instead);
  return { found: [{ ...problem, found: toFound(value) }], inner: [] };
}

function checkItems(place: SchemaPlace, value: JsonValue): KeywordReading {
  if (place.dialect === '2020-12' && Array.isArray(value)) {
    return { found: [refuseClash(place, 'items', '"prefixItems"')], inner: [] };
  }
  return checkKeywordValue(place, { name: 'items', value, shape: shapeOfItems(place.dialect) });
}

function refuseClash(place: SchemaPlace, name: string, instead: string | null): Problem {
  const other = place.dialect === '2020-12' ? 'draft-07' : '2020-12';
  const form = name === 'items' ? 'a list in "items"' : `"${name}"`;
  const remedy =
    instead === null ? '' : `; write ${instead}, or name the other dialect in "$schema"`;
  return {
    code: 'dialect_clash',
    path: toJsonPath([name], place.path),
    message: `${form} belongs to ${other}, and this schema is ${place.dialect}${remedy}`,
    expected: place.dialect,
  };
}

/** Words of other schema languages that people bring along, and what to write here. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['nullable', 'add "null" to "type"'],
  ['optional', 'leave the field out of "required" of the object around it'],
  ['strict', 'it belongs beside "parameters", in the request'],
  ['id', 'write "$id"'],
  ['example', 'write "examples" with a list'],
  ['discriminator', 'use "oneOf" with "const" in each alternative'],
  ['$recursiveRef', 'write "$ref"'],
  ['divisibleBy', 'write "multipleOf"'],
]);

function refuseUnknown(place: SchemaPlace, name: string): Problem {
  const nearest = findNearest(name, [...keywordTable.keys(), 'items']);
  const guess = nearest === null ? undefined : `did you mean "${nearest}"?`;
  const remedy = foreign.get(name) ?? guess;
  return {
    code: 'unknown_keyword',
    path: toJsonPath([name], place.path),
    message: `"${name}" is no keyword of JSON Schema ${place.dialect}, so it is ignored and checks nothing${remedy === undefined ? '' : `; ${remedy}`}`,
  };
}
