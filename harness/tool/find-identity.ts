import type { JsonObject, JsonValue } from '../core/json.ts';

/** An argument that says who asks, and where it stands. */
export interface IdentityArgument {
  readonly field: string;
  readonly path: string;
  readonly value: JsonValue;
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
  for (const [field, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const place = `${path}.${field}`;
    if (run.names.includes(field)) run.found.push({ field, path: place, value: inner });
    else search(inner, place, run);
  }
}
