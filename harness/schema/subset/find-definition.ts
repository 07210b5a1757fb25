import { isJsonObject, type JsonObject } from '../../json/json.ts';

/** What a reference inside a schema names, by its JSON pointer; `undefined` when it names nothing there. */
export function findDefinition(reference: string, root: JsonObject): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let found: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found)) found = found[Number(name)];
    else if (isJsonObject(found) && Object.hasOwn(found, name)) found = found[name];
    else return undefined;
  }
  return found;
}

/** More references in a row lead back to themselves. */
const mostSteps = 64;

/** A schema, or the one that it refers to; `null` when there is none. */
export function resolveSchema(given: unknown, root: JsonObject): JsonObject | null {
  let schema = given;
  for (let step = 0; isJsonObject(schema) && typeof schema['$ref'] === 'string'; step += 1) {
    if (step > mostSteps) return null;
    schema = findDefinition(schema['$ref'], root);
  }
  return isJsonObject(schema) ? schema : null;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
