import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { resolveSchema } from './find-definition.ts';
import { toList } from './to-list.ts';

/** No schema that is used is deeper. */
const deepest = 64;

/** Whether `null` is a value of a schema; one that cannot be read is. */
export function allowsNull(given: unknown, root: JsonObject, depth = 0): boolean {
  if (given === false) return false;
  const schema = resolveSchema(given, root);
  if (schema === null || depth > deepest || schema['nullable'] === true) return true;
  if (!isAmongValues(schema)) return false;
  const { anyOf, oneOf, allOf } = schema;
  const isOne = (branch: unknown): boolean => allowsNull(branch, root, depth + 1);
  const choices = [anyOf, oneOf].filter((some) => Array.isArray(some));
  return choices.every((some) => toList(some).some(isOne)) && toList(allOf).every(isOne);
}

function isAmongValues({ type, enum: values, const: constant }: JsonObject): boolean {
  const isOfType = type === undefined || type === 'null' || toList(type).includes('null');
  const isListed = !Array.isArray(values) || values.includes(null);
  return isOfType && isListed && (constant === undefined || constant === null);
}

/** The fields that a schema describes. */
export function listFields(schema: JsonObject): readonly (readonly [string, unknown])[] {
  const { properties } = schema;
  return isJsonObject(properties) ? Object.entries(properties) : [];
}
