import { isJsonObject, type JsonObject } from '../json/json.ts';
import type { LintedTool } from './lint-rule.ts';

/** A parameter of a tool, at any depth. */
export interface Field {
  /** Dotted path; items of a list are `[]`, so that `filters.countries[]` is one country. */
  readonly path: string;
  /** Its own name; that of the list for items. */
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  readonly depth: number;
}

/** No schema is followed deeper than this; recursive ones end here. */
const maxDepth = 12;

/** All parameters of a tool in the order of the schema, nested ones after their owner. References are not followed. */
export function listFields({ parameters }: Pick<LintedTool, 'parameters'>): readonly Field[] {
  return listBelow(parameters, { path: '', depth: 1 });
}

/** JSON types of a schema, `null` left out; inferred from `enum`, `const` and keywords where `type` is absent. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  const named = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  if (named.length > 0) return named.filter((one) => one !== 'null');
  if (isJsonObject(schema['properties'])) return ['object'];
  return schema['items'] === undefined ? [] : ['array'];
}

interface Owner {
  readonly path: string;
  readonly depth: number;
}

function listBelow(schema: JsonObject, { path, depth }: Owner): readonly Field[] {
  if (depth > maxDepth) return [];
  const { properties, required } = schema;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, value]) => {
    if (!isJsonObject(value)) return [];
    const at = path === '' ? name : `${path}.${name}`;
    const field = { path: at, name, schema: value, required: names.includes(name), depth };
    return [field, ...listInside(field)];
  });
}

/** Fields of an object, the item of a list, and what alternatives hold. */
function listInside(field: Field): readonly Field[] {
  const { schema, path, depth } = field;
  const { items } = schema;
  const item = isJsonObject(items)
    ? [{ ...field, path: `${path}[]`, schema: items, depth: depth + 1 }]
    : [];
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.filter(isJsonObject) : [];
  });
  return [
    ...listBelow(schema, { path, depth: depth + 1 }),
    ...item.flatMap((one) => (depth < maxDepth ? [one, ...listInside(one)] : [one])),
    ...branches.flatMap((branch) => listBelow(branch, { path, depth: depth + 1 })),
  ];
}
