import { exactFieldJson } from '../../../json/exact-arguments.ts';
import type { JsonObject, JsonValue } from '../../../json/json.ts';

/** An argument that states an identity, and its place. */
export interface IdentityArgument {
  readonly field: string;
  readonly path: string;
  /** Its value as canonical JSON, with every written digit. */
  readonly text: string;
}

/** Finds identity arguments at any depth, in the order of the arguments. */
export function findIdentity(
  args: JsonObject,
  names: readonly string[],
): readonly IdentityArgument[] {
  if (names.length === 0) return [];
  const found: IdentityArgument[] = [];
  search(args, '$', { names, found });
  return found;
}

interface Search {
  readonly names: readonly string[];
  readonly found: IdentityArgument[];
}

function search(value: JsonValue, path: string, run: Search): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    value.forEach((item: JsonValue, index) => search(item, `${path}[${index}]`, run));
    return;
  }
  // Neither `null`, scalar nor array: an object by the definition of `JsonValue`.
  const owner = value as JsonObject;
  for (const [field, inner] of Object.entries(owner)) {
    if (inner === undefined) continue;
    const place = `${path}.${field}`;
    if (run.names.includes(field))
      run.found.push({ field, path: place, text: exactFieldJson(owner, field) });
    else search(inner, place, run);
  }
}
