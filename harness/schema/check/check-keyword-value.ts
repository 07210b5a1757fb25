import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { findNearest } from '../judge/find-nearest.ts';
import { type KeywordShape, knownFormats } from './keyword-table.ts';
import { isExplosivePattern } from '../../pattern/is-explosive-pattern.ts';
import { resolveReference } from './resolve-reference.ts';
import { toInnerPlace, type SchemaPlace } from './schema-place.ts';
import { showValue, toFound } from '../judge/show-value.ts';
import { toJsonPath } from '../../json/to-json-path.ts';

/** What the check of a keyword gave: problems, and the schemas inside it that are to be walked. */
export interface KeywordReading {
  readonly found: readonly Problem[];
  readonly inner: readonly SchemaPlace[];
}

/** A keyword with its value and the form that the value must have. */
export interface KeywordUse {
  readonly name: string;
  readonly value: JsonValue;
  readonly shape: KeywordShape;
}

/** Checks the value of a known keyword. */
export function checkKeywordValue(place: SchemaPlace, use: KeywordUse): KeywordReading {
  const path = toJsonPath([use.name], place.path);
  const wanted = describeMismatch(use);
  if (wanted !== null) return problem(refuse(path, wanted, use.value));
  const text = typeof use.value === 'string' ? use.value : '';
  switch (use.shape) {
    case 'pattern':
      return { found: checkPattern(text, path), inner: [] };
    case 'format':
      return { found: checkFormat(text, path), inner: [] };
    case 'reference':
      return { found: checkReference(place, use, path), inner: [] };
    case 'pattern_map':
      return {
        found: keysOf(use).flatMap((key) => checkPattern(key, path)),
        inner: walk(place, use),
      };
    default:
      return { found: [], inner: walk(place, use) };
  }
}

/** The form that was wanted, in words; `null` when the value has it. */
function describeMismatch({ shape, value }: KeywordUse): string | null {
  const test = shapeTests[shape];
  return test === undefined || test.holds(value) ? null : test.wanted;
}

interface ShapeTest {
  readonly wanted: string;
  holds(value: JsonValue): boolean;
}

const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isText = (value: unknown): value is string => typeof value === 'string';
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isJsonObject(value);
const isList = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(holds);
const isMap = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  isJsonObject(value) && Object.values(value).every(holds);
const isNames = (value: unknown): boolean =>
  isList(value, isText) && new Set(value as readonly string[]).size === (value as []).length;
const isType = (value: unknown): boolean => isText(value) && typeNames.includes(value);

const textTest: ShapeTest = { wanted: 'text', holds: isText };
const mapTest: ShapeTest = {
  wanted: 'an object of schemas',
  holds: (value) => isMap(value, isSchema),
};

const shapeTests: Readonly<Record<KeywordShape, ShapeTest | undefined>> = {
  any: undefined,
  text: textTest,
  pattern: textTest,
  format: textTest,
  reference: textTest,
  schema_map: mapTest,
  pattern_map: mapTest,
  flag: { wanted: 'true or false', holds: (value) => typeof value === 'boolean' },
  number: { wanted: 'a number', holds: (value) => typeof value === 'number' },
  positive: {
    wanted: 'a number above 0',
    holds: (value) => typeof value === 'number' && value > 0,
  },
  count: {
    wanted: 'a whole number, 0 or more',
    holds: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
  },
  values: { wanted: 'a list of values', holds: Array.isArray },
  names: { wanted: 'a list of different names', holds: isNames },
  types: {
    wanted: `one or several of ${typeNames.join(', ')}`,
    holds: (value) =>
      isType(value) || (isNames(value) && isList(value, isType) && (value as []).length > 0),
  },
  schema: { wanted: 'a schema: an object, true or false', holds: isSchema },
  schemas: {
    wanted: 'a list of schemas, not empty',
    holds: (value) => isList(value, isSchema) && (value as []).length > 0,
  },
  names_map: {
    wanted: 'an object of lists of names',
    holds: (value) => isMap(value, isNames),
  },
  schema_or_schemas: {
    wanted: 'a schema or a list of schemas',
    holds: (value) => isSchema(value) || (isList(value, isSchema) && (value as []).length > 0),
  },
  schema_or_names_map: {
    wanted: 'an object of schemas or lists of names',
    holds: (value) => isMap(value, (item) => isSchema(item) || isNames(item)),
  },
};

/** The schemas inside a value that has passed its test. */
function walk(place: SchemaPlace, { name, value, shape }: KeywordUse): readonly SchemaPlace[] {
  const path = toJsonPath([name], place.path);
  if (!shape.startsWith('schema') && shape !== 'pattern_map') return [];
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) => enter(place, item, toJsonPath([index], path)));
  }
  const isMapOfSchemas = shape.endsWith('_map');
  if (!isMapOfSchemas) return enter(place, value, path);
  return Object.entries(isJsonObject(value) ? value : {}).flatMap(([key, item]) =>
    enter(place, item, toJsonPath([key], path)),
  );
}

function enter(place: SchemaPlace, value: unknown, path: string): readonly SchemaPlace[] {
  return isJsonObject(value) ? [toInnerPlace(place, value, path)] : [];
}

function keysOf(use: KeywordUse): readonly string[] {
  return isJsonObject(use.value) ? Object.keys(use.value) : [];
}

function checkPattern(pattern: string, path: string): readonly Problem[] {
  if (isRegExp(pattern, 'u') || isRegExp(pattern, '')) return checkSearch(pattern, path);
  const message = `is no regular expression that JavaScript can read: ${showValue(pattern)}`;
  return [{ code: 'bad_pattern', path, message, found: pattern }];
}

/** The text that is searched comes from a model: no text may keep the search busy forever. */
function checkSearch(pattern: string, path: string): readonly Problem[] {
  if (!isExplosivePattern(pattern)) return [];
  const message = `repeats a part that can read the same text in several ways, so some texts would keep it busy for ever: ${showValue(pattern)}`;
  return [{ code: 'explosive_pattern', path, message, found: pattern }];
}

function isRegExp(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

function checkFormat(format: string, path: string): readonly Problem[] {
  if (knownFormats.includes(format)) return [];
  const nearest = findNearest(format, knownFormats);
  const guess =
    nearest === null ? `; known: ${knownFormats.join(', ')}` : `; did you mean "${nearest}"?`;
  const message = `"${format}" is no known format, so it is ignored and checks nothing${guess}`;
  return [{ code: 'unknown_format', path, message, expected: knownFormats, found: format }];
}

function checkReference(place: SchemaPlace, use: KeywordUse, path: string): readonly Problem[] {
  const target = resolveReference(place, use.name);
  if (target === 'circular') {
    const message = `refers to itself and never comes to an end: ${showValue(use.value)}`;
    return [{ code: 'circular_ref', path, message, found: use.value }];
  }
  if (target !== null) return [];
  const message = `leads nowhere: ${showValue(use.value)} is not in this schema, and nothing is fetched from outside`;
  return [{ code: 'dangling_ref', path, message, found: use.value }];
}

function refuse(path: string, wanted: string, value: JsonValue): Problem {
  const message = `must be ${wanted}, and is ${showValue(value)}`;
  return { code: 'bad_keyword_value', path, message, expected: wanted, found: toFound(value) };
}

function problem(found: Problem): KeywordReading {
  return { found: [found], inner: [] };
}
