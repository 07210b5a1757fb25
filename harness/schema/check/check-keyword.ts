import type { JsonValue } from '../../json/json.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { checkKeywordValue, type KeywordReading } from './check-keyword-value.ts';
import { findNearest } from '../judge/find-nearest.ts';
import { keywordTable, shapeOfItems } from './keyword-table.ts';
import type { SchemaPlace } from './schema-place.ts';
import { toFound } from '../judge/show-value.ts';
import { toJsonPath } from '../../json/to-json-path.ts';

/** Checks one keyword of a schema: known, of this dialect, with a value of the right form. */
export function checkKeyword(place: SchemaPlace, name: string, value: JsonValue): KeywordReading {
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
