import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { ListedTool } from './read-tool-list.ts';

/** Whether a value is a description of an API by OpenAPI 3. */
export function isOpenApi(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const { openapi, paths } = value;
  return typeof openapi === 'string' && openapi.startsWith('3') && isJsonObject(paths);
}

/** By RFC 9110, section 9.2: safe and idempotent methods. Of the others nothing is known. */
const methods: Readonly<Record<string, EffectGrade | null>> = {
  get: 'read',
  head: 'read',
  put: 'idempotent',
  delete: 'idempotent',
  post: null,
  patch: null,
};

/**
 * Each operation of an API as a tool: parameters of the path and of the query, and the fields of a JSON body. References
 * inside the document are resolved; one that leads to itself becomes a schema that takes anything.
 */
export function readOpenApi(document: JsonObject): readonly ListedTool[] {
  const resolve = createResolver(document);
  return toFields(document['paths']).flatMap(([path, item]) =>
    toFields(item).flatMap(([method, operation]) =>
      method in methods && isJsonObject(operation)
        ? [toTool({ path, method, operation, shared: listItems(item, 'parameters') }, resolve)]
        : [],
    ),
  );
}

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: JsonObject;
  /** Parameters of all operations of the path. */
  readonly shared: readonly JsonValue[];
}

type Resolve = (value: JsonValue) => JsonValue;

function toTool({ path, method, operation, shared }: Operation, resolve: Resolve): ListedTool {
  const { operationId, summary, description = summary } = operation;
  const properties = new Map<string, JsonValue>();
  const required = new Set<string>();
  for (const entry of [...shared, ...listItems(operation, 'parameters')]) {
    addParameter(resolve(entry), { properties, required });
  }
  addBody(resolve(operation['requestBody'] ?? null), { properties, required });
  return {
    name: toName(typeof operationId === 'string' ? operationId : `${method}${path}`),
    description: typeof description === 'string' ? description : '',
    parameters: {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: [...required],
      additionalProperties: false,
    },
    returns: null,
    effect: methods[method] ?? null,
  };
}

/** Providers take letters, digits, `_` and `-`. */
function toName(name: string): string {
  return name
    .replaceAll(/[^a-zA-Z0-9_-]+/gu, '_')
    .replaceAll(/^_+|_+$/gu, '')
    .slice(0, 64);
}

/** Headers and cookies are no arguments: a model does not give them. */
function addParameter(parameter: JsonValue, { properties, required }: Parts): void {
  if (!isJsonObject(parameter)) return;
  const { name, in: place, schema = {}, description: about } = parameter;
  if (typeof name !== 'string' || (place !== 'path' && place !== 'query')) return;
  const isPlain = isJsonObject(schema) && about !== undefined && !('description' in schema);
  properties.set(name, isPlain ? { ...schema, description: about } : schema);
  if (parameter['required'] === true) required.add(name);
}

interface Parts {
  readonly properties: Map<string, JsonValue>;
  readonly required: Set<string>;
}

/** The fields of an object are arguments of their own; any other body is one argument `body`. */
function addBody(body: JsonValue, { properties, required }: Parts): void {
  if (!isJsonObject(body)) return;
  const schema = findJsonSchema(body);
  if (schema === null) return;
  const fields = isJsonObject(schema) ? toFields(schema['properties']) : [];
  const own: readonly (readonly [string, JsonValue])[] =
    fields.length > 0 ? fields : [['body', schema]];
  for (const [name, field] of own) properties.set(name, field);
  if (body['required'] !== true) return;
  const needed = fields.length > 0 ? listItems(schema, 'required') : ['body'];
  for (const name of needed) if (typeof name === 'string') required.add(name);
}

function findJsonSchema(body: JsonObject): JsonValue {
  const json = toFields(body['content']).find(([type]) =>
    /^application\/(?:[\w.-]+\+)?json/u.test(type),
  )?.[1];
  return isJsonObject(json) ? (json['schema'] ?? null) : null;
}

function toFields(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isJsonObject(value)
    ? Object.entries(value).map(([name, item]) => [name, item ?? null] as const)
    : [];
}

function listItems(value: JsonValue, name: string): readonly JsonValue[] {
  const list = isJsonObject(value) ? value[name] : null;
  return Array.isArray(list) ? (list as readonly JsonValue[]) : [];
}

/** Resolves `#/components/...`, also inside, and writes `nullable` of OpenAPI 3.0 as JSON Schema has it. */
function createResolver(document: JsonObject): Resolve {
  const walk = (value: JsonValue, open: readonly string[]): JsonValue => {
    if (Array.isArray(value))
      return (value as readonly JsonValue[]).map((item) => walk(item, open));
    if (!isJsonObject(value)) return value;
    const { $ref: reference, ...rest } = value;
    if (typeof reference === 'string') {
      if (open.includes(reference)) return {};
      return walk(find(document, reference), [...open, reference]);
    }
    const { nullable, ...plain } = rest;
    const { type } = plain;
    const shown =
      nullable === true && typeof type === 'string' ? { ...plain, type: [type, 'null'] } : rest;
    return Object.fromEntries(toFields(shown).map(([name, item]) => [name, walk(item, open)]));
  };
  return (value) => walk(value, []);
}

/** Source: RFC 6901. */
function find(document: JsonObject, reference: string): JsonValue {
  let found: JsonValue = document;
  for (const step of reference.replace(/^#\//u, '').split('/')) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    found = isJsonObject(found) ? (found[name] ?? null) : null;
  }
  return found ?? {};
}
