import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { isOpenApi, readOpenApi } from './read-open-api.ts';

/** A tool out of a list made for a provider or by a server. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly returns: JsonObject | null;
  /** From MCP hints, to be confirmed by a suite; `null` where the list says nothing. */
  readonly effect: EffectGrade | null;
}

/** The tools of a list, or what keeps it from being one. */
export type ToolList =
  | { readonly ok: true; readonly tools: readonly ListedTool[] }
  | { readonly ok: false; readonly path: string; readonly expected: string };

const schemaKeys = ['parameters', 'input_schema', 'inputSchema', 'schema'] as const;

/**
 * Reads a list of tools: an array in the form of OpenAI (chat completions or Responses), Anthropic or MCP, the answer to
 * `tools/list` of an MCP server (with or without its JSON-RPC envelope), a request body with `tools`, a map from names, or an
 * API by OpenAPI 3.
 */
export function readToolList(value: JsonValue): ToolList {
  if (isOpenApi(value)) {
    const operations = readOpenApi(value);
    return operations.length > 0
      ? { ok: true, tools: operations }
      : { ok: false, path: '$.paths', expected: 'at least one operation' };
  }
  const found = findList(value, '$');
  if (found === null) {
    const expected = 'a list of tools, an object with "tools", or a map from names to tools';
    return { ok: false, path: '$', expected };
  }
  const tools: ListedTool[] = [];
  for (const { path, name, value: entry } of found) {
    const tool = readTool(entry, name);
    if (typeof tool === 'string') return { ok: false, path, expected: tool };
    if (tool !== null) tools.push(tool);
  }
  return tools.length > 0
    ? { ok: true, tools }
    : { ok: false, path: '$', expected: 'at least one tool with a name' };
}

interface Entry {
  readonly path: string;
  readonly name: string | null;
  readonly value: JsonValue;
}

function findList(value: JsonValue, path: string): readonly Entry[] | null {
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.map((item, index) => ({ path: `${path}[${index}]`, name: null, value: item }));
  }
  if (!isJsonObject(value)) return null;
  for (const key of ['tools', 'result', 'functions']) {
    const inner = value[key];
    if (Array.isArray(inner) || isJsonObject(inner)) return findList(inner, `${path}.${key}`);
  }
  const entries = Object.entries(value);
  const isMap = entries.length > 0 && entries.every(([, item]) => isTool(item));
  return isMap
    ? entries.map(([name, item = null]) => ({ path: `${path}.${name}`, name, value: item }))
    : null;
}

function isTool(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && ['description', ...schemaKeys].some((key) => key in value);
}

/** A tool; `null` for tools that a provider runs itself; a text says what was expected. */
function readTool(value: JsonValue, named: string | null): ListedTool | null | string {
  if (!isJsonObject(value)) return 'a tool as an object';
  const tool = unwrap(value);
  const { name = named, description = '' } = tool;
  const schema = schemaKeys.map((key) => tool[key]).find((one) => one !== undefined);
  if (schema === undefined && isBuiltIn(value)) return null;
  if (typeof name !== 'string' || name === '') return 'a tool with a "name"';
  if (typeof description !== 'string') return `a text as "description" of "${name}"`;
  if (schema !== undefined && !isJsonObject(schema)) return `a JSON Schema for "${name}"`;
  const none = { type: 'object', properties: {}, additionalProperties: false };
  return {
    name,
    description,
    parameters: schema ?? none,
    returns: readReturns(tool),
    effect: readEffect(tool),
  };
}

/** Chat completions put a tool into `function`. */
function unwrap(value: JsonObject): JsonObject {
  const { function: wrapped } = value;
  return isJsonObject(wrapped) ? wrapped : value;
}

/** Tools such as `{ type: 'web_search' }` have no schema and are run by the provider. */
function isBuiltIn({ type }: JsonObject): boolean {
  return typeof type === 'string' && type !== 'function';
}

function readReturns({ outputSchema, returns = outputSchema }: JsonObject): JsonObject | null {
  return isJsonObject(returns) ? returns : null;
}

/** `effect` as suites write it, else the hints of MCP: read only, destructive, idempotent. */
function readEffect(tool: JsonObject): EffectGrade | null {
  const { effect, annotations } = tool;
  if (effect === 'read' || effect === 'idempotent' || effect === 'irreversible') return effect;
  if (!isJsonObject(annotations)) return null;
  if (annotations['readOnlyHint'] === true) return 'read';
  if (annotations['idempotentHint'] === true) return 'idempotent';
  return annotations['destructiveHint'] === true ? 'irreversible' : null;
}
