import type { Dialect } from '../judge/dialect.ts';

/** What the value of a keyword has to be. */
export type KeywordShape =
  | 'any'
  | 'text'
  | 'flag'
  | 'number'
  | 'positive'
  | 'count'
  | 'values'
  | 'names'
  | 'types'
  | 'pattern'
  | 'format'
  | 'reference'
  | 'schema'
  | 'schemas'
  | 'schema_map'
  | 'pattern_map'
  | 'names_map'
  | 'schema_or_schemas'
  | 'schema_or_names_map';

/** One keyword of JSON Schema. */
export interface Keyword {
  readonly shape: KeywordShape;
  /** The only dialect that has it in this form; `null` = both. */
  readonly only: Dialect | null;
  /** What to write instead in the other dialect. */
  readonly instead: string | null;
}

/**
 * Every keyword of the two dialects. Source: the meta-schemas of JSON Schema draft-07 and 2020-12.
 * `definitions` is in both: the 2020-12 meta-schema keeps it for schemas that were written before.
 */
export const keywordTable: ReadonlyMap<string, Keyword> = new Map([
  ...both('any', ['default', 'const']),
  ...both('text', ['$schema', '$id', '$comment', 'title', 'description']),
  ...both('text', ['contentEncoding', 'contentMediaType']),
  ...both('flag', ['readOnly', 'writeOnly', 'uniqueItems', 'deprecated']),
  ...both('number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']),
  ...both('positive', ['multipleOf']),
  ...both('count', ['minLength', 'maxLength', 'minItems', 'maxItems']),
  ...both('count', ['minProperties', 'maxProperties']),
  ...both('values', ['enum', 'examples']),
  ...both('names', ['required']),
  ...both('types', ['type']),
  ...both('pattern', ['pattern']),
  ...both('format', ['format']),
  ...both('reference', ['$ref']),
  ...both('schema', ['additionalProperties', 'propertyNames', 'contains', 'not']),
  ...both('schema', ['if', 'then', 'else']),
  ...both('schemas', ['allOf', 'anyOf', 'oneOf']),
  ...both('schema_map', ['properties', 'definitions']),
  ...both('pattern_map', ['patternProperties']),
  ...since2020('schemas', { prefixItems: 'an "items" list' }),
  ...since2020('schema', { unevaluatedItems: '"additionalItems"' }),
  ...since2020('schema', { unevaluatedProperties: '"additionalProperties"', contentSchema: null }),
  ...since2020('count', { minContains: null, maxContains: null }),
  ...since2020('schema_map', { $defs: '"definitions"', dependentSchemas: '"dependencies"' }),
  ...since2020('names_map', { dependentRequired: '"dependencies"' }),
  ...since2020('text', { $anchor: null, $dynamicAnchor: null }),
  ...since2020('reference', { $dynamicRef: '"$ref"' }),
  ...until2020('schema_or_names_map', {
    dependencies: '"dependentRequired" or "dependentSchemas"',
  }),
  ...until2020('schema', { additionalItems: '"prefixItems" with "items"' }),
]);

/** `items` differs: one schema in 2020-12, one or a list of them in draft-07. */
export function shapeOfItems(dialect: Dialect): KeywordShape {
  return dialect === 'draft-07' ? 'schema_or_schemas' : 'schema';
}

type Entry = readonly [string, Keyword];
type Replacements = Readonly<Record<string, string | null>>;

function both(shape: KeywordShape, names: readonly string[]): readonly Entry[] {
  return names.map((name) => [name, { shape, only: null, instead: null }]);
}

function since2020(shape: KeywordShape, names: Replacements): readonly Entry[] {
  return Object.entries(names).map(([name, instead]) => [
    name,
    { shape, only: '2020-12', instead },
  ]);
}

function until2020(shape: KeywordShape, names: Replacements): readonly Entry[] {
  return Object.entries(names).map(([name, instead]) => [
    name,
    { shape, only: 'draft-07', instead },
  ]);
}

/** The formats that are checked. Source: ajv-formats 3.0.1, all of its `fullFormats`. */
export const knownFormats: readonly string[] = (
  'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email ' +
  'hostname ipv4 ipv6 regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer ' +
  'byte int32 int64 float double password binary'
).split(' ');
