import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { listFields, typesOf } from '../list-fields.ts';

/** Something that a schema took under the old version and refuses now. */
export interface Narrowing {
  /** Dotted path of a parameter, such as `filters.country`; empty for the whole. */
  readonly field: string;
  readonly message: string;
}

/** What the new schema of a tool's arguments refuses of what the old one took, as far as keywords say it. */
export function findNarrowed(old: JsonObject, now: JsonObject): readonly Narrowing[] {
  const before = new Map(listFields({ parameters: old }).map((field) => [field.path, field]));
  const after = new Map(listFields({ parameters: now }).map((field) => [field.path, field]));
  const gone = [...before.keys()].filter((path) => !after.has(path));
  return [
    ...gone
      .filter((path) => !gone.some((owner) => path.startsWith(`${owner}.`)))
      .map((field) => ({ field, message: `"${field}" is gone` })),
    ...(isClosed(old) || !isClosed(now)
      ? []
      : [{ field: '', message: 'takes no other fields any more' }]),
    ...[...after.values()].flatMap(({ path, required, schema }) => {
      const was = before.get(path);
      if (required && was?.required !== true && hadOwner(path, before)) {
        return [{ field: path, message: `"${path}" is required now` }];
      }
      return was === undefined ? [] : narrowed(was.schema, schema, path);
    }),
  ];
}

/** A field of an object that is new asks for nothing where the object itself may be left out. */
function hadOwner(path: string, before: ReadonlyMap<string, unknown>): boolean {
  const owner = path.replace(/(?:\.|^)[^.]*$/u, '').replace(/(?:\[\])+$/u, '');
  return owner === '' || before.has(owner);
}

function narrowed(was: JsonObject, now: JsonObject, path: string): readonly Narrowing[] {
  const types = typesOf(was).filter((type) => !typesOf(now).includes(type));
  const lost = typesOf(now).length === 0 ? [] : types.filter((type) => !widens(type, now));
  const values = Array.isArray(now['enum']) ? now['enum'] : null;
  const old = Array.isArray(was['enum']) ? was['enum'] : null;
  const dropped = values === null ? [] : (old ?? []).filter((value) => !values.includes(value));
  const messages = [
    ...lost.map((type) => `"${path}" is no ${type} any more`),
    ...closedTypes(was, now).map((type) => `"${path}" takes only ${type} now`),
    ...(takesNull(was) && !takesNull(now) ? [`"${path}" takes null no more`] : []),
    ...lostBranches(was, now).map((type) => `"${path}" takes no ${type} any more`),
    ...dropped.map((value) => `"${path}" takes ${JSON.stringify(value)} no more`),
    ...(values !== null && old === null ? [`"${path}" takes only listed values now`] : []),
    ...tighter(was, now).map((what) => `"${path}": ${what}`),
  ];
  return messages.map((message) => ({ field: path, message }));
}

/** The types of a field that took any. */
function closedTypes(was: JsonObject, now: JsonObject): readonly string[] {
  const isAny =
    typesOf(was).length === 0 &&
    ['enum', 'const', '$ref', 'anyOf', 'oneOf', 'allOf'].every((word) => was[word] === undefined);
  return isAny && typesOf(now).length > 0 ? [typesOf(now).join(' or ')] : [];
}

function takesNull(schema: JsonObject): boolean {
  const { type } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const isOpen =
    type === undefined && schema['anyOf'] === undefined && schema['oneOf'] === undefined;
  return isOpen || types.includes('null') || listBranches(schema).some(takesNull);
}

/** Types of alternatives that the new schema no longer has. */
function lostBranches(was: JsonObject, now: JsonObject): readonly string[] {
  const kept = new Set([...typesOf(now), ...listBranches(now).flatMap(typesOf)]);
  if (kept.size === 0) return [];
  const lost = listBranches(was)
    .flatMap(typesOf)
    .filter((type) => !kept.has(type));
  return [...new Set(lost)];
}

function listBranches(schema: JsonObject): readonly JsonObject[] {
  return ['anyOf', 'oneOf'].flatMap((word) => {
    const list: readonly unknown[] = Array.isArray(schema[word]) ? schema[word] : [];
    return list.filter(isJsonObject);
  });
}

function isClosed(schema: JsonObject): boolean {
  return schema['additionalProperties'] === false;
}

/** An integer is a number too. */
function widens(type: string, now: JsonObject): boolean {
  return type === 'integer' && typesOf(now).includes('number');
}

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

function tighter(was: JsonObject, now: JsonObject): readonly string[] {
  const say = (word: string): string =>
    `"${word}" was ${JSON.stringify(was[word]) ?? 'not there'} and is ${JSON.stringify(now[word])}`;
  const isTighter = (word: string, sign: number): boolean => {
    const [old, bound] = [was[word], now[word]];
    if (typeof bound !== 'number') return false;
    return typeof old !== 'number' || (bound - old) * sign > 0;
  };
  const isOpen = (schema: JsonObject): boolean => schema['additionalProperties'] !== false;
  return [
    ...lowerBounds.filter((word) => isTighter(word, 1)).map(say),
    ...upperBounds.filter((word) => isTighter(word, -1)).map(say),
    ...['pattern', 'format', 'const', 'multipleOf']
      .filter((word) => now[word] !== undefined && now[word] !== was[word])
      .map(say),
    ...(isJsonObject(was['properties']) && isOpen(was) && !isOpen(now)
      ? ['takes no other fields any more']
      : []),
  ];
}
