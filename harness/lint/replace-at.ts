import { isJsonObject, type JsonObject } from '../json/json.ts';

/** A schema with the one at `field` (as `listFields` writes it; empty for the root) replaced; unchanged where there is none. */
export function replaceAt(
  schema: JsonObject,
  field: string,
  fix: (old: JsonObject) => JsonObject,
): JsonObject {
  if (field === '') return fix(schema);
  const [first = '', ...rest] = field.split('.');
  const { properties } = schema;
  const name = first.replace(/(?:\[\])+$/u, '');
  const inner = isJsonObject(properties) ? properties[name] : undefined;
  if (!isJsonObject(properties) || !isJsonObject(inner)) return schema;
  const levels = (first.length - name.length) / 2;
  const fixed = replaceInItems(inner, levels, (item) => replaceAt(item, rest.join('.'), fix));
  return { ...schema, properties: { ...properties, [name]: fixed } };
}

function replaceInItems(
  schema: JsonObject,
  levels: number,
  fix: (old: JsonObject) => JsonObject,
): JsonObject {
  const { items } = schema;
  if (levels === 0) return fix(schema);
  return isJsonObject(items)
    ? { ...schema, items: replaceInItems(items, levels - 1, fix) }
    : schema;
}
