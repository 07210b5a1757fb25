import { toCanonicalJson } from '../../json/canonical-json.ts';
import { toList } from './to-list.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';

/** A schema without `allOf`. */
export interface MergedSchema {
  readonly schema: JsonObject;
  /** Keywords that could not be joined. */
  readonly losses: readonly string[];
  /** References whose definitions were written out. */
  readonly references: readonly string[];
}

/** What a reference names; `undefined` when it names nothing that can be written out. */
type Resolve = (reference: string) => unknown;

/** Joins the branches of `allOf` with the schema around them. Fields and required names are united; the first of two bounds is kept. */
export function mergeBranches(given: JsonObject, resolve: Resolve): MergedSchema {
  const { allOf, ...around } = given;
  if (!Array.isArray(allOf)) return { schema: given, losses: [], references: [] };
  const losses: string[] = [];
  const references: string[] = [];
  let schema: JsonObject = around;
  for (const branch of allOf) {
    const found = readBranch(branch, references, resolve);
    if (found === null) {
      losses.push('allOf');
      continue;
    }
    const inner = mergeBranches(found, (reference) =>
      references.includes(reference) ? undefined : resolve(reference),
    );
    losses.push(...inner.losses);
    references.push(...inner.references);
    schema = join(schema, inner.schema, losses);
  }
  return { schema, losses, references };
}

function readBranch(branch: unknown, references: string[], resolve: Resolve): JsonObject | null {
  let found = branch;
  while (isJsonObject(found) && typeof found['$ref'] === 'string') {
    const reference = found['$ref'];
    if (references.includes(reference)) return null;
    references.push(reference);
    found = resolve(reference);
  }
  return isJsonObject(found) ? found : null;
}

function join(left: JsonObject, right: JsonObject, losses: string[]): JsonObject {
  const joined: Record<string, JsonValue | undefined> = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    const known = left[keyword];
    if (value === undefined) continue;
    if (known === undefined) joined[keyword] = value;
    else if (keyword === 'properties' && isJsonObject(known) && isJsonObject(value)) {
      joined[keyword] = join(known, value, losses);
    } else if (keyword === 'required' && Array.isArray(known) && Array.isArray(value)) {
      joined[keyword] = [...new Set([...toList(known), ...toList(value)])];
    } else if (toCanonicalJson(known) !== toCanonicalJson(value)) losses.push(keyword);
  }
  return joined;
}
