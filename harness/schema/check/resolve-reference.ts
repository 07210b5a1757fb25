import { isJsonObject, type JsonObject } from '../../json/json.ts';
import type { SchemaPlace } from './schema-place.ts';

/** The schema that a reference names: `null` when there is none, `circular` when it only leads back to itself. */
export function resolveReference(
  place: SchemaPlace,
  keyword: string,
): JsonObject | boolean | 'circular' | null {
  const passed = new Set<JsonObject>();
  let { schema, resource } = place;
  for (;;) {
    const reference = schema[keyword];
    if (typeof reference !== 'string') return schema;
    if (passed.has(schema)) return 'circular';
    passed.add(schema);
    const target = find(place.root, resource, reference);
    if (target === null || typeof target === 'boolean') return target;
    schema = target;
    if (isResource(target)) resource = target;
  }
}

function isResource(schema: JsonObject): boolean {
  return typeof schema['$id'] === 'string' && !schema['$id'].startsWith('#');
}

function find(
  root: JsonObject,
  around: JsonObject,
  reference: string,
): JsonObject | boolean | null {
  const [base = '', fragment = ''] = reference.split('#', 2);
  const resource = base === '' ? around : findResource(root, base);
  if (resource === null) return null;
  if (fragment === '') return resource;
  if (fragment.startsWith('/')) return findPointer(resource, fragment);
  return findSchema(resource, (schema) =>
    [schema['$anchor'], schema['$dynamicAnchor'], schema['$id']].some(
      (name) => name === fragment || name === `#${fragment}`,
    ),
  );
}

/** The schema with that `$id`, written in full or relative to the one around it. */
function findResource(root: JsonObject, base: string): JsonObject | null {
  const around = root['$id'];
  const wanted = toUrl(base, typeof around === 'string' ? around : undefined);
  return findSchema(root, (schema) => {
    const id = schema['$id'];
    if (typeof id !== 'string') return false;
    return id === base || toUrl(id, typeof around === 'string' ? around : undefined) === wanted;
  });
}

function toUrl(id: string, base: string | undefined): string {
  const plain = id.replace(/#$/, '');
  return URL.canParse(plain, base) ? new URL(plain, base).href : plain;
}

/** Follows a JSON pointer in a URI fragment (RFC 6901, section 6). */
function findPointer(resource: JsonObject, fragment: string): JsonObject | boolean | null {
  let current: unknown = resource;
  for (const part of fragment.split('/').slice(1)) {
    const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key))
      return null;
    current = (current as Readonly<Record<string, unknown>>)[key];
  }
  return isJsonObject(current) || typeof current === 'boolean' ? current : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function findSchema(start: JsonObject, holds: (schema: JsonObject) => boolean): JsonObject | null {
  const open: unknown[] = [start];
  const seen = new Set<unknown>();
  while (open.length > 0) {
    const current = open.pop();
    if (typeof current !== 'object' || current === null || seen.has(current)) continue;
    seen.add(current);
    if (isJsonObject(current) && holds(current)) return current;
    open.push(...(Object.values(current) as unknown[]).reverse());
  }
  return null;
}
