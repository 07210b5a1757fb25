import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { toJsonPath } from '../../json/to-json-path.ts';

/** A place in arguments: names of fields, and 0 for the first item of a list. */
export type Steps = readonly (string | 0)[];

/** An argument at any depth, with its schema; references are followed and the first branch of alternatives is taken. */
export interface ProbedField {
  readonly steps: Steps;
  /** JSON path, such as `$.filters.country`. */
  readonly path: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** Deeper fields are not tried, and recursive schemas end here. */
const maxDepth = 5;
/** Of a tool with more fields, only the first ones are tried. */
const maxFields = 60;

/** The arguments of a tool, nested ones after their owner. */
export function walkFields(parameters: JsonObject): readonly ProbedField[] {
  return listBelow(parameters, { steps: [], root: parameters }).slice(0, maxFields);
}

interface Owner {
  readonly steps: Steps;
  readonly root: JsonObject;
}

function listBelow(owner: JsonObject, { steps, root }: Owner): readonly ProbedField[] {
  if (steps.length >= maxDepth) return [];
  const schema = resolveSchema(owner, root);
  const { properties, required, items } = schema;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(
    ([name, value]) => {
      if (!isJsonObject(value)) return [];
      return withInner([...steps, name], { value, root, required: names.includes(name) });
    },
  );
  if (!isJsonObject(items) || steps.length === 0) return fields;
  return [...fields, ...withInner([...steps, 0], { value: items, root, required: false })];
}

function withInner(
  steps: Steps,
  { value, root, required }: { value: JsonObject; root: JsonObject; required: boolean },
): readonly ProbedField[] {
  const field = { steps, path: toJsonPath(steps), schema: resolveSchema(value, root), required };
  return [field, ...listBelow(value, { steps, root })];
}

/** A schema without references and alternatives at its top: the first branch that is not `null` is taken. */
export function resolveSchema(schema: JsonObject, root: JsonObject): JsonObject {
  let here = schema;
  for (let turn = 0; turn < maxDepth; turn += 1) {
    const next = followReference(here, root) ?? firstBranch(here, root);
    if (next === null) return here;
    here = next;
  }
  return here;
}

function followReference({ $ref: reference }: JsonObject, root: JsonObject): JsonObject | null {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return null;
  let here: JsonValue | undefined = root;
  for (const step of reference.slice(2).split('/')) {
    if (!isJsonObject(here)) return null;
    here = here[decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return isJsonObject(here) ? here : null;
}

function firstBranch(schema: JsonObject, root: JsonObject): JsonObject | null {
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const list: readonly unknown[] = Array.isArray(schema[keyword]) ? schema[keyword] : [];
    const branches = list
      .filter(isJsonObject)
      .map((branch) => followReference(branch, root) ?? branch);
    const [first] = branches.filter(({ type }) => type !== 'null');
    if (first !== undefined) return { ...without(schema, keyword), ...first };
  }
  return null;
}

function without(schema: JsonObject, keyword: string): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}

/** JSON types that a schema names, `null` left out; those that its keywords imply where it names none. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  const list: readonly unknown[] = Array.isArray(type) ? type : [type];
  const named = list.filter((one) => typeof one === 'string' && one !== 'null').map(String);
  if (named.length > 0) return named;
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  if (Array.isArray(values)) return [...new Set(values.map((value) => typeof value))];
  if (isJsonObject(schema['properties'])) return ['object'];
  return schema['items'] === undefined ? [] : ['array'];
}

/** The value at a place; `undefined` where there is none. */
export function valueAt(value: JsonValue, steps: Steps): JsonValue | undefined {
  let here: JsonValue | undefined = value;
  for (const step of steps) {
    // Items of a JSON list are JSON.
    if (Array.isArray(here)) here = (here as readonly JsonValue[])[Number(step)];
    else if (isJsonObject(here) && Object.hasOwn(here, String(step))) here = here[step];
    else return undefined;
  }
  return here;
}

/** A copy with another value at a place; owners that are missing are made. `undefined` leaves the field out. */
export function withValueAt(
  owner: JsonValue | undefined,
  [step, ...rest]: Steps,
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (step === undefined) return value;
  if (step === 0) {
    const items: readonly JsonValue[] = Array.isArray(owner) ? owner : [];
    const inner = withValueAt(items[0], rest, value);
    return inner === undefined ? items.slice(1) : [inner, ...items.slice(1)];
  }
  const fields = isJsonObject(owner) ? owner : {};
  const inner = withValueAt(Object.hasOwn(fields, step) ? fields[step] : undefined, rest, value);
  const others = Object.entries(fields).filter(([name]) => name !== step);
  const own: readonly (readonly [string, JsonValue | undefined])[] =
    inner === undefined ? [] : [[step, inner]];
  // `fromEntries` makes own fields, also of `__proto__`.
  return Object.fromEntries([...others, ...own]);
}
